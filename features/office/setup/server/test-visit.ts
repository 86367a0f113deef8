import { findPackageToTry, type toPackageReply } from '#features/catalogue/packages/server/index.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { TEST_CUSTOMER_ID } from '#features/people/customers/rules/test-customer.ts';
import { addTestCustomer, removeTestCustomer } from '#features/people/customers/server/index.ts';
import { removeThread } from '#features/work/conversations/server/index.ts';
import { removeFromCovers } from '#features/work/cover/server/index.ts';
import { cancellationTermsOf } from '#features/work/jobs/rules/cancellation.ts';
import { quoteVisit, testVisitQuote } from '#features/work/jobs/rules/quote.ts';
import {
  addCrews,
  addJobs,
  findJobs,
  hasPaymentAttempt,
  homeOfJob,
  type JobRow,
  lockJobs,
  prepareVisit,
  publishCalendarEvent,
  removeJob,
} from '#features/work/jobs/server/index.ts';
import { removeReminders } from '#features/work/reminders/server/index.ts';
import { rankedFor } from '#features/work/schedule/rules/plan-visit.ts';
import { sizeVisit, visitMinutes } from '#features/work/schedule/rules/visit-length.ts';
import {
  findFreeStart,
  planStarts,
  readTimeSettings,
  removeTimes,
  slotConstraints,
  takeSlots,
} from '#features/work/schedule/server/index.ts';
import { removeVisitRecords } from '#features/work/visits/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { deleteUnreferenced, inTransaction } from '#platform/server/database/transaction.ts';
import { removeMessagesAbout } from '#platform/server/message-log.ts';
import type { Setup } from '../contract.ts';

type TestVisit = NonNullable<Setup['testVisit']>;

/** One postal code in each region, because cleaners may work in some regions only. */
const POSTALS = ['310145', '238801', '529510', '640502', '730888', '538766'] as const;
/** Another booking may take the time between the search and the lock. */
const TRIES = 3;

/** The test visit, whatever has become of it; null if there is none. */
export async function findTestVisit(ctx: Context): Promise<TestVisit | null> {
  const [row] = await findTestJobs(ctx);
  return row === undefined ? null : toTestVisit(row);
}

async function findTestJobs(ctx: Context): Promise<JobRow[]> {
  const found = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('customerID', '=', TEST_CUSTOMER_ID)
    .orderBy('createdAt')
    .execute();
  return found.length === 0
    ? []
    : findJobs(
        ctx,
        found.map(({ id }) => id),
      );
}

function toTestVisit({ id, number, startsAt, crew }: JobRow): TestVisit {
  const cleaners = crew.map((member) => ({ id: member.id, fullname: fullnameOf(member) }));
  return { jobID: id, number, startTime: wireTime(startsAt), cleaners };
}

type NotBooked = Refusal<'no_free_time' | 'nothing_to_book' | 'unavailable'>;

/**
 * Books a visit for the test customer at the next free time from tomorrow on. It costs nothing and counts as paid, so there
 * is nothing to pay; nobody is told of it. Of two presses at once, the second finds the first one's visit.
 */
export async function bookTestVisit(ctx: ContextOf<'admin'>): Promise<TestVisit | NotBooked> {
  const pack = await findPackageToTry(ctx);
  if (pack === null) return refuse('nothing_to_book');
  for (let attempt = 1; ; attempt += 1) {
    const known = await findTestVisit(ctx);
    if (known !== null) {
      noChange(ctx);
      return known;
    }
    const free = await findFree(ctx, pack.id);
    if (free === null) return refuse('no_free_time');
    const booked = await inTransaction(ctx, (tx) => book(tx, pack, free), slotConstraints);
    if (!isRefusal(booked) || booked.refusal !== 'slot_taken') return booked as TestVisit | NotBooked;
    if (attempt === TRIES) return refuse('no_free_time');
  }
}

type Package = ReturnType<typeof toPackageReply>;

interface Free {
  readonly postal: string;
  readonly start: Temporal.Instant;
}

async function findFree(ctx: Context, packageID: string): Promise<Free | null> {
  for (const postal of POSTALS) {
    const start = await findFreeStart(ctx, { packageID, postal });
    if (start !== null) return { postal, start };
  }
  return null;
}

async function book(tx: Tx<ContextOf<'admin'>['actor']>, pack: Package, { postal, start }: Free) {
  const customer = await addTestCustomer(tx, postal);
  if (customer === null) return (await findTestVisit(tx)) ?? refuse('unavailable');
  const size = sizeVisit(pack, {});
  if ('errors' in size) return refuse('nothing_to_book');
  const { home, area } = customer;
  const need = {
    minutes: visitMinutes(size),
    numCleaners: size.numCleaners,
    postal,
    regionID: area?.regionID ?? null,
    gender: '',
    language: '',
    hasPets: false,
    jobType: pack.type,
  };
  const settings = await readTimeSettings(tx);
  const query = { need, settings, customerID: null, home: area, named: [], starts: [start] };
  const plan = await planStarts(tx, query);
  const terms = await readSettings(tx, ['cancelFreeHours', 'lateFeePercent', 'gstRegistered']);
  const jobID = tx.newID();
  const now = tx.clock.now().toString();
  const price = testVisitQuote(
    quoteVisit(pack, { ...size, requireCleaningSupplies: false }, terms.gstRegistered),
  );
  await addJobs(tx, [
    {
      id: jobID,
      label: 'Test visit',
      packageID: pack.id,
      packageLabel: pack.label,
      customerID: TEST_CUSTOMER_ID,
      customerEmail: '',
      ...homeOfJob(home),
      jobType: pack.type,
      cleanerType: 'any',
      status: 'paid',
      source: 'office',
      startsAt: start.toString(),
      endsAt: start.add({ minutes: need.minutes }).toString(),
      hours: size.hours,
      breakHours: size.breakHours,
      numCleaners: size.numCleaners,
      requireCleaningSupplies: false,
      specialRequests: DO_NOT_GO,
      contactDetails: '',
      price: JSON.stringify(price),
      policy: JSON.stringify(cancellationTermsOf(terms)),
      amountToPay: 0,
      paidAt: now,
      confirmedAt: now,
      confirmedBy: idOf(tx.actor),
    },
  ]);
  const taken = await takeSlots(tx, {
    visits: [{ jobID, start, customerID: TEST_CUSTOMER_ID, need: plan.need, named: [], isNew: true }],
    candidates: rankedFor(plan, start).map(({ cleanerID }) => cleanerID),
    heldUntil: null,
    onExpired: async () => undefined,
  });
  if (isRefusal(taken)) return taken;
  await addCrews(tx, taken);
  const [job] = await findJobs(tx, [jobID]);
  if (job === undefined) throw new Error(`Job ${jobID} not found`);
  await prepareVisit(tx, job);
  await audit(tx, {
    action: 'test-visit.booked',
    subject: { kind: 'test-visit', id: jobID },
    after: { number: job.number, startTime: wireTime(job.startsAt) },
  });
  return toTestVisit(job);
}

/** The cleaner who sees it on the phone must not go there. */
const DO_NOT_GO =
  'This is a test. Nobody is waiting for you: please do not go. 这是测试，没有客户在等您，请不要前往。';

/**
 * Removes the test visit with everything that was made for it. Refused if anything else refers to it by now, such as a
 * payment or a pay sheet: books are never changed.
 */
export function removeTestVisit(
  ctx: ContextOf<'admin'>,
): Promise<{ readonly removed: boolean } | Refusal<'test_visit_in_use' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const found = await tx.db
      .selectFrom('job')
      .select('id')
      .where('customerID', '=', TEST_CUSTOMER_ID)
      .execute();
    // A payment of one of them, or somebody else's removal, is waited for here.
    const locked = await lockJobs(
      tx,
      found.map(({ id }) => id),
    );
    for (const { id } of locked) if (await hasPaymentAttempt(tx, id)) return refuse('test_visit_in_use');
    const isDeleted = await deleteUnreferenced(tx, async () => {
      for (const { id } of locked) await removeVisit(tx, id);
      await removeTestCustomer(tx);
    });
    if (!isDeleted) return refuse('test_visit_in_use');
    if (locked.length === 0) {
      noChange(tx);
      return { removed: false };
    }
    const [{ id } = { id: null }] = locked;
    await audit(tx, { action: 'test-visit.removed', subject: { kind: 'test-visit', id } });
    return { removed: true };
  });
}

async function removeVisit(tx: Tx, jobID: string): Promise<void> {
  await removeVisitRecords(tx, jobID);
  await removeThread(tx, jobID);
  await removeReminders(tx, jobID);
  await removeFromCovers(tx, jobID);
  await removeMessagesAbout(tx, jobID);
  await removeTimes(tx, jobID);
  await publishCalendarEvent(tx, jobID, 'delete');
  await removeJob(tx, jobID);
}
