import { expect, it } from 'vitest';
import { byUrgency, isEmergency, NEED_KINDS, type NeedKind, urgencyOf } from './urgency.ts';

const now = Temporal.Instant.from('2026-11-26T09:20:00+08:00');

it.each<[string, NeedKind, number, number]>([
  ['a visit that should have begun', 'late', -0.3, 0],
  ['a visit this morning without crew', 'no-crew', 3.9, 0],
  ['a visit this afternoon without crew', 'no-crew', 4.1, 1],
  ['a visit in three days without crew', 'no-crew', 72, 2],
  ['a cleaner who has said that they cannot come', 'cannot-come', 0, -1],
  ['a cleaner who is off, with a visit this morning', 'away', 1, 0],
  ['a cleaner who is off, with a visit in the evening', 'away', 9, 1],
  ['a hold that ends in minutes', 'unpaid', 0.2, 1],
  ['a hold that ends in two days', 'unpaid', 48, 2],
  ['a booking that was due yesterday', 'unpaid', -24, 1],
  ['a dispute that the bank closes tomorrow morning', 'payment-problem', 23, 1],
  ['a dispute that the bank closes next week', 'payment-problem', 170, 2],
  ['a message that could not be delivered', 'undelivered', -1, 1],
  ['a customer who waits for an answer', 'message', -5, 2],
  ['a visit of yesterday that was never clocked out', 'not-finished', -14, 2],
  ['a contact request', 'contact-request', -100, 3],
  ['an application', 'application', -1, 3],
  ['a review with few stars', 'review', -1, 3],
  ['a date of a series to be decided', 'series-question', 240, 4],
  ['a series that ends', 'series-ending', 240, 4],
  ['a card that expires', 'card-expiring', 240, 4],
  ['hours that expire', 'hours-expiring', 24, 4],
])('%s', (_what, kind, hoursFromNow, urgency) => {
  const when = now.add({ minutes: Math.round(hoursFromNow * 60) });
  expect(urgencyOf({ kind, when }, now)).toBe(urgency);
  expect(isEmergency(kind, hoursFromNow * 3_600_000)).toBe(urgency <= 0);
});

it('sorts by urgency, then by time', () => {
  const need = (kind: NeedKind, hours: number) => ({ kind, when: now.add({ hours }) });
  const sorted = byUrgency(
    [need('review', -90), need('no-crew', 3), need('message', -2), need('late', -1), need('message', -7)],
    now,
  );
  expect(sorted.map(({ kind, when }) => [kind, when.since(now).total('hours')])).toEqual([
    ['late', -1],
    ['no-crew', 3],
    ['message', -7],
    ['message', -2],
    ['review', -90],
  ]);
});

it('knows every kind', () => {
  for (const kind of NEED_KINDS) expect(urgencyOf({ kind, when: now }, now)).toBeTypeOf('number');
});
