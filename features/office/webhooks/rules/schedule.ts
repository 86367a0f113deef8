const after = (duration: Temporal.DurationLike) => Temporal.Duration.from(duration);

/** The waits before the second and every further attempt: a little more than three days. Later ones are longer, as outages are. */
const WAITS = [
  after({ minutes: 1 }),
  after({ minutes: 5 }),
  after({ minutes: 30 }),
  after({ hours: 2 }),
  after({ hours: 5 }),
  after({ hours: 10 }),
  after({ hours: 14 }),
  after({ hours: 20 }),
  after({ hours: 24 }),
];
export const MAX_ATTEMPTS = WAITS.length + 1;

/** When the next attempt is due after this many; null if there is none. */
export function nextAttemptAt(attempts: number, now: Temporal.Instant): Temporal.Instant | null {
  const wait = WAITS[attempts - 1];
  return wait === undefined ? null : now.add(wait);
}

/** An endpoint that has failed for this long is turned off. Longer than one event is retried, so that one alone cannot do it. */
export const OFF_AFTER = after({ hours: 5 * 24 });

/** The receiver says that it no longer wants any events. */
const GONE = 410;

/** Why an endpoint is turned off after a failed attempt; null if it stays on. */
export function whyTurnedOff(
  { status, failingSince }: { readonly status: number | null; readonly failingSince: Temporal.Instant },
  now: Temporal.Instant,
): string | null {
  if (status === GONE) return 'It replied 410 Gone.';
  const limit = failingSince.add(OFF_AFTER);
  return Temporal.Instant.compare(now, limit) >= 0 ? 'Every attempt has failed for five days.' : null;
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
