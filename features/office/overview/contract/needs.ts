/** What needs the office now: one row each, with what its action needs. */

import { z } from 'zod';
import { ALARM_KINDS } from '#features/money/payments/rules/alarm.ts';
import { ABSENCE_REASONS } from '#features/work/cover/rules/absence.ts';
import { REFUSABLE_ACTS } from '#features/work/visits/contract/visit-day.ts';
import { cents, id, wireMoment } from '#platform/contract/schemas.ts';
import { CHANNELS } from '#platform/kernel/message-kind.ts';
import { NEED_KINDS } from '../rules/urgency.ts';

export const person = z.strictObject({ id, fullname: z.string() });

export const visitFacts = z.strictObject({
  jobID: id,
  number: z.int(),
  customer: person,
  label: z.string(),
  startTime: wireMoment,
  endTime: wireMoment,
  postal: z.string(),
  /** Of each cleaner. */
  hours: z.number(),
  numCleaners: z.int(),
});

/** `id` identifies the row among those of its kind; `when` is what rules/urgency.ts sorts by. */
const row = { id, when: wireMoment };
/** A crew position, from 1. */
const position = z.int();

export const need = z.discriminatedUnion('kind', [
  z.strictObject({
    ...row,
    kind: z.literal('no-crew'),
    visit: visitFacts,
    position,
    /** Who cannot come. */
    missing: person,
    /** The best cleaner who is free, for the first few visits; otherwise null. */
    suggestion: person.nullable(),
  }),
  /** A cleaner has reported that they cannot come, and nobody has done anything about it yet. */
  z.strictObject({
    ...row,
    kind: z.literal('cannot-come'),
    cleaner: person.extend({ mobile: z.string() }),
    reason: z.enum(ABSENCE_REASONS),
    /** The last day. */
    until: z.string(),
    visits: z.int(),
    /** Of the first visit; null if there are none. */
    firstStart: wireMoment.nullable(),
  }),
  /** A cleaner asks for time off. */
  z.strictObject({
    ...row,
    kind: z.literal('time-off'),
    cleaner: person,
    firstDay: z.string(),
    lastDay: z.string(),
    note: z.string(),
    /** Booked in that time. */
    visits: z.int(),
  }),
  /** A cleaner who is off today and has visits. */
  z.strictObject({ ...row, kind: z.literal('away'), cleaner: person, visits: z.int() }),
  z.strictObject({
    ...row,
    kind: z.literal('late'),
    visit: visitFacts,
    position,
    cleaner: person.extend({ mobile: z.string() }),
  }),
  z.strictObject({
    ...row,
    kind: z.literal('not-finished'),
    visit: visitFacts,
    position,
    cleaner: person,
    hasStarted: z.boolean(),
    /** Nobody of the crew has clocked in: it may not have taken place. */
    isUnclocked: z.boolean(),
  }),
  /** A visit without a clock-in of which the customer says that nobody came. */
  z.strictObject({ ...row, kind: z.literal('said-no'), visit: visitFacts }),
  /** What a cleaner's phone sent and the server refused. `id` is the visit's. */
  z.strictObject({
    ...row,
    kind: z.literal('lost-work'),
    visit: visitFacts,
    cleaner: person,
    acts: z.array(z.strictObject({ act: z.enum(REFUSABLE_ACTS), at: wireMoment, note: z.string() })),
  }),
  z.strictObject({
    ...row,
    kind: z.literal('unpaid'),
    /** The first visit. */
    visit: visitFacts,
    visits: z.int(),
    amount: cents,
    /** Of a booking that is to be paid later; null for a hold, which ends at `when`. */
    dueOn: z.string().nullable(),
    /** The visit is paid or cancelled, and owes this besides its price. */
    isCharge: z.boolean(),
  }),
  z.strictObject({
    ...row,
    kind: z.literal('payment-problem'),
    problem: z.enum(ALARM_KINDS),
    why: z.string(),
    cents: cents.nullable(),
    customer: person.nullable(),
    /** The bank's deadline for evidence, of a dispute. */
    dueBy: wireMoment.nullable(),
  }),
  z.strictObject({ ...row, kind: z.literal('message'), customer: person, text: z.string() }),
  z.strictObject({ ...row, kind: z.literal('contact-request'), name: z.string(), text: z.string() }),
  z.strictObject({ ...row, kind: z.literal('application'), name: z.string(), area: z.string() }),
  z.strictObject({
    ...row,
    kind: z.literal('review'),
    visit: visitFacts,
    stars: z.int(),
    text: z.string(),
  }),
  z.strictObject({
    ...row,
    kind: z.literal('undelivered'),
    title: z.string(),
    channel: z.enum(CHANNELS),
    to: z.string(),
    failure: z.string(),
    jobID: id.nullable(),
    canResend: z.boolean(),
  }),
  /** A date of a series without an end on which its cleaners are not free; `visit` is the last one of the series. */
  z.strictObject({
    ...row,
    kind: z.literal('series-question'),
    visit: visitFacts,
    /** The date; the customer can choose until `when`. */
    date: wireMoment,
  }),
  /** `visit` is the last one of the series. */
  z.strictObject({
    ...row,
    kind: z.literal('series-ending'),
    visit: visitFacts,
    /** When the office sent the customer the offer to continue. */
    offeredAt: wireMoment.nullable(),
  }),
  z.strictObject({
    ...row,
    kind: z.literal('card-expiring'),
    customer: person.extend({ mobile: z.string() }),
    last4: z.string(),
    /** The end of its last month, `2026-11`. */
    month: z.string(),
  }),
  z.strictObject({ ...row, kind: z.literal('hours-expiring'), customer: person, hours: z.number() }),
]);
export type NeedRow = z.output<typeof need>;

export const needKind = z.enum(NEED_KINDS);
