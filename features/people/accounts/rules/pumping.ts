/** Fewer codes than this in an hour say nothing. */
const FEWEST = 20;
/** Below this share of codes that are used, somebody earns by having them sent. Source: Twilio, Telnyx on SMS pumping. */
const LEAST_USED = 0.2;

/** Digits of a mobile that are counted together: 65 and the first four of the number. */
export const PREFIX_DIGITS = 6;

/** Whether codes sent to one prefix in the last hour look like SMS pumping. */
export function looksLikePumping(of: { readonly sent: number; readonly used: number }): boolean {
  return of.sent >= FEWEST && of.used / of.sent < LEAST_USED;
}
