/** Fewer codes per hour are not significant. */
const FEWEST = 20;
/**
 * Below this share of used codes, someone probably earns money from the messages. Source: Twilio, Telnyx on
 * SMS pumping.
 */
const MIN_USED = 0.2;

/** Digits of a mobile that identify a prefix: 65 and the first four of the number. */
export const PREFIX_DIGITS = 6;

/** Whether the codes sent to a prefix in the last hour look like SMS pumping. */
export function looksLikePumping(of: { readonly sent: number; readonly used: number }): boolean {
  return of.sent >= FEWEST && of.used / of.sent < MIN_USED;
}
