import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { correctHours } from '#features/work/visits/contract/visit-day.ts';
import { confirmTookPlace } from '#features/work/visits/contract.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import * as calls from '../contract.ts';
import { feature as pay } from './index.ts';

/* Random histories of visits, clock events, corrections by the office over HTTP, rates and extras: a sheet adds up to a recount, as a draft and
   as approved, and shows exactly the lines that change afterwards. The recount shares no code and no formula with the
   rules: it walks through each cleaner's month second by second and counts a second only once. */

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
const NOW = Date.parse('2026-11-05T10:00:00+08:00');
app.clock.set('2026-11-05T10:00:00+08:00');
const office = await signedIn(app, 'admin');

/** A paid visit, of which the random ones are copies. */
async function bookTemplate(): Promise<string> {
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const addressID = world.customers[0]?.addressID ?? '';
  const body = { packageID: world.packageID, addressID, startTime: '2026-11-26T09:00:00+08:00' };
  const { id } = (await app.call(createJob, { body }, mei)).body;
  await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, mei);
  return id;
}

const anyVisit = fc.record({
  cleaner: fc.nat({ max: 2 }),
  /** Often the same ones, so that visits overlap. */
  day: fc.oneof(fc.nat({ max: DAYS - 1 }), fc.constantFrom(5, 6)),
  hour: fc.constantFrom(0, 8, 9, 11, 13, 23),
  jobType: fc.constantFrom('regular', 'spring-cleaning'),
  halfHours: fc.integer({ min: 4, max: 16 }),
  quarterBreaks: fc.constantFrom(0, 0, 3, 4),
  /** Seconds after the planned start; null: not clocked in. */
  clockIn: fc.option(fc.integer({ min: -3600, max: 3600 })),
  /** Seconds of work more or less than planned; null: not clocked out. */
  more: fc.option(
    fc.oneof(
      fc.integer({ min: -700, max: 700 }),
      fc.integer({ min: -5000, max: 9000 }),
      fc.integer({ min: 9000, max: 90_000 }),
    ),
  ),
  status: fc.constantFrom('paid', 'paid', 'paid', 'cancelled', 'expired'),
  /** Seconds after the planned start at which it was cancelled, if it was. */
  cancelledAfter: fc.integer({ min: -7200, max: 90_000 }),
  /** The office has set the times. */
  corrected: fc.constantFrom(false, false, true),
  /** Someone else has taken this cleaner's place, so many seconds after the planned start. */
  replacedAfter: fc.constantFrom(null, null, null, null, 3600, 40_000),
  trashed: fc.constantFrom(false, false, false, true),
});
/** A visit on which its crew has worked is never in the trash. */
const visit = anyVisit.map((one) => ({
  ...one,
  trashed: one.trashed && (one.clockIn === null || one.replacedAfter !== null),
}));
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
/** What the office does to the hours of a visit. */
const correction = fc.record({
  does: fc.constantFrom('correct', 'took place'),
  nth: fc.nat({ max: 19 }),
  clockIn: fc.integer({ min: 0, max: 3600 }),
  more: fc.integer({ min: -3600, max: 36_000 }),
});
const history = fc.record({
  visits: fc.array(visit, { maxLength: 20 }),
  rates: fc.array(rate, { maxLength: 5 }),
  extras: fc.array(extra, { maxLength: 4 }),
  corrections: fc.array(correction, { maxLength: 4 }),
  /** Of the visits, whose clock-out is an hour later once the sheet is approved. */
  changed: fc.nat({ max: 19 }),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;
type Visit = typeof visit extends fc.Arbitrary<infer V> ? V : never;
type Correction = typeof correction extends fc.Arbitrary<infer C> ? C : never;
type Rate = typeof rate extends fc.Arbitrary<infer R> ? R : never;

const cleanerIDs = [...world.cleanerIDs];
const startOf = ({ day, hour }: Visit) => FIRST_DAY + day * DAY + hour * 3_600_000;
const dayText = (ms: number) => new Date(ms + ZONE_HOURS * 3_600_000).toISOString().slice(0, 10);

/** Start and end of work in ms, as far as they were clocked. */
function clocksOf(one: Visit): readonly [number | null, number | null] {
  if (one.clockIn === null) return [null, null];
  const start = startOf(one) + one.clockIn * 1000;
  if (one.more === null) return [start, null];
  return [start, start + Math.max(0, one.halfHours * 30 * MINUTE + one.more * 1000)];
}

const endOf = (one: Visit) => startOf(one) + (one.halfHours * 30 + one.quarterBreaks * 15) * MINUTE;
const cancelledAt = (one: Visit) =>
  one.status === 'cancelled' ? startOf(one) + one.cancelledAfter * 1000 : null;
const replacedAt = (one: Visit) =>
  one.replacedAfter === null ? null : startOf(one) + one.replacedAfter * 1000;

interface Work {
  /** The seconds since 1970 that this visit takes of the cleaner's time. */
  readonly from: number;
  readonly until: number;
  /** False: they are not known, so that the agreed time is paid. */
  readonly isKnown: boolean;
}

/** The work of a visit; null if it does not belong in the sheet. */
function workOf(one: Visit): Work | null {
  const [clockIn, clockOut] = clocksOf(one);
  const cutAt = replacedAt(one) ?? cancelledAt(one);
  const out = clockOut ?? (clockIn === null || cutAt === null ? null : Math.max(clockIn, cutAt));
  const isAgreed = one.status === 'paid' && !one.trashed && one.replacedAfter === null;
  if (!isAgreed && (clockIn === null || out === null)) return null;
  const from = (clockIn ?? startOf(one)) / 1000;
  const isNextDay = out !== null && dayText(out - 1) > dayText(endOf(one) - 1);
  const isTooLong = out !== null && out - from * 1000 > endOf(one) - startOf(one) + 3 * 60 * MINUTE;
  const isKnown = clockIn !== null && out !== null && (one.corrected || !(isNextDay || isTooLong));
  const until = isKnown ? out / 1000 : from + (endOf(one) - startOf(one)) / 1000;
  return { from, until, isKnown };
}

/** Cents of each visit of October that counts, by its id. */
function recount(visits: readonly Visit[], ids: readonly string[], rates: readonly Rate[]) {
  const cents = new Map<string, number>();
  for (const cleaner of [0, 1, 2]) {
    const busy = new Set<number>();
    const own = visits.flatMap((one, at) => {
      const work = one.cleaner === cleaner && dayText(startOf(one)).startsWith('2026-10') && workOf(one);
      return work ? [{ ...work, one, id: ids[at] ?? '' }] : [];
    });
    own.sort((a, b) => a.from - b.from || startOf(a.one) - startOf(b.one) || (a.id < b.id ? -1 : 1));
    for (const { one, id, from, until, isKnown } of own) {
      const again = spend(busy, from, until);
      const fresh = until - from - again;
      const minutes = isKnown
        ? minutesOfWork(one, Math.floor((fresh + 30) / 60))
        : Math.max(0, one.halfHours * 30 - Math.floor((again + 30) / 60));
      cents.set(id, Math.floor((minutes * rateOf(one, rates, dayText(startOf(one)))) / 60 + 0.5));
    }
  }
  return cents;
}

/** Marks each second as used; the number of those that an earlier visit has used already. */
function spend(busy: Set<number>, from: number, until: number): number {
  let again = 0;
  for (let second = from; second < until; second += 1) {
    if (busy.has(second)) again += 1;
    busy.add(second);
  }
  return again;
}

/** Minute by minute: those beyond the agreed ones are the unpaid break at first; ten more or less do not matter. */
function minutesOfWork({ halfHours, quarterBreaks }: Visit, minutes: number): number {
  const agreed = halfHours * 30;
  let [paid, rest] = [0, quarterBreaks * 15];
  for (let minute = 0; minute < minutes; minute += 1) {
    if (paid >= agreed && rest > 0) rest -= 1;
    else paid += 1;
  }
  return paid >= agreed - 10 && paid <= agreed + 10 ? agreed : paid;
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
async function store({ visits, rates, extras }: History) {
  await pool.query(`truncate pay_line, pay_extra, pay_sheet_change, pay_sheet, pay_rate`);
  await pool.query('delete from job_crew where job_id <> $1', [template]);
  await pool.query('delete from job_former_crew');
  await pool.query('delete from job where id <> $1', [template]);
  const ids = visits.map(() => app.services.newID());
  for (const [at, one] of visits.entries()) await storeVisit(ids[at] ?? '', one, at);
  const save = (body: object) =>
    app.call(calls.saveRate, { body: { centsPerHour: 1000, validFrom: '2020-01-01', ...body } }, office);
  await save({});
  for (const one of rates) {
    const cleanerID = one.cleaner === null ? null : cleanerIDs[one.cleaner];
    const body = { cleanerID, jobType: one.jobType, centsPerHour: one.cents, validFrom: firstDay(one) };
    expect((await save(body)).status).toBe(201);
  }
  for (const { cleaner, ...one } of extras) {
    const body = { month: '2026-10', cleanerID: cleanerIDs[cleaner] ?? '', reason: 'Why not', ...one };
    expect((await app.call(calls.addExtra, { body }, office)).status).toBe(201);
  }
  return ids;
}

const { rows: columns } = await pool.query<{ name: string }>(
  `select column_name as name from information_schema.columns where table_name = 'job' and table_schema = 'public'
    and column_name not in ('id', 'number', 'starts_at', 'ends_at', 'hours', 'break_hours', 'job_type', 'status', 'trashed_at',
      'cancelled_at')`,
);
const rest = columns.map(({ name }) => `"${name}"`).join(', ');

async function storeVisit(id: string, one: Visit, at: number): Promise<void> {
  const start = startOf(one);
  const end = endOf(one);
  const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  await pool.query(
    `insert into job (id, number, starts_at, ends_at, hours, break_hours, job_type, status, trashed_at, cancelled_at, ${rest})
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${rest} from job where id = $11`,
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
      text(cancelledAt(one)),
      template,
    ],
  );
  const [clockIn, clockOut] = clocksOf(one).map(text);
  const isCorrected = one.corrected && clockIn != null;
  const correction = isCorrected ? [text(end), template, 'Phone is flat'] : [null, null, null];
  const clock = [id, cleanerIDs[one.cleaner], clockIn, clockOut, ...correction];
  const columns =
    'job_id, cleaner_id, started_at, start_received_at, finished_at, finish_received_at, corrected_at, corrected_by, correction_reason';
  const values = '$1, $2, $3, $3, $4, $4, $5, $6, $7';
  if (one.replacedAfter === null) {
    await pool.query(`insert into job_crew (place, ${columns}) values (1, ${values})`, clock);
  } else {
    await pool.query(`insert into job_former_crew (${columns}, replaced_at) values (${values}, $8)`, [
      ...clock,
      text(replacedAt(one)),
    ]);
  }
}

/** Makes the corrections over HTTP; the visits as they are afterwards. */
async function correctAll({ visits, corrections }: History, ids: readonly string[]): Promise<Visit[]> {
  const after = [...visits];
  for (const one of corrections) {
    const [visit, id] = [after[one.nth], ids[one.nth]];
    if (visit === undefined || id === undefined) continue;
    after[one.nth] = one.does === 'correct' ? await correct(visit, id, one) : await confirmTaken(visit, id);
  }
  return after;
}

async function correct(visit: Visit, id: string, { clockIn, more }: Correction): Promise<Visit> {
  const after = { ...visit, clockIn, more, corrected: true };
  const [startedAt = null, finishedAt = null] = clocksOf(after).map((ms) =>
    ms === null ? null : new Date(ms).toISOString(),
  );
  const body = { cleanerID: cleanerIDs[visit.cleaner] ?? '', startedAt, finishedAt, reason: 'Phone is flat' };
  const { status } = await app.call(correctHours, { params: { id }, body }, office);
  const isPast = (finishedAt ?? '') <= new Date(NOW).toISOString();
  const isTaken = !visit.trashed && visit.status !== 'expired' && isPast;
  expect(status < 300).toBe(isTaken);
  return isTaken ? after : visit;
}

/** The planned times, as far as there are no others. Someone who was replaced is not asked about. */
async function confirmTaken(visit: Visit, id: string): Promise<Visit> {
  const { status } = await app.call(confirmTookPlace, { params: { id }, body: {} }, office);
  const isTaken = visit.status === 'paid' && !visit.trashed;
  expect(status < 300).toBe(isTaken);
  if (!isTaken || visit.replacedAfter !== null || clocksOf(visit)[1] !== null) return visit;
  const clockIn = visit.clockIn ?? 0;
  const worked = Math.max(0, (endOf(visit) - startOf(visit)) / 1000 - clockIn);
  return { ...visit, clockIn, more: worked - visit.halfHours * 1800, corrected: true };
}

const sheet = async () => (await app.call(calls.getSheet, inMonth, office)).body;

it('a sheet adds up to a plain recount of the clock events', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (told) => {
      const ids = await store(told);
      const all = { ...told, visits: await correctAll(told, ids) };
      const expected = recount(all.visits, ids, all.rates);
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
      expect(new Set(differences.items.map(({ jobID }) => jobID))).toEqual(changedIn(all, ids, expected));
      expect((await sheet()).totals).toEqual(draft.totals);
    }),
    { numRuns: randomCases(12, 300) },
  );
});

/** The visit itself, and those of the cleaner that have time in common with it. */
function changedIn({ visits, rates, changed }: History, ids: readonly string[], before: Map<string, number>) {
  const one = visits[changed];
  if (one === undefined || one.more === null) return new Set();
  const later = visits.with(changed, { ...one, more: Math.max(-one.halfHours * 1800, one.more) + 3600 });
  const after = recount(later, ids, rates);
  const isItself = (id: string) => id === ids[changed] && clocksOf(one)[1] !== null;
  return new Set([...after.keys()].filter((id) => isItself(id) || after.get(id) !== before.get(id)));
}

async function clockLater(ids: readonly string[], { changed }: { readonly changed: number }): Promise<void> {
  for (const table of ['job_crew', 'job_former_crew']) {
    await pool.query(
      `update ${table} set finished_at = finished_at + interval '1 hour',
        finish_received_at = finish_received_at + interval '1 hour' where job_id = $1`,
      [ids[changed] ?? null],
    );
  }
}
