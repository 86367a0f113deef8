import { keysOf, messageTasks } from '#features/messages/messages/server/index.ts';
import type { CancellationSums, VisitData } from '#features/messages/messages/texts/kinds.ts';
import { cleanerMobiles } from '#features/people/cleaners/server/index.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import { outcomeKeeping } from '../rules/cancellation.ts';
import { changeOutsideTerms } from '../rules/policy.ts';
import { goesAhead } from '../rules/status.ts';
import { isToldBySms, type ToldVisit } from '../rules/visit-notifications.ts';
import { addressLine, type JobRow } from './job-rows.ts';

/** The job data in every message. */
export function aboutJob(row: JobRow) {
  return { customerID: row.customerID, job: { id: row.id, version: row.version } };
}

/** The customer's contact data for messages about a job. */
export function customerOf(row: JobRow) {
  return { email: row.customerEmail, mobile: row.customerMobile };
}

/** Their contact data, without the number unless it is about today: an e-mail may be read too late. */
export function customerToday(tx: Tx, row: JobRow, start: Temporal.Instant) {
  return isToday(tx, start) ? customerOf(row) : { email: row.customerEmail };
}

export function isToday({ config, clock }: Context, start: Temporal.Instant): boolean {
  return isToldBySms(start, { now: clock.now(), zone: config.BUSINESS_TZ });
}

/** The visit data in messages to its customer. */
export function aboutVisit(row: JobRow) {
  return { firstname: row.customerFirstname, jobID: row.id, visit: customerVisit(row) };
}

/** Going ahead and not trashed. */
export function takesPlace(row: JobRow): boolean {
  return goesAhead(row.status) && row.trashedAt === null;
}

/** The visit as it is now. */
export function visitOf(row: JobRow): ToldVisit {
  return {
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    postal: row.addressPostal,
    address: addressLine(row),
    crew: row.crew.map((member) => member.id),
  };
}

/**
 * Notifications of office changes wait this long, so that an undone change sends nothing. Longer than the screen offers
 * Undo: a few seconds, extended while the pointer is over it.
 */
const UNDO_WINDOW = Temporal.Duration.from({ minutes: 1 });

export function delayFor(tx: Tx): Temporal.Duration | undefined {
  return may(tx.actor, changeOutsideTerms) ? UNDO_WINDOW : undefined;
}

/** The earliest of some timestamps as PostgreSQL formats them. */
export function earliest(moments: readonly string[]): Temporal.Instant {
  const instants = moments.map(readDatabaseTime);
  return instants.reduce((first, one) => (Temporal.Instant.compare(one, first) < 0 ? one : first));
}

export function inOrder(rows: readonly JobRow[]): JobRow[] {
  return rows.toSorted((a, b) =>
    Temporal.Instant.compare(readDatabaseTime(a.startsAt), readDatabaseTime(b.startsAt)),
  );
}

/** The end of the last visit. */
export function endOf(rows: readonly JobRow[]): Temporal.Instant {
  const ends = rows.map((row) => readDatabaseTime(row.endsAt));
  return ends.reduce((last, one) => (Temporal.Instant.compare(one, last) > 0 ? one : last));
}

/** The visit data at a time that was announced earlier; defaults to the current time. */
export function visitDataAt(row: JobRow, { startsAt, endsAt }: ToldVisit = visitOf(row)): VisitData {
  const times = { startsAt: readDatabaseTime(startsAt), endsAt: readDatabaseTime(endsAt) };
  return { ...visitData(row), startsAt: times.startsAt.toString(), endsAt: times.endsAt.toString() };
}

export function visitData(row: JobRow): VisitData {
  return {
    startsAt: readDatabaseTime(row.startsAt).toString(),
    endsAt: readDatabaseTime(row.endsAt).toString(),
    label: row.label,
    jobType: row.jobType,
    crew: row.crew.map((member) => member.firstname),
  };
}

/** The same for its customer, who also gets it as a calendar file. */
export function customerVisit(row: JobRow, told?: ToldVisit): VisitData {
  const event = { jobID: row.id, version: row.version, address: addressLine(row) };
  return { ...visitDataAt(row, told), event };
}

/** The confirmation e-mail for some visits. @param key allows withdrawing it while it is still queued */
export function confirmationMail(tx: Tx, rows: readonly JobRow[], key?: string): NewTask[] {
  const [first, ...others] = rows;
  if (first === undefined) return [];
  return messageTasks(tx, {
    kind: 'visit-booked',
    to: { email: first.customerEmail },
    ...aboutJob(first),
    data: {
      firstname: first.customerFirstname,
      jobID: first.id,
      visits: [customerVisit(first), ...others.map((row) => customerVisit(row))],
      address: addressLine(first),
      paid: rows.reduce((sum, row) => sum + row.amountToPay, 0),
      ...(first.holdCharged !== null && { charged: first.holdCharged }),
      ...(first.holdCharged === null && first.holdDueOn !== null && { dueOn: first.holdDueOn }),
      weBring: first.requireCleaningSupplies,
      ...(!first.requireCleaningSupplies && {
        prepare: first.packageSuppliesToBePrepared,
        prepareZh: first.packageSuppliesToBePreparedZh,
      }),
      freeHours: first.policy.freeHours,
      lateFeePercent: first.policy.lateFeePercent,
    },
    startsAt: readDatabaseTime(first.startsAt),
    isUrgent: true,
    ...(key !== undefined && { key }),
  });
}

/** A payment request for an office hold: all visits, the total, and the deadline. */
export function paymentRequest(
  tx: Tx,
  rows: readonly JobRow[],
  {
    heldUntil,
    delay,
  }: { readonly heldUntil: Temporal.Instant; readonly delay?: Temporal.Duration | undefined },
): NewTask[] {
  const visits = inOrder(rows);
  const [first] = visits;
  if (first === undefined) return [];
  return messageTasks(tx, {
    kind: 'payment-request',
    to: customerOf(first),
    ...aboutJob(first),
    data: { ...bookingData(visits), address: addressLine(first), until: heldUntil.toString() },
    startsAt: readDatabaseTime(first.startsAt),
    key: paymentRequestKey(first),
    notAfter: heldUntil,
    delay,
    // Urgent because they have just requested it.
    isUrgent: true,
  });
}

/** Sends the customer a payment request for these jobs at once, replacing a queued one. */
export async function sendPaymentRequest(tx: Tx, rows: readonly JobRow[]): Promise<void> {
  await tx.outbox.withdraw(tx, paymentRequestKeys(rows));
  const until = rows[0]?.holdExpiresAt ?? null;
  const tasks =
    until === null ? paymentDue(tx, rows) : paymentRequest(tx, rows, { heldUntil: readDatabaseTime(until) });
  await tx.outbox.publishAll(tx, tasks);
}

/** A payment request for confirmed jobs, with their due date. */
function paymentDue(tx: Tx, rows: readonly JobRow[]): NewTask[] {
  const visits = inOrder(rows);
  const [first] = visits;
  if (first === undefined || first.holdDueOn === null) return [];
  return messageTasks(tx, {
    kind: 'payment-due',
    to: customerOf(first),
    ...aboutJob(first),
    data: { ...bookingData(visits), dueOn: first.holdDueOn },
    startsAt: readDatabaseTime(first.startsAt),
    isUrgent: true,
  });
}

/**
 * The saved card was declined for this visit: the link to pay another way, and when the card is charged again.
 *
 * @param amount cents, if it is not the price of the visit
 */
export function chargeDeclined(
  tx: Tx,
  row: JobRow,
  again: Temporal.Instant | null,
  amount?: Cents,
): NewTask[] {
  const againOn = again === null ? {} : { againOn: String(dayOf(again, tx.config.BUSINESS_TZ)) };
  return messageTasks(tx, {
    kind: 'charge-declined',
    to: customerOf(row),
    ...aboutJob(row),
    data: { ...bookingData([row], amount), ...againOn },
    startsAt: tx.clock.now(),
  });
}

/** A visit owes something besides its price, which the saved card does not pay: the link to pay it. */
export function chargeOwed(tx: Tx, row: JobRow, amount: Cents): NewTask[] {
  const dueOn = String(dayOf(tx.clock.now(), tx.config.BUSINESS_TZ));
  return messageTasks(tx, {
    kind: 'payment-due',
    to: customerOf(row),
    ...aboutJob(row),
    data: { ...bookingData([row], amount), dueOn },
    startsAt: tx.clock.now(),
    isUrgent: true,
  });
}

/** Confirms to the customer that the payment for visits was received; `amount` if it is not their price. */
export function paymentReceivedMail(tx: Tx, rows: readonly JobRow[], amount?: Cents): NewTask[] {
  const visits = inOrder(rows);
  const [first] = visits;
  if (first === undefined) return [];
  return messageTasks(tx, {
    kind: 'payment-received',
    to: { email: first.customerEmail },
    ...aboutJob(first),
    data: bookingData(visits, amount),
    startsAt: readDatabaseTime(first.startsAt),
  });
}

/** The visits in order, and the total to pay. */
function bookingData(rows: readonly JobRow[], amount = rows.reduce((sum, row) => sum + row.amountToPay, 0)) {
  const [first, ...others] = rows;
  if (first === undefined) throw new Error('A booking must have at least one visit');
  return {
    firstname: first.customerFirstname,
    jobID: first.id,
    visits: [visitData(first), ...others.map(visitData)] as const,
    amount,
  };
}

/** Jobs that are held and paid together. */
const bookingKey = (row: JobRow): string => row.seriesID ?? row.id;

function paymentRequestKey(row: JobRow): string {
  return `payment-request:${bookingKey(row)}`;
}

export function holdEndingKey(row: JobRow): string {
  return `hold-ending:${bookingKey(row)}`;
}

/** The keys of payment requests for some jobs, to withdraw them while they are queued. */
export function paymentRequestKeys(rows: readonly JobRow[]): string[] {
  return [...new Set(rows.map(paymentRequestKey))].flatMap((key) => keysOf('payment-request', key));
}

/** The keys of all messages that ask for the payment of held jobs: none of them is sent once the jobs are paid or released. */
export function holdMessageKeys(rows: readonly JobRow[]): string[] {
  const reminders = [...new Set(rows.map(holdEndingKey))].flatMap((key) => keysOf('hold-ending', key));
  return [...paymentRequestKeys(rows), ...reminders];
}

/**
 * The e-mail about a cancelled paid visit and its refund.
 *
 * @param told the visit as last announced: the customer may not know about a recent move.
 */
export function cancellationMail(tx: Tx, row: JobRow, told: ToldVisit, sums: CancellationSums): NewTask[] {
  const {
    byCompany,
    fee,
    refund,
    refundPending = false,
    refundByHand,
    feeCharged,
    creditsReturned,
    creditsForfeited,
  } = sums;
  const about = { ...aboutVisit(row), visit: customerVisit(row, told) };
  const startsAt = earliest([row.startsAt, told.startsAt]);
  return messageTasks(tx, {
    kind: 'visit-cancelled',
    to: customerToday(tx, row, startsAt),
    ...aboutJob(row),
    data: {
      ...about,
      byCompany,
      fee,
      refund,
      refundPending,
      refundByHand,
      feeCharged,
      creditsReturned,
      creditsForfeited,
    },
    isChange: true,
    startsAt,
  });
}

/** The reminders of the day before, for the customer and each crew member. They expire once the visit has begun. */
export async function reminderTasks(ctx: Context, row: JobRow): Promise<NewTask[]> {
  const startsAt = readDatabaseTime(row.startsAt);
  const shared = { ...aboutJob(row), startsAt, notAfter: startsAt };
  const visit = visitData(row);
  const crew = await cleanerMobiles(
    ctx,
    row.crew.map((member) => member.id),
  );
  return [
    ...messageTasks(ctx, {
      kind: 'visit-reminder',
      to: customerOf(row),
      ...shared,
      data: { ...aboutVisit(row), address: addressLine(row) },
      key: reminderKey(row, row.customerID),
    }),
    ...crew.flatMap(({ id, mobile }) =>
      messageTasks(ctx, {
        kind: 'crew-reminder',
        to: { mobile },
        ...shared,
        cleanerID: id,
        data: { visit, postal: row.addressPostal },
        key: reminderKey(row, id),
      }),
    ),
  ];
}

/** Reminds the customer that they can still move or cancel the visit. Expires when that ends. */
export function changeReminder(ctx: Context, row: JobRow): NewTask[] {
  const startsAt = readDatabaseTime(row.startsAt);
  const freeUntil = startsAt.subtract({ hours: row.policy.freeHours });
  const isBinding = row.status === 'paid' || row.holdCharged !== null;
  const lateFeePercent = isBinding ? row.policy.lateFeePercent : 0;
  const { fee, creditsForfeited } = outcomeKeeping(
    { paid: row.amountToPay, credits: Number(row.creditsUsed) },
    lateFeePercent,
  );
  return messageTasks(ctx, {
    kind: 'change-reminder',
    to: customerOf(row),
    ...aboutJob(row),
    data: {
      ...aboutVisit(row),
      address: addressLine(row),
      freeUntil: freeUntil.toString(),
      canMove: !row.hasChangedDate,
      lateFeePercent,
      fee,
      creditsForfeited,
    },
    startsAt,
    notAfter: freeUntil,
    key: changeReminderKey(row),
  });
}

function reminderKey(row: JobRow, personID: string): string {
  return `reminder:${row.id}:${personID}`;
}

function changeReminderKey(row: JobRow): string {
  return `change-reminder:${row.id}`;
}

/** The keys of the reminders of the day before, to withdraw them while they are queued. */
export function reminderKeys(row: JobRow, crew: readonly string[]): string[] {
  return [
    ...keysOf('visit-reminder', reminderKey(row, row.customerID)),
    ...crew.flatMap((id) => keysOf('crew-reminder', reminderKey(row, id))),
  ];
}

/** The keys of the reminder about free changes. */
export function changeReminderKeys(row: JobRow): string[] {
  return keysOf('change-reminder', changeReminderKey(row));
}
