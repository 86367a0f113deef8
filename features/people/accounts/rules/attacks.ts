/** What happened to a mobile number within a day, in browsers that are not known as its owner's. */
export interface SignInAttempts {
  /** Wrong codes at codes that nobody used. */
  readonly wrongTries: number;
  /** Codes that were asked for and not used. */
  readonly unusedCodes: number;
}

/** The wrong tries of two whole codes. People who mistype stop earlier, or get it right in the end. Ours. */
const MANY_TRIES = 10;
/** Of the ten a day that may be asked for. Ours. */
const MANY_CODES = 8;

/** Whether somebody other than its owner seems to be at work on a number. */
export function isUnderAttack({ wrongTries, unusedCodes }: SignInAttempts): boolean {
  return wrongTries >= MANY_TRIES || unusedCodes >= MANY_CODES;
}
