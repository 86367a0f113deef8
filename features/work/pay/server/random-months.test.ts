import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import * as calls from '../contract.ts';
import { feature as pay } from './index.ts';

/* Random histories of visits, clock events, rates and extras: a sheet adds up to a plain recount of the clock events
   (recount), as a draft and as approved, and shows exactly the lines that change afterwards. */

const { app, world } = await startBusiness({ customers: 1, cleaners: 3, more: [pay] });
const { pool } = app.database;
const ZONE_HOURS = 8;
/** Visits are spread over these days, so that some are before and some after October. */
const FIRST_DAY = Date.parse('2026-09-28T00:00:00+08:00');
const DAYS = 38;
const DAY = 86_400_000;
const MINUTE = 60_000;
const inMonth = { params: { month: '2026-10' } };

const template = await bookTemplate();
app.clock.set('2026-11-05T10:00:00+08:00');
const office = await signedIn(app, 'admin');

/** A paid visit, of which the random ones are copies. */
async function bookTemplate(): Promise<string> {
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const addressID = world.customers[0]?.addressId ?? '';
  const body = { packageID: world.packageId, addressID, startTime: '2026-11-26T09:00:00+08:00' };
  const { id } = (await app.call(createJob, { body }, mei)).body;
  await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, mei);
  return id;
}

const visit = fc.record({
  cleaner: fc.nat({ max: 2 }),
  day: fc.nat({ max: DAYS - 1 }),
  hour: fc.constantFrom(0, 8, 13, 23),
  jobType: fc.constantFrom('regular', 'spring-cleaning'),
  halfHours: fc.integer({ min: 4, max: 16 }),
  quarterBreaks: fc.constantFrom(0, 0, 3, 4),
  /** Seconds after the planned start; null: not clocked in. */
  clockIn: fc.option(fc.integer({ min: -3600, max: 3600 })),
  /** Seconds of work more or less than planned; null: not clocked out. */
  more: fc.option(fc.oneof(fc.integer({ min: -700, max: 700 }), fc.integer({ min: -5000, max: 9000 }))),
  status: fc.constantFrom('paid', 'paid', 'paid', 'cancelled', 'expired'),
  trashed: fc.boolean(),
});
const rate = fc.record({
  cleaner: fc.option(fc.nat({ max: 2 })),
  jobType: fc.option(fc.constantFrom('regular' as const, 'spring-cleaning' as const)),
  cents: fc.integer({ min: 900, max: 2100 }),
  day: fc.nat({ max: DAYS - 1 }),
});
const extra = fc.record({
  cleaner: fc.nat({ max: 2 }),
  kind: fc.constantFrom('extra' as const, 'tip' as const, 'deduction' as const),
  amount: fc.integer({ min: 1, max: 5000 }),
});
const history = fc.record({
  visits: fc.array(visit, { maxLength: 14 }),
  rates: fc.array(rate, { maxLength: 5 }),
  extras: fc.array(extra, { maxLength: 4 }),
  /** Of the visits, whose clock-out is an hour later once the sheet is approved. */
  changed: fc.nat({ max: 13 }),
});
type Visit = typeof visit extends fc.Arbitrary<infer V> ? V : never;
type Rate = typeof rate extends fc.Arbitrary<infer R> ? R : never;

const cleanerIds = [...world.cleanerIds];
const startOf = ({ day, hour }: Visit) => FIRST_DAY + day * DAY + hour * 3_600_000;
const dayText = (ms: number) => new Date(ms + ZONE_HOURS * 3_600_000).toISOString().slice(0, 10);

/** Start and end of work in ms, as far as they were clocked. */
function clocksOf(one: Visit): readonly [number | null, number | null] {
  if (one.clockIn === null) return [null, null];
  const start = startOf(one) + one.clockIn * 1000;
  if (one.more === null) return [start, null];
  return [start, start + Math.max(0, one.halfHours * 30 * MINUTE + one.more * 1000)];
}

/** Cents of each visit of October that counts, by its number in the history. */
function recount(visits: readonly Visit[], rates: readonly Rate[]): Map<number, number> {
  const cents = new Map<number, number>();
  visits.forEach((one, at) => {
    const day = dayText(startOf(one));
    const [clockIn, clockOut] = clocksOf(one);
    const isWorked = clockIn !== null && clockOut !== null;
    if (!day.startsWith('2026-10') || !(isWorked || (one.status === 'paid' && !one.trashed))) return;
    const planned = one.halfHours * 30;
    let minutes = planned;
    if (isWorked) {
      const clocked = Math.round((clockOut - clockIn) / MINUTE);
      minutes = clocked > planned ? Math.max(planned, clocked - one.quarterBreaks * 15) : clocked;
      if (Math.abs(minutes - planned) <= 10) minutes = planned;
    }
    cents.set(at, Math.floor((minutes * rateOf(one, rates, day)) / 60 + 0.5));
  });
  return cents;
}

/** Everyone has S$10.00 an hour from the beginning. */
function rateOf(one: Visit, rates: readonly Rate[], day: string): number {
  const scopes = [
    [one.cleaner, one.jobType],
    [one.cleaner, null],
    [null, one.jobType],
    [null, null],
  ];
  for (const [cleaner, jobType] of scopes) {
    let best: Rate | null = null;
    for (const each of rates) {
      const isOfScope = each.cleaner === cleaner && each.jobType === jobType && firstDay(each) <= day;
      if (isOfScope && each.day >= (best?.day ?? 0)) best = each;
    }
    if (best !== null) return best.cents;
  }
  return 1000;
}

const firstDay = ({ day }: Rate) => dayText(FIRST_DAY + day * DAY);

/** Replaces what an earlier case has stored; the ids of the new visits. */
async function store({ visits, rates, extras }: typeof history extends fc.Arbitrary<infer H> ? H : never) {
  await pool.query(`truncate pay_line, pay_extra, pay_sheet_change, pay_sheet, pay_rate`);
  await pool.query('delete from job_crew where job_id <> $1', [template]);
  await pool.query('delete from job where id <> $1', [template]);
  const ids = visits.map(() => app.services.newId());
  for (const [at, one] of visits.entries()) await storeVisit(ids[at] ?? '', one, at);
  const save = (body: object) =>
    app.call(calls.saveRate, { body: { centsPerHour: 1000, validFrom: '2020-01-01', ...body } }, office);
  await save({});
  for (const one of rates) {
    const cleanerID = one.cleaner === null ? null : cleanerIds[one.cleaner];
    const body = { cleanerID, jobType: one.jobType, centsPerHour: one.cents, validFrom: firstDay(one) };
    expect((await save(body)).status).toBe(201);
  }
  for (const { cleaner, ...one } of extras) {
    const body = { month: '2026-10', cleanerID: cleanerIds[cleaner] ?? '', reason: 'Why not', ...one };
    expect((await app.call(calls.addExtra, { body }, office)).status).toBe(201);
  }
  return ids;
}

const { rows: columns } = await pool.query<{ name: string }>(
  `select column_name as name from information_schema.columns where table_name = 'job' and table_schema = 'public'
    and column_name not in ('id', 'number', 'starts_at', 'ends_at', 'hours', 'break_hours', 'job_type', 'status', 'trashed_at')`,
);
const rest = columns.map(({ name }) => `"${name}"`).join(', ');

async function storeVisit(id: string, one: Visit, at: number): Promise<void> {
  const start = startOf(one);
  const end = start + (one.halfHours * 30 + one.quarterBreaks * 15) * MINUTE;
  const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  await pool.query(
    `insert into job (id, number, starts_at, ends_at, hours, break_hours, job_type, status, trashed_at, ${rest})
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, ${rest} from job where id = $10`,
    [
      id,
      900_000 + at,
      text(start),
      text(end),
      one.halfHours / 2,
      one.quarterBreaks / 4,
      one.jobType,
      one.status,
      one.trashed ? text(end) : null,
      template,
    ],
  );
  const [clockIn, clockOut] = clocksOf(one).map(text);
  await pool.query(
    `insert into job_crew (job_id, place, cleaner_id, started_at, start_received_at, finished_at, finish_received_at)
      values ($1, 1, $2, $3, $3, $4, $4)`,
    [id, cleanerIds[one.cleaner], clockIn, clockOut],
  );
}

const sheet = async () => (await app.call(calls.getSheet, inMonth, office)).body;

it('a sheet adds up to a plain recount of the clock events', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (all) => {
      const ids = await store(all);
      const expected = recount(all.visits, all.rates);
      const base = [...expected.values()].reduce((sum, cents) => sum + cents, 0);
      const added = all.extras.reduce(
        (sum, { kind, amount }) => sum + (kind === 'deduction' ? -amount : amount),
        0,
      );
      const draft = await sheet();
      expect(draft.totals).toMatchObject({ visits: expected.size, base, total: base + added });
      const body = { version: draft.version ?? '' };
      expect((await app.call(calls.approveSheet, { ...inMonth, body }, office)).status).toBe(200);
      const approved = await sheet();
      expect(approved.totals).toEqual(draft.totals);
      expect(approved.cleaners).toEqual(draft.cleaners);
      await clockLater(ids, all);
      const differences = (await app.call(calls.listDifferences, inMonth, office)).body;
      const isChanged = expected.has(all.changed) && clocksOf(all.visits[all.changed] as Visit)[1] !== null;
      expect(differences.items.map(({ jobID }) => jobID)).toEqual(isChanged ? [ids[all.changed]] : []);
      expect((await sheet()).totals).toEqual(draft.totals);
    }),
    { numRuns: randomCases(12, 300) },
  );
});

async function clockLater(ids: readonly string[], { changed }: { readonly changed: number }): Promise<void> {
  await pool.query(
    `update job_crew set finished_at = finished_at + interval '1 hour',
      finish_received_at = finish_received_at + interval '1 hour' where job_id = $1`,
    [ids[changed] ?? null],
  );
}
