/** Attempts on a mobile number within a day, in browsers that are not known as its owner's. */
export interface SignInAttempts {
  /** Wrong tries of codes that were not used. */
  readonly wrongTries: number;
  /** Codes that were requested and not used. */
  readonly unusedCodes: number;
}

/** All tries of two codes. People who mistype stop earlier or succeed. Our own figure. */
const MANY_TRIES = 10;
/** Of the ten that may be requested per day. Our own figure. */
const MANY_CODES = 8;

/** Whether someone other than its owner seems to be trying to sign in with a number. */
export function isUnderAttack({ wrongTries, unusedCodes }: SignInAttempts): boolean {
  return wrongTries >= MANY_TRIES || unusedCodes >= MANY_CODES;
}
