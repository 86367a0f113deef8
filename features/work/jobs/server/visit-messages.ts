import type { CancellationSums, VisitData } from '#features/messages/messages/rules/kinds.ts';
import { keysOf, messageTasks } from '#features/messages/messages/server/index.ts';
import { cleanerMobiles } from '#features/people/cleaners/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import { changeOutsideTerms } from '../rules/policy.ts';
import { goesAhead } from '../rules/status.ts';
import type { ToldVisit } from '../rules/visit-news.ts';
import { addressLine, type JobRow } from './job-rows.ts';

/** What a message knows of a job, whoever reads it. */
export function aboutJob(row: JobRow) {
  return { customerId: row.customer_id, job: { id: row.id, version: row.version } };
}

/** How the customer of a job is reached about it. */
export function customerOf(row: JobRow) {
  return { email: row.customer_email, mobile: row.customer_mobile };
}

/** What is said of a visit to its customer. */
export function aboutVisit(row: JobRow) {
  return { firstname: row.customer_firstname, jobId: row.id, visit: visitData(row) };
}

/** Agreed and not put aside: people go there. */
export function takesPlace(row: JobRow): boolean {
  return goesAhead(row.status) && row.trashed_at === null;
}

/** A visit as it is now. */
export function visitOf(row: JobRow): ToldVisit {
  return {
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    postal: row.address_postal,
    address: addressLine(row),
    crew: row.crew.map((member) => member.id),
  };
}

/**
 * People are told of a change by the office after this time, so that an undo is told to nobody.
 * Longer than the screen offers Undo: some seconds, and as long as somebody points at it.
 */
const UNDO_WINDOW = Temporal.Duration.from({ minutes: 1 });

export function delayFor(tx: Tx): Temporal.Duration | undefined {
  return may(tx.actor, changeOutsideTerms) ? UNDO_WINDOW : undefined;
}

/** The first of some moments, as PostgreSQL writes them. */
export function earliest(moments: readonly string[]): Temporal.Instant {
  const instants = moments.map(readDatabaseTime);
  return instants.reduce((first, one) => (Temporal.Instant.compare(one, first) < 0 ? one : first));
}

/** The earliest visit first. */
export function inOrder(rows: readonly JobRow[]): JobRow[] {
  return rows.toSorted((a, b) =>
    Temporal.Instant.compare(readDatabaseTime(a.starts_at), readDatabaseTime(b.starts_at)),
  );
}

/** When the last of them is over. */
export function endOf(rows: readonly JobRow[]): Temporal.Instant {
  const ends = rows.map((row) => readDatabaseTime(row.ends_at));
  return ends.reduce((last, one) => (Temporal.Instant.compare(one, last) > 0 ? one : last));
}

/** A visit at the time that somebody was told; as it is now, unless given. */
export function visitDataAt(row: JobRow, { startsAt, endsAt }: ToldVisit = visitOf(row)): VisitData {
  const times = { startsAt: readDatabaseTime(startsAt), endsAt: readDatabaseTime(endsAt) };
  return { ...visitData(row), startsAt: times.startsAt.toString(), endsAt: times.endsAt.toString() };
}

export function visitData(row: JobRow): VisitData {
  return {
    startsAt: readDatabaseTime(row.starts_at).toString(),
    endsAt: readDatabaseTime(row.ends_at).toString(),
    label: row.label,
    jobType: row.job_type,
    crew: row.crew.map((member) => member.firstname),
  };
}

/** The customer's confirmation of some visits. @param key under which it can be taken back while it has not left */
export function confirmationMail(tx: Tx, rows: readonly JobRow[], key?: string): NewTask[] {
  const [first, ...others] = rows;
  if (first === undefined) return [];
  return messageTasks(tx, {
    kind: 'visit-booked',
    to: { email: first.customer_email },
    ...aboutJob(first),
    data: {
      firstname: first.customer_firstname,
      jobId: first.id,
      visits: [visitData(first), ...others.map(visitData)],
      address: addressLine(first),
      paid: rows.reduce((sum, row) => sum + row.amount_to_pay, 0),
      ...(first.hold_due_on !== null && { dueOn: first.hold_due_on }),
      ...(!first.require_cleaning_supplies && { prepare: first.package_supplies_to_be_prepared }),
      freeHours: first.policy.freeHours,
      lateFeePercent: first.policy.lateFeePercent,
    },
    startsAt: readDatabaseTime(first.starts_at),
    isUrgent: true,
    ...(key !== undefined && { key }),
  });
}

/** Asks the customer to pay for what the office holds for them: all visits, the sum, and until when. */
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
    data: { ...moneyOf(visits), address: addressLine(first), until: heldUntil.toString() },
    startsAt: readDatabaseTime(first.starts_at),
    key: paymentRequestKey(first),
    notAfter: heldUntil,
    delay,
    // They have just asked for it.
    isUrgent: true,
  });
}

/** Asks the customer at once to pay for these jobs, in place of a request that has not left. */
export async function sendPaymentRequest(tx: Tx, rows: readonly JobRow[]): Promise<void> {
  await tx.outbox.withdraw(tx, paymentRequestKeys(rows));
  const until = rows[0]?.hold_expires_at ?? null;
  const tasks =
    until === null ? paymentDue(tx, rows) : paymentRequest(tx, rows, { heldUntil: readDatabaseTime(until) });
  await tx.outbox.announceAll(tx, tasks);
}

/** Asks the customer to pay for what is confirmed, and to be paid by a day. */
function paymentDue(tx: Tx, rows: readonly JobRow[]): NewTask[] {
  const visits = inOrder(rows);
  const [first] = visits;
  if (first === undefined || first.hold_due_on === null) return [];
  return messageTasks(tx, {
    kind: 'payment-due',
    to: customerOf(first),
    ...aboutJob(first),
    data: { ...moneyOf(visits), dueOn: first.hold_due_on },
    startsAt: readDatabaseTime(first.starts_at),
    isUrgent: true,
  });
}

/** Tells the customer that what was to be paid later is paid. */
export function paymentReceivedMail(tx: Tx, rows: readonly JobRow[]): NewTask[] {
  const visits = inOrder(rows);
  const [first] = visits;
  if (first === undefined) return [];
  return messageTasks(tx, {
    kind: 'payment-received',
    to: { email: first.customer_email },
    ...aboutJob(first),
    data: moneyOf(visits),
    startsAt: readDatabaseTime(first.starts_at),
  });
}

/** Visits in their order, and what is to be paid for all of them. */
function moneyOf(rows: readonly JobRow[]) {
  const [first, ...others] = rows;
  if (first === undefined) throw new Error('A booking has at least one visit.');
  return {
    firstname: first.customer_firstname,
    jobId: first.id,
    visits: [visitData(first), ...others.map(visitData)] as const,
    amount: rows.reduce((sum, row) => sum + row.amount_to_pay, 0),
  };
}

function paymentRequestKey(row: JobRow): string {
  return `payment-request:${row.series_id ?? row.id}`;
}

/** Under which the payment requests of some jobs are found while they have not left. */
export function paymentRequestKeys(rows: readonly JobRow[]): string[] {
  return [...new Set(rows.map(paymentRequestKey))].flatMap((key) => keysOf('payment-request', key));
}

/**
 * Tells the customer of a paid visit that it does not take place, and what they get back.
 *
 * @param told the visit as they were told of it: they may not have heard yet of a move.
 */
export function cancellationMail(tx: Tx, row: JobRow, told: ToldVisit, sums: CancellationSums): NewTask[] {
  const {
    byCompany,
    fee,
    refund,
    refundPending = false,
    refundByHand,
    creditsReturned,
    creditsForfeited,
  } = sums;
  const about = { ...aboutVisit(row), visit: visitDataAt(row, told) };
  return messageTasks(tx, {
    kind: 'visit-cancelled',
    to: { email: row.customer_email },
    ...aboutJob(row),
    data: {
      ...about,
      byCompany,
      fee,
      refund,
      refundPending,
      refundByHand,
      creditsReturned,
      creditsForfeited,
    },
    isChange: true,
    startsAt: earliest([row.starts_at, told.startsAt]),
  });
}

/** The reminders of a visit: its customer's, and one for each of the crew. Of no use once it has begun. */
export async function reminderTasks(ctx: Context, row: JobRow): Promise<NewTask[]> {
  const startsAt = readDatabaseTime(row.starts_at);
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
      key: reminderKey(row, row.customer_id),
    }),
    ...crew.flatMap(({ id, mobile }) =>
      messageTasks(ctx, {
        kind: 'crew-reminder',
        to: { mobile },
        ...shared,
        cleanerId: id,
        data: { visit, postal: row.address_postal },
        key: reminderKey(row, id),
      }),
    ),
  ];
}

function reminderKey(row: JobRow, personId: string): string {
  return `reminder:${row.id}:${personId}`;
}

/** Under which the reminders of a visit are found while they have not left. */
export function reminderKeys(row: JobRow, crew: readonly string[]): string[] {
  return [
    ...keysOf('visit-reminder', reminderKey(row, row.customer_id)),
    ...crew.flatMap((id) => keysOf('crew-reminder', reminderKey(row, id))),
  ];
}
