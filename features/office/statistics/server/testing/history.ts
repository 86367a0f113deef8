import fc from 'fast-check';
import { sql } from 'kysely';
import { JOB_TYPES } from '#features/catalogue/packages/rules/package.ts';
import { JOB_SOURCES } from '#features/work/jobs/rules/source.ts';
import { JOB_STATUSES } from '#features/work/jobs/rules/status.ts';
import type { Context } from '#platform/server/context.ts';
import { rowsAsJson } from '#platform/server/database/column-names.ts';

/* Random histories of a business: plain rows, inserted as they are. */

/** Minutes from 1 October 2026 in Singapore; tests run on 24 November at 9:00. */
const FIRST = Temporal.Instant.from('2026-10-01T00:00:00+08:00');
const DAYS = 75;
const DAY = 24 * 60;
export const instantOf = (minute: number) => FIRST.add({ minutes: minute });

/** Often at midnight, because that is where days begin and end. */
const minute = fc.oneof(
  fc.nat({ max: DAYS * DAY }),
  fc.nat({ max: DAYS }).map((days) => days * DAY),
  fc.nat({ max: DAYS }).map((days) => days * DAY + DAY - 1),
);
const tier = fc.constantFrom(27, 25, 24, 0);
const halves = fc.integer({ min: 1, max: 12 }).map((count) => count / 2);
const cents = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40_000 }));

/** Their first areas are where visits are. */
export const REGIONS = [
  '01900000-0000-7000-8000-000000000102',
  '01900000-0000-7000-8000-000000000103',
] as const;

export const visit = fc.record({
  customer: fc.nat({ max: 3 }),
  start: minute,
  minutes: fc.integer({ min: 1, max: 8 }).map((count) => count * 30),
  bookedBefore: fc.nat({ max: 30 * DAY }),
  status: fc.constantFrom(...JOB_STATUSES, 'paid' as const, 'paid' as const, 'confirmed' as const),
  jobType: fc.constantFrom(...JOB_TYPES),
  source: fc.constantFrom(...JOB_SOURCES),
  region: fc.nat({ max: REGIONS.length - 1 }),
  hours: halves,
  amount: cents,
  isTrashed: fc.nat({ max: 9 }).map((luck) => luck === 0),
  /** Minutes from the start; those paid afterwards were to be paid later. */
  paidAfter: fc.integer({ min: -20 * DAY, max: 20 * DAY }),
  crew: fc.uniqueArray(
    fc.record({
      cleaner: fc.nat({ max: 3 }),
      clock: fc.option(fc.record({ in: fc.integer({ min: -20, max: 30 }), isOut: fc.boolean() })),
    }),
    { maxLength: 3, selector: ({ cleaner }) => cleaner },
  ),
  uses: fc.array(
    fc.record({
      tier,
      hours: halves,
      state: fc.constantFrom('held', 'spent', 'returned', 'forfeited'),
      heldBefore: fc.nat({ max: 10 * DAY }),
      after: fc.nat({ max: 10 * DAY }),
    }),
    { maxLength: 2 },
  ),
  cancellation: fc.record({
    before: fc.integer({ min: 1, max: 4 * DAY }),
    onBehalfOf: fc.constantFrom('customer', 'company'),
    fee: cents,
  }),
});

export const transaction = fc.record({
  at: minute,
  customer: fc.nat({ max: 3 }),
  type: fc.constantFrom('credit-package', 'ad-hoc', 'manual'),
  method: fc.constantFrom('card', 'credits', 'cash', 'paynow', 'bank', 'adjustment', 'invoice'),
  total: fc.oneof(cents, fc.integer({ min: -5000, max: -1 })),
  isTrashed: fc.nat({ max: 9 }).map((luck) => luck === 0),
  refund: fc.option(
    fc.record({ after: fc.nat({ max: 40 * DAY }), cents: fc.integer({ min: 1, max: 9000 }) }),
  ),
});

const INTO_LOTS = ['bought', 'adjusted', 'returned', 'received', 'refunded'] as const;
const OUT_OF_LOTS = ['held', 'sent', 'expired', 'adjusted', 'refunded'] as const;
/** Hours that a customer got, and what they lost of them later. */
export const lot = fc.record({
  at: fc.nat({ max: 54 * DAY }),
  customer: fc.nat({ max: 3 }),
  tier,
  kind: fc.constantFrom(...INTO_LOTS),
  hours: halves,
  out: fc.option(
    fc.record({ after: fc.nat({ max: 30 * DAY }), kind: fc.constantFrom(...OUT_OF_LOTS), hours: halves }),
  ),
});

export const due = fc.record({
  from: minute,
  until: fc.option(fc.nat({ max: 30 * DAY })),
  cents: fc.integer({ min: 1, max: 9000 }),
  kind: fc.constantFrom('refund_by_hand', 'refund_failed', 'unwanted_payment', 'dispute', 'unallocated'),
});

export const gift = fc.record({
  sent: minute,
  end: fc.option(
    fc.record({ after: fc.nat({ max: 30 * DAY }), how: fc.constantFrom('claimed', 'returned') }),
  ),
  tier,
  hours: halves,
});

export type Visit = Made<typeof visit> & { readonly id: string; readonly customerID: string };
export type Transaction = Made<typeof transaction>;
export type Lot = Made<typeof lot>;
export type Due = Made<typeof due>;
export type Gift = Made<typeof gift>;
type Made<A> = A extends fc.Arbitrary<infer T> ? T : never;

export interface History {
  readonly visits: readonly Visit[];
  readonly transactions: readonly Transaction[];
  readonly lots: readonly Lot[];
  readonly dues: readonly Due[];
  readonly gifts: readonly Gift[];
}

interface People {
  readonly packageID: string;
  readonly customers: readonly { readonly id: string; readonly addressID: string }[];
  readonly cleanerIDs: readonly string[];
}

/** Without payments and changes of reserved hours that are still to come. */
export function asOf(visit: Visit, now: Temporal.Instant): Visit {
  const minutes = Math.floor((now.epochMilliseconds - FIRST.epochMilliseconds) / 60_000) - 1;
  return {
    ...visit,
    paidAfter: Math.min(visit.paidAfter, minutes - visit.start),
    uses: visit.uses.map((use) =>
      visit.start - use.heldBefore + use.after > minutes ? { ...use, state: 'held' } : use,
    ),
  };
}

/** The moment of a cancellation, of a payment, and of what became of reserved hours. */
export const cancelledAt = (visit: Visit) => instantOf(visit.start - visit.cancellation.before);
export const paidAt = (visit: Visit) =>
  visit.status === 'paid' ? instantOf(visit.start + visit.paidAfter) : null;
export const creditsForfeited = ({ uses }: Visit) =>
  uses.filter(({ state }) => state === 'forfeited').reduce((sum, { hours }) => sum + hours, 0);
export const heldAt = ({ start }: Visit, use: Visit['uses'][number]) => instantOf(start - use.heldBefore);
export const changedAt = ({ start }: Visit, use: Visit['uses'][number]) =>
  instantOf(start - use.heldBefore + use.after);

export async function insertHistory(ctx: Context, people: People, history: History): Promise<void> {
  const write = writer(ctx);
  await insertVisits(ctx, people, history.visits);
  for (const payment of history.transactions) await insertTransaction(ctx, people, payment);
  for (const lot of history.lots) await insertLotOf(ctx, people, lot);
  for (const due of history.dues) await insertDue(ctx, due);
  for (const gift of history.gifts) {
    const [id, senderID] = [ctx.newID(), people.customers[0]?.id];
    const end = gift.end === null ? null : instantOf(gift.sent + gift.end.after).toString();
    const ended = {
      ...(gift.end?.how === 'claimed' && { claimedAt: end, claimedBy: people.customers[1]?.id }),
      ...(gift.end?.how === 'returned' && { returnedAt: end }),
    };
    const sentAt = instantOf(gift.sent).toString();
    await write('credit_gift', [
      {
        id,
        senderID,
        email: '',
        message: '',
        hours: gift.hours,
        codeHash: `\\x${id.replaceAll('-', '')}`,
        sentAt,
        expiresAt: sentAt,
        ...ended,
      },
    ]);
    const lotID = await insertLot(ctx, people.customers[0]?.id ?? '', { tier: gift.tier, remaining: 0 });
    await write('credit_gift_part', [{ giftID: id, lotID, hours: gift.hours, cost: 0 }]);
  }
}

async function insertVisits(ctx: Context, people: People, visits: readonly Visit[]): Promise<void> {
  const write = writer(ctx);
  const areas = await ctx.db.selectFrom('area').select(['id', 'regionID']).execute();
  const areaIDs = REGIONS.map((region) => areas.find(({ regionID }) => regionID === region)?.id);
  const holdID = ctx.newID();
  const now = ctx.clock.now().toString();
  await write('job_hold', [
    {
      id: holdID,
      rootID: holdID,
      customerID: people.customers[0]?.id,
      beganAt: now,
      firstExpiresAt: '2027-01-01T00:00:00Z',
      expiresAt: '2027-01-01T00:00:00Z',
    },
  ]);
  const text = {
    label: '',
    specialRequests: '',
    contactDetails: '',
    addressLine1: '',
    addressLine2: '',
    addressLine3: '',
    addressPostal: '310145',
    addressType: 'hdb_4',
    addressCountry: '',
    addressGenderPreference: '',
    addressLanguagePreference: '',
    customerEmail: '',
    price: {},
    policy: {},
    breakHours: 0,
    requireCleaningSupplies: false,
    addressHasPets: false,
    cleanerType: 'any',
  };
  await write(
    'job',
    visits.map((visit) => ({
      ...text,
      id: visit.id,
      holdID,
      packageID: people.packageID,
      customerID: visit.customerID,
      addressID: people.customers.find(({ id }) => id === visit.customerID)?.addressID,
      jobType: visit.jobType,
      source: visit.source,
      addressAreaID: areaIDs[visit.region],
      status: visit.status,
      startsAt: instantOf(visit.start).toString(),
      endsAt: instantOf(visit.start + visit.minutes).toString(),
      createdAt: instantOf(visit.start - visit.bookedBefore).toString(),
      updatedAt: now,
      hours: visit.hours,
      numCleaners: Math.max(1, visit.crew.length),
      amountToPay: visit.amount,
      creditsUsed: visit.uses.reduce((sum, { hours }) => sum + hours, 0),
      paidAt: paidAt(visit)?.toString() ?? null,
      trashedAt: visit.isTrashed ? now : null,
    })),
  );
  await write(
    'job_crew',
    visits.flatMap(({ id, start, crew }) =>
      crew.map(({ cleaner, clock }, index) => {
        const began = clock === null ? null : instantOf(start + clock.in).toString();
        const ended = clock?.isOut ? began : null;
        return {
          jobID: id,
          place: index + 1,
          cleanerID: people.cleanerIDs[cleaner],
          startedAt: began,
          startReceivedAt: began,
          finishedAt: ended,
          finishReceivedAt: ended,
        };
      }),
    ),
  );
  const cancelled = visits.filter(({ status }) => status === 'cancelled');
  await write(
    'job_cancellation',
    cancelled.map((visit) => ({
      jobID: visit.id,
      onBehalfOf: visit.cancellation.onBehalfOf,
      fee: visit.cancellation.fee,
      refund: 0,
      creditsReturned: 0,
      creditsForfeited: creditsForfeited(visit),
      reason: '',
      createdAt: cancelledAt(visit).toString(),
    })),
  );
  for (const visit of visits) {
    for (const use of visit.uses) await insertUse(ctx, visit, use);
  }
}

async function insertUse(ctx: Context, visit: Visit, use: Visit['uses'][number]): Promise<void> {
  const lotID = await insertLot(ctx, visit.customerID, { tier: use.tier, remaining: 0 });
  const changed = changedAt(visit, use).toString();
  const isOver = use.state === 'returned' || use.state === 'forfeited';
  await writer(ctx)('credit_use', [
    {
      id: ctx.newID(),
      jobID: visit.id,
      lotID,
      customerID: visit.customerID,
      hours: use.hours,
      cost: 0,
      heldAt: heldAt(visit, use).toString(),
      spentAt: use.state === 'held' || use.state === 'returned' ? null : changed,
      endedAt: isOver ? changed : null,
      returned: use.state === 'returned' ? use.hours : 0,
    },
  ]);
}

async function insertTransaction(ctx: Context, people: People, payment: Transaction): Promise<void> {
  const id = ctx.newID();
  const same = {
    customerID: people.customers[payment.customer]?.id,
    details: '',
    method: payment.method,
    trashedAt: payment.isTrashed ? ctx.clock.now().toString() : null,
  };
  const write = writer(ctx);
  await write('money_transaction', [
    { ...same, id, type: payment.type, total: payment.total, createdAt: instantOf(payment.at).toString() },
  ]);
  if (payment.refund === null) return;
  const refund = { id: ctx.newID(), type: 'refund', refundOf: id, total: -payment.refund.cents };
  await write('money_transaction', [
    { ...same, ...refund, createdAt: instantOf(payment.at + payment.refund.after).toString() },
  ]);
}

export interface Movement {
  readonly at: Temporal.Instant;
  readonly kind: string;
  readonly tier: number;
  /** Negative out of the lot. */
  readonly hours: number;
}

/** What moved into a lot and out of it by now. */
export function movementsOf({ at, kind, tier, hours, out }: Lot, now: Temporal.Instant): Movement[] {
  const into = { at: instantOf(at), kind, tier, hours };
  if (out === null || Temporal.Instant.compare(instantOf(at + out.after), now) >= 0) return [into];
  return [into, { at: instantOf(at + out.after), kind: out.kind, tier, hours: -Math.min(hours, out.hours) }];
}

/** Movements and ledger at once, as `moveHours` writes them. */
async function insertLotOf(ctx: Context, people: People, lot: Lot): Promise<void> {
  const customerID = people.customers[lot.customer]?.id ?? '';
  const moves = movementsOf(lot, ctx.clock.now());
  const remaining = moves.reduce((sum, { hours }) => sum + hours, 0);
  const lotID = await insertLot(ctx, customerID, { tier: lot.tier, remaining });
  for (const { at, kind, hours } of moves) {
    const createdAt = at.toString();
    const ledgerTxID = await post(ctx, createdAt, [
      [`customer:${customerID}:credits:${lot.tier}:${lotID}`, `H${lot.tier}`, hours * 10],
      ['company:credits_issued', `H${lot.tier}`, -hours * 10],
    ]);
    await writer(ctx)('credit_movement', [
      {
        id: ctx.newID(),
        lotID,
        customerID,
        kind,
        hours,
        reason: '',
        ledgerTxID,
        createdAt,
      },
    ]);
  }
}

async function insertDue(ctx: Context, { kind, cents: amount, from, until }: Due): Promise<void> {
  const [began, ended] = [
    instantOf(from).toString(),
    until === null ? null : instantOf(from + until).toString(),
  ];
  if (kind === 'unallocated') {
    const account = 'unallocated_receipts';
    await post(ctx, began, [
      ['stripe_clearing', 'SGD', amount],
      [account, 'SGD', -amount],
    ]);
    if (ended !== null)
      await post(ctx, ended, [
        ['stripe_clearing', 'SGD', -amount],
        [account, 'SGD', amount],
      ]);
    return;
  }
  const settled = { resolution: 'refunded', reason: '', settledAt: ended, settledBy: ctx.newID() };
  await writer(ctx)('payment_alarm', [
    {
      id: ctx.newID(),
      kind,
      cents: amount,
      why: '',
      jobs: [],
      raisedAt: began,
      providerRef: ctx.newID(),
      ...(ended !== null && settled),
    },
  ]);
}

async function insertLot(
  ctx: Context,
  customerID: string,
  { tier: perHour, remaining }: { readonly tier: number; readonly remaining: number },
): Promise<string> {
  const id = ctx.newID();
  const purchasedAt = ctx.clock.now().toString();
  await writer(ctx)('credit_lot', [
    {
      id,
      customerID,
      perHour,
      granted: 1000,
      remaining,
      source: 'adjustment',
      purchasedAt,
      cost: 0,
      costLeft: 0,
    },
  ]);
  return id;
}

async function post(
  ctx: Context,
  createdAt: string,
  entries: readonly (readonly [account: string, commodity: string, amount: number])[],
): Promise<string> {
  const id = ctx.newID();
  await ctx.db.transaction().execute(async (db) => {
    const write = writer({ ...ctx, db });
    await write('ledger_tx', [
      { id, kind: 'test', refKind: 'test', refID: '', idempotencyKey: id, createdAt },
    ]);
    await write(
      'ledger_entry',
      entries.map(([account, commodity, amount], index) => ({
        txID: id,
        line: index + 1,
        account,
        commodity,
        amount,
      })),
    );
  });
  return id;
}

/** Writes rows with the named columns only; every row has those of the first. */
function writer({ db }: Pick<Context, 'db'>) {
  return async (table: string, rows: readonly object[]): Promise<void> => {
    const [first] = rows;
    if (first === undefined) return;
    const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${rowsAsJson(rows)}::json)`.execute(
      db,
    );
  };
}
