import { beforeAll, describe, expect, it } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import type { OfficeRole } from '#platform/kernel/actor.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { locks, type QueryHooks, readsFrom, withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { approveSheet } from './change-sheet.ts';
import { feature as pay } from './index.ts';

const { app, world } = await startBusiness({ customers: 1, cleaners: 3, more: [pay] });
const [aminah = '', siti = '', rosa = ''] = world.cleanerIDs;
const MONTH = '2026-11';
const inMonth = { params: { month: MONTH } };

let accountant: As;
let admin = '';

async function signIn(officeRole: OfficeRole = 'accountant'): Promise<As> {
  return signedIn(app, 'admin', app.services.newID(), officeRole);
}

/** A paid visit of three hours by one cleaner. */
async function book(cleaner1ID: string, startTime: string): Promise<string> {
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const addressID = world.customers[0]?.addressID ?? '';
  const body = { packageID: world.packageID, addressID, startTime, cleaner1ID };
  const { id } = (await app.call(createJob, { body }, mei)).body;
  await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, mei);
  return id;
}

async function clock(id: string, from: string | null, to: string | null): Promise<void> {
  const office = await signIn('owner');
  const body = (at: string) => ({ params: { id }, body: { at, reason: 'Phone is flat' } });
  if (from !== null) expect((await app.call(startJob, body(from), office)).status).toBe(200);
  if (to !== null) expect((await app.call(finishJob, body(to), office)).status).toBe(200);
}

const sheet = async () => (await app.call(calls.getSheet, inMonth, accountant)).body;
const version = async () => (await sheet()).version ?? '';
const approve = async (as = accountant, seen?: string) =>
  app.call(calls.approveSheet, { ...inMonth, body: { version: seen ?? (await version()) } }, as);
const addTip = (more: object = {}) =>
  app.call(
    calls.addExtra,
    { body: { month: MONTH, cleanerID: aminah, kind: 'tip', amount: 500, reason: 'From Mei', ...more } },
    accountant,
  );
const saveRate = (body: object) =>
  app.call(calls.saveRate, { body: { validFrom: '2026-01-01', centsPerHour: 1200, ...body } }, accountant);
const audited = async (action: string) => {
  const rows = app.database.db.selectFrom('audit_entry').selectAll().where('action', '=', action);
  return rows.orderBy('at').orderBy('id').execute();
};

let onTime = '';
let longer = '';
let open = '';
let gone = '';

beforeAll(async () => {
  onTime = await book(aminah, '2026-11-26T09:00:00+08:00');
  longer = await book(aminah, '2026-11-27T09:00:00+08:00');
  open = await book(siti, '2026-11-26T09:00:00+08:00');
  gone = await book(rosa, '2026-11-26T09:00:00+08:00');
  app.clock.set('2026-11-28T10:00:00+08:00');
  await clock(onTime, '2026-11-26T08:55:00+08:00', '2026-11-26T12:04:00+08:00');
  await clock(longer, '2026-11-27T09:00:00+08:00', '2026-11-27T12:30:00+08:00');
  await clock(open, '2026-11-26T09:00:00+08:00', null);
  await clock(gone, '2026-11-26T09:00:00+08:00', '2026-11-26T12:00:00+08:00');
  // Cancelled under way; its hours were corrected afterwards.
  await app.database.pool.query(
    `update job set status = 'cancelled', cancelled_at = '2026-11-26T10:00:00+08:00' where id = $1`,
    [gone],
  );
  accountant = await signIn();
});

describe('the hours of a month', () => {
  it('are planned and clocked per cleaner, for everyone in the office', async () => {
    const { body } = await app.call(calls.listHours, { query: { month: MONTH } }, await signIn('dispatcher'));
    const byCleaner = Object.fromEntries(body.items.map(({ cleaner, ...hours }) => [cleaner.id, hours]));
    expect(byCleaner[aminah]).toMatchObject({
      visits: 2,
      plannedMinutes: 360,
      clockedMinutes: 189 + 210,
      paidMinutes: 180 + 210,
      flags: { longer: 1, 'no-clock-out': 0 },
    });
    expect(byCleaner[siti]).toMatchObject({
      visits: 1,
      clockedMinutes: 0,
      paidMinutes: 180,
      flags: { 'no-clock-out': 1 },
    });
  });

  it('include a visit that was worked and then cancelled, and name it', async () => {
    const { body } = await app.call(
      calls.listHoursOfCleaner,
      { params: { id: rosa }, query: { month: MONTH } },
      await signIn('read-only'),
    );
    expect(body.items).toMatchObject([
      { jobID: gone, clockedMinutes: 180, paidMinutes: 180, flag: 'cancelled' },
    ]);
  });

  it('show no money, and are empty in another month', async () => {
    const as = await signIn('dispatcher');
    const lines = await app.call(
      calls.listHoursOfCleaner,
      { params: { id: aminah }, query: { month: MONTH } },
      as,
    );
    expect(JSON.stringify(lines.body)).not.toMatch(/amount|rate/);
    expect((await app.call(calls.listHours, { query: { month: '2026-10' } }, as)).body.items).toEqual([]);
    const wrong = await app.call(calls.listHours, { query: { month: '2026-13' } }, as);
    expect(problem(wrong).errors).toEqual([{ path: 'month', message: 'Enter the month as YYYY-MM.' }]);
  });
});

describe('who sees pay', () => {
  it.each(['office', 'dispatcher', 'read-only'] as const)('the role %s does not', async (role) => {
    const as = await signIn(role);
    expect((await app.call(calls.getSheet, inMonth, as)).status).toBe(403);
    expect((await app.call(calls.listRates, { query: {} }, as)).status).toBe(403);
    expect((await addTipAs(as)).status).toBe(403);
  });

  it('cleaners and customers do not', async () => {
    for (const as of [await signedIn(app, 'cleaner', aminah), await signedIn(app, 'customer')]) {
      expect((await app.call(calls.getSheet, inMonth, as)).status).toBe(403);
      expect((await app.call(calls.listHours, { query: { month: MONTH } }, as)).status).toBe(403);
    }
  });

  const addTipAs = (as: As) =>
    app.call(
      calls.addExtra,
      { body: { month: MONTH, cleanerID: aminah, kind: 'tip', amount: 1, reason: 'Mine' } },
      as,
    );
});

describe('a pay sheet', () => {
  it('is a draft without rates at first, and cannot be approved before the month is over', async () => {
    expect(await sheet()).toMatchObject({ status: 'draft', isOver: false, totals: { noRate: 4, total: 0 } });
    expect(problem(await approve())).toMatchObject({
      code: 'month_not_over',
      detail: 'November 2026 is not over yet. Approve it once its last day has passed.',
    });
    app.clock.set('2026-12-01T10:00:00+08:00');
    accountant = await signIn();
    expect(problem(await approve())).toMatchObject({ code: 'rates_missing', visits: 4 });
  });

  it('pays each visit at the rate of its day, the cleaner’s own first', async () => {
    expect((await saveRate({})).status).toBe(201);
    await saveRate({ cleanerID: aminah, centsPerHour: 1300, validFrom: '2026-11-27' });
    const { cleaners, totals } = await sheet();
    expect(Object.fromEntries(cleaners.map(({ cleaner, base }) => [cleaner.id, base]))).toEqual({
      [aminah]: 3 * 1200 + 3.5 * 1300,
      [siti]: 3 * 1200,
      [rosa]: 3 * 1200,
    });
    expect(totals).toMatchObject({ cleaners: 3, visits: 4, noRate: 0, total: 9 * 1200 + 3.5 * 1300 });
    const { items } = (await app.call(calls.listRates, { query: {} }, accountant)).body;
    expect(items.map(({ cleaner, isCurrent }) => [cleaner?.id ?? null, isCurrent])).toEqual([
      [aminah, true],
      [null, true],
    ]);
    expect((await audited('pay-rate.created'))[1]).toMatchObject({
      before: null,
      after: { centsPerHour: 1300 },
    });
  });

  it('refuses invalid rates and extras beside their fields', async () => {
    const path = (reply: Awaited<ReturnType<typeof addTip>>) => problem(reply).errors?.[0]?.path;
    expect(problem(await saveRate({ centsPerHour: 0 })).errors?.[0]).toMatchObject({
      path: 'centsPerHour',
      message: 'Enter more than 0.',
    });
    expect(problem(await saveRate({ centsPerHour: null })).errors?.[0]?.path).toBe('centsPerHour');
    expect(path(await addTip({ amount: 0 }))).toBe('amount');
    expect(path(await addTip({ amount: 1.5 }))).toBe('amount');
    expect(path(await addTip({ reason: ' ' }))).toBe('reason');
    expect(path(await addTip({ kind: 'bonus' }))).toBe('kind');
    expect(path(await addTip({ month: '2027-01' }))).toBe('month');
    expect(path(await addTip({ cleanerID: app.services.newID() }))).toBe('cleanerID');
    expect(path(await addTip({ jobID: open }))).toBe('jobID');
    expect(path(await addTip({ note: 'x' }))).toBeDefined();
  });

  it('has extras, tips and deductions, which can be removed', async () => {
    const tip = await addTip({ jobID: onTime });
    expect(tip.body).toMatchObject({ kind: 'tip', amount: 500, job: { id: onTime } });
    const { id } = (await addTip({ kind: 'extra', amount: 2000, reason: 'Cancelled at the door' })).body;
    await addTip({ kind: 'deduction', amount: 300, reason: 'Key' });
    const before = (await sheet()).totals;
    expect(before).toMatchObject({ tips: 500, extras: 2000, deductions: 300 });
    const remove = () => app.call(calls.removeExtra, { params: { id }, body: {} }, accountant);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await sheet()).totals).toMatchObject({ extras: 0, total: before.total - 2000 });
    expect(await audited('pay-extra.removed')).toMatchObject([
      { subjectID: id, before: { kind: 'extra', amount: 2000, cleanerID: aminah, month: MONTH } },
    ]);
  });

  it('lists its lines with the clock events they come from, then what was added', async () => {
    const query = { cleanerID: aminah };
    const { items } = (await app.call(calls.listPayLines, { ...inMonth, query }, accountant)).body;
    expect(items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['visit', 3600],
      ['visit', 4550],
      ['tip', 500],
      ['deduction', -300],
    ]);
    expect(items[1]?.visit).toMatchObject({
      jobID: longer,
      startedAt: '2026-11-27T09:00:00+08:00',
      finishedAt: '2026-11-27T12:30:00+08:00',
      flag: 'longer',
    });
  });

  it('is not approved as it was seen if a clock event has changed it', async () => {
    const seen = await version();
    await clock(open, null, '2026-11-26T13:00:00+08:00');
    const refused = problem(await approve(accountant, seen));
    const now = await sheet();
    expect(refused).toMatchObject({ code: 'sheet_changed', total: now.totals.total, version: now.version });
  });

  it('freezes its lines when approved, and refuses changes', async () => {
    admin = app.services.newID();
    await app.database.pool.query(
      "insert into admin (id, identity, password_hash, fullname, email, office_role, created_at, updated_at) values ($1, 'joanne', '', 'Joanne Tan', 'joanne@kemas.example', 'accountant', now(), now())",
      [admin],
    );
    const joanne = await signedIn(app, 'admin', admin, 'accountant');
    const { total } = (await sheet()).totals;
    const approved = await approve(joanne);
    expect(approved.body).toMatchObject({
      status: 'approved',
      version: null,
      totals: { total },
      changes: [{ action: 'approved', by: 'Joanne Tan', total }],
    });
    expect(problem(await approve(accountant, 'x'))).toMatchObject({
      code: 'not_draft',
      detail: 'Joanne Tan has already approved November 2026. Reopen it before you change it.',
    });
    expect(problem(await addTip()).code).toBe('not_draft');
    const [{ items }, { cleaners }] = [
      (await app.call(calls.listPayLines, { ...inMonth, query: {} }, accountant)).body,
      await sheet(),
    ];
    expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    expect(cleaners.reduce((sum, one) => sum + one.total, 0)).toBe(total);
    const differences = await app.call(calls.listDifferences, inMonth, accountant);
    expect(differences.body).toEqual({ count: 0, difference: 0, items: [] });
    const list = (await app.call(calls.listSheets, {}, accountant)).body.items;
    expect(list).toMatchObject([
      { month: '2026-12', status: 'draft', approved: null },
      { month: MONTH, status: 'approved', approved: { cleaners: 3, visits: 4, total } },
    ]);
  });

  it('shows which lines differ from what the clock events and rates say later', async () => {
    const late = await lateStart();
    await saveRate({ cleanerID: siti, centsPerHour: 1500, validFrom: '2026-11-01' });
    const { body } = await app.call(calls.listDifferences, inMonth, accountant);
    expect(body.count).toBe(2);
    expect(body.items).toMatchObject([
      { jobID: open, approved: { rate: 1200 }, now: { rate: 1500 } },
      { jobID: late, approved: { paidMinutes: 210 }, now: { paidMinutes: 150 } },
    ]);
    expect(body.difference).toBe(4 * 300 - 1300);
  });

  /** The second visit, as if its clock-in had arrived late. */
  async function lateStart(): Promise<string> {
    await app.database.pool.query('update job_crew set started_at = $2 where job_id = $1', [
      longer,
      '2026-11-27T10:00:00+08:00',
    ]);
    return longer;
  }

  it('is a draft again when it is reopened with a reason', async () => {
    const reopen = (reason: string) =>
      app.call(calls.reopenSheet, { ...inMonth, body: { reason } }, accountant);
    expect(problem(await reopen('')).errors?.[0]?.path).toBe('reason');
    expect((await reopen('Siti clocked out late')).body).toMatchObject({ status: 'draft' });
    expect(problem(await reopen('Again')).code).toBe('not_approved');
    expect(problem(await app.call(calls.lockSheet, { ...inMonth, body: {} }, accountant)).code).toBe(
      'not_approved',
    );
    expect(await audited('pay-sheet.reopened')).toMatchObject([
      { reason: 'Siti clocked out late', before: { status: 'approved' }, after: { status: 'draft' } },
    ]);
  });

  it('is approved once by two people at the same time, and the second learns it', async () => {
    const seen = { version: await version() };
    const joanne = { role: 'admin', id: admin, sessionID: '', officeRole: 'accountant' } as const;
    const second = await overlap(
      app,
      (tx) => approveSheet({ ...tx, actor: joanne }, MONTH, seen),
      () => approveSheet(app.context(joanne), MONTH, seen),
    );
    expect(second).toMatchObject({ refusal: 'not_draft' });
    expect(await audited('pay-sheet.approved')).toHaveLength(2);
    expect(
      (await app.call(calls.reopenSheet, { ...inMonth, body: { reason: 'Control' } }, accountant)).status,
    ).toBe(200);
  });

  it('(without its lock, the second one would run into the lines of the first)', async () => {
    const seen = { version: await version() };
    const joanne = { role: 'admin', id: admin, sessionID: '', officeRole: 'accountant' } as const;
    const bothHaveRead = barrier(2);
    const hooks: QueryHooks = {
      change: (query) => (locks(query) ? withoutLocks(query) : query),
      answered: (query) => (readsFrom(query, 'pay_sheet') ? bothHaveRead() : undefined),
    };
    const db = withHooks(app.services.db, hooks);
    const approving = () => approveSheet({ ...app.context(joanne), db }, MONTH, seen);
    const outcomes = await Promise.allSettled([approving(), approving()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String(outcomes.find((one) => one.status === 'rejected')?.reason)).toMatch(/pay_line_pkey/);
  });

  /** Resolves for everyone once `count` have arrived. */
  function barrier(count: number): () => Promise<void> {
    let arrived = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    return () => {
      arrived += 1;
      if (arrived === count) resolve();
      return promise;
    };
  }

  it('is final once it is locked, in the database too', async () => {
    const locked = await app.call(calls.lockSheet, { ...inMonth, body: {} }, accountant);
    expect(locked.body).toMatchObject({ status: 'locked' });
    const [extra] = (
      await app.call(calls.listPayLines, { ...inMonth, query: {} }, accountant)
    ).body.items.flatMap((line) => line.extra ?? []);
    const tried = [
      await approve(accountant, 'x'),
      await addTip(),
      await app.call(calls.removeExtra, { params: { id: extra?.id ?? '' }, body: {} }, accountant),
      await app.call(calls.reopenSheet, { ...inMonth, body: { reason: 'Oops' } }, accountant),
      await app.call(calls.lockSheet, { ...inMonth, body: {} }, accountant),
    ];
    expect(tried.map((reply) => problem(reply).code)).toEqual(Array(5).fill('sheet_locked'));
    for (const change of [
      "update pay_sheet set status = 'approved'",
      'delete from pay_sheet_change',
      'delete from pay_line',
      'update pay_line set amount = 1',
      'delete from pay_extra',
      'update pay_extra set amount = 1',
    ])
      await expect(app.database.pool.query(change), change).rejects.toThrow('the pay sheet is locked');
    expect((await addTip({ month: '2026-12', reason: 'Correction of November' })).status).toBe(201);
  });

  it('is a file by cleaner and one by line, named after the month', async () => {
    const file = (url: string) =>
      app.request({ method: 'GET', url, headers: { authorization: `Bearer ${accountant.jwt}` } });
    const byCleaner = await file(`/api/pay/sheets/${MONTH}/cleaners?download=1`);
    expect(byCleaner.headers['content-disposition']).toBe(
      'attachment; filename="pay-2026-11-01-to-2026-11-30.csv"',
    );
    const [heading, ...rows] = String(byCleaner.body).trim().split('\r\n');
    expect(heading).toContain('Base (S$),Extras (S$),Tips (S$),Deductions (S$),Total (S$)');
    expect(rows).toHaveLength(3);
    const lines = String((await file(`/api/pay/sheets/${MONTH}/lines?download=1`)).body);
    expect(lines).toContain('2026-11-26 08:55,2026-11-26 12:04,3.15,3.00');
    expect(lines).toContain('-3.00,Key');
    expect((await file(`/api/pay/hours?month=${MONTH}&download=1`)).status).toBe(200);
  });

  it('does not pay a visit again that was moved after its month was paid', async () => {
    await app.database.pool.query(
      `update job set starts_at = starts_at + interval '6 days', ends_at = ends_at + interval '6 days' where id = $1`,
      [open],
    );
    app.clock.set('2026-12-05T10:00:00+08:00');
    accountant = await signIn();
    const december = { params: { month: '2026-12' } };
    const { totals } = (await app.call(calls.getSheet, december, accountant)).body;
    expect(totals).toMatchObject({ visits: 1, paidMinutes: 0, base: 0, flags: { 'paid-before': 1 } });
    const { items } = (await app.call(calls.listPayLines, { ...december, query: {} }, accountant)).body;
    expect(items.flatMap(({ visit }) => visit ?? [])).toMatchObject([
      { jobID: open, paidMinutes: 0, flag: 'paid-before' },
    ]);
  });

  it('refuses extras of a month long ago', async () => {
    expect(problem(await addTip({ month: '1900-01' })).errors).toEqual([
      { path: 'month', message: 'Enter a month from 2020 on.' },
    ]);
  });
});
