import { apiHost } from '#platform/web/api/api.ts';

/** An entry of the sign-up log. */
type Step = Readonly<
  Partial<Record<'salutation' | 'firstname' | 'lastname' | 'phone' | 'email' | 'note' | 'idfb', string>> & {
    action: 'Came from Facebook' | 'Confirmed the number' | 'Could not sign up' | 'Signed up';
  }
>;

/** As named in user agents; iPads that report themselves as Macs are not detected. */
const SYSTEM = /Android|iPhone|iPad|Windows|Mac OS|Linux/;

/**
 * Reports sign-up progress, so that the office can help people who get stuck. Fire and forget: a failure has
 * no effect.
 */
export function logSignUp(step: Step): void {
  const entry = JSON.stringify({ ...step, os: SYSTEM.exec(navigator.userAgent)?.[0] ?? '' });
  const body = new Blob([entry], { type: 'application/json' });
  navigator.sendBeacon?.(`${apiHost}/logsignup/sendlog`, body);
}
