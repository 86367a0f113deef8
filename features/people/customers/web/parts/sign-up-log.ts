import { apiHost } from '#platform/web/api/api.ts';

/** What the office reads in the sign-up log. */
type Step = Readonly<
  Partial<Record<'salutation' | 'firstname' | 'lastname' | 'phone' | 'email' | 'note' | 'idfb', string>> & {
    action: 'Came from Facebook' | 'Confirmed the number' | 'Could not sign up' | 'Signed up';
  }
>;

/** As user agents name them; iPads that say they are Macs are taken at their word. */
const SYSTEM = /Android|iPhone|iPad|Windows|Mac OS|Linux/;

/**
 * Tells the office how far somebody new came, so that it can help those who got stuck. Nobody waits for it, and what
 * becomes of it changes nothing.
 */
export function logSignUp(step: Step): void {
  const entry = JSON.stringify({ ...step, os: SYSTEM.exec(navigator.userAgent)?.[0] ?? '' });
  const body = new Blob([entry], { type: 'application/json' });
  navigator.sendBeacon?.(`${apiHost}/logsignup/sendlog`, body);
}
