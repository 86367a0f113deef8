import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { createCustomer, getCustomer, updateCustomerAsAdmin } from '#features/people/customers/contract.ts';
import type { Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { creditsLeftStatistics } from '../contract/statistics.ts';
import { listCreditMovements, listCredits, listLots } from '../contract.ts';
import { holdCredits, returnCredits, spendCredits } from './index.ts';
import { addJob, addPerson, balanceOf, giveHours, startCreditApp } from './testing/credit-world.ts';

let office: As;
let mei: { id: string; email: string };

const app = await startCreditApp();

beforeEach(async () => {
  mei = await addPerson(app.context());
  office = await signedIn(app, 'admin');
});
checkBooksAfterEach(() => app);

const inDays = (days: number) => app.clock.now().add({ hours: 24 * days });
const balance = () => balanceOf(app.context(), mei.id);
const movements = async () => {
  const params = { id: mei.id };
  const admin = await signedIn(app, 'admin'); // sessions expire as the clock moves
  const reply = await app.call(listCreditMovements, { params, query: {} }, admin);
  return reply.body.items.map(({ kind, hours, perHour, reason }) => ({ kind, hours, perHour, reason }));
};
/** Whether each movement is of reserved hours, newest first. */
const held = async () => {
  const reply = await app.call(
    listCreditMovements,
    { params: { id: mei.id }, query: {} },
    await signedIn(app, 'admin'),
  );
  return reply.body.items.map(({ kind, isHeld }) => [kind, isHeld]);
};
/** The balance of a ledger account in cents. */
async function posted(account: string): Promise<number> {
  const { rows } = await app.database.pool.query(
    `select coalesce(sum(amount), 0)::int as cents from ledger_entry where account = $1 and commodity = 'SGD'`,
    [account],
  );
  return rows[0].cents;
}

describe('the lots of a customer', () => {
  it('are a bare array in spending order', async () => {
    const late = await giveHours(app.context(), mei.id, { hours: 12, perHour: 25, expiresAt: inDays(90) });
    const paid = await giveHours(app.context(), mei.id, { hours: 3, expiresAt: inDays(30) });
    const free = await giveHours(app.context(), mei.id, { hours: 2, perHour: 0, expiresAt: inDays(30) });
    await giveHours(app.context(), mei.id, { hours: 5, expiresAt: app.clock.now() });
    const never = await giveHours(app.context(), mei.id, { hours: 1 });
    const own = await signedIn(app, 'customer', mei.id);
    const { body } = await app.call(listLots, { params: { id: mei.id } }, own);
    expect(body.map((lot) => lot.id)).toEqual([free, paid, late, never]);
    const wei = await signedIn(app, 'customer', (await addPerson(app.context())).id);
    expect((await app.call(listLots, { params: { id: mei.id } }, wei)).status).toBe(404);
    expect((await app.call(listLots, { params: { id: app.services.newID() } }, office)).status).toBe(404);
  });

  it('are listed for the office by holder, and as CSV', async () => {
    await giveHours(app.context(), mei.id, { hours: 3 });
    const lot = await giveHours(app.context(), mei.id, { hours: 2, perHour: 0, expiresAt: inDays(3) });
    const query = { customerID: mei.id, sortby: 'expiresAt', order: 'asc' } as const;
    const { body } = await app.call(listCredits, { query }, office);
    expect(body.items).toMatchObject([
      { id: lot, granted: 2, customer: { id: mei.id, fullname: 'Mei Tan' } },
      { perHour: 27, expiresAt: null },
    ]);
    const found = await app.call(listCredits, { query: { ...query, q: mei.email, size: 1 } }, office);
    expect(found.body).toMatchObject({ total: 2, items: [{ id: lot }] });
    const next = await app.call(listCredits, { query: { ...query, after: found.body.next ?? '' } }, office);
    expect(next.body.items).toMatchObject([{ perHour: 27 }]);
    const csv = await app.request({
      url: `/api/credits/list?download=1&customerID=${mei.id}`,
      headers: { authorization: `Bearer ${office.jwt}` },
    });
    expect(String(csv.body)).toContain('Mei Tan,0,2,2,adjustment');
    const own = await signedIn(app, 'customer', (await addPerson(app.context())).id);
    expect((await app.call(listCredits, { query: {} }, own)).body.items).toEqual([]);
  });

  it('are summed by tier, value and month of expiry', async () => {
    const before = (await app.call(creditsLeftStatistics, {}, office)).body;
    await giveHours(app.context(), mei.id, { hours: 2.5, perHour: 24, expiresAt: inDays(1) });
    await giveHours(app.context(), mei.id, { hours: 2, perHour: 24, expiresAt: inDays(10) });
    const after = (await app.call(creditsLeftStatistics, {}, office)).body;
    expect(after.tiers.map((tier) => tier.perHour)).toEqual([27, 25, 24, 0]);
    expect(after.totalHours - before.totalHours).toBe(4.5);
    expect(after.totalValue - before.totalValue).toBe(10_800);
    expect(after.customers - before.customers).toBe(1);
    expect(after.tiers[2]?.expiring.map(({ month }) => month)).toEqual(['2026-11', '2026-12']);
    expect(after.period).toBeNull();
  });

  it('are reported over a range of days, with balances and changes', async () => {
    const query = { from_date: '2026-11-01 00:00:00', to_date: '2027-02-28 23:59:59' };
    const before = (await app.call(creditsLeftStatistics, { query }, office)).body;
    await giveHours(app.context(), mei.id, { hours: 2, perHour: 24 });
    const { period } = (await app.call(creditsLeftStatistics, { query }, office)).body;
    expect(period).toMatchObject({ from_date: '2026-11-01', to_date: '2027-02-28' });
    expect((period?.closing.hours ?? 0) - (before.period?.closing.hours ?? 0)).toBe(2);
    expect((period?.closing.value ?? 0) - (before.period?.closing.value ?? 0)).toBe(4800);
    expect(period?.opening).toEqual(before.period?.opening);
    const changed = period?.changes.reduce((sum, { hours }) => sum + hours, 0) ?? 0;
    expect((period?.opening.hours ?? 0) + changed).toBe(period?.closing.hours);
    const today = app.clock.now().toZonedDateTimeISO('Asia/Singapore').toPlainDate().toString();
    expect(period?.rows.at(-1)).toEqual({ date: today, ...period?.closing });
    const later = { query: { from_date: '2027-02-01', to_date: '2027-02-28' } };
    const { body } = await app.call(creditsLeftStatistics, later, office);
    expect(body.period).toMatchObject({ opening: period?.closing, changes: [], rows: [] });
  });
});

describe('adjusting a customer’s hours', () => {
  const update = (body: object) => app.call(updateCustomerAsAdmin, { params: { id: mei.id }, body }, office);

  it('sets the named tiers and leaves the others', async () => {
    await giveHours(app.context(), mei.id, { hours: 10, cost: 27000, expiresAt: inDays(90) });
    const earned = await posted('revenue:expired-credits');
    const credits = [
      { perHour: 27 as const, numCredits: 4 },
      { perHour: 0 as const, numCredits: 2.5 },
    ];
    const changed = await update({ credits, creditsReason: 'Broke a vase' });
    expect(changed.body).toMatchObject({ creditsLeft: 6.5, credits });
    const { body } = await app.call(getCustomer, { params: { id: mei.id } }, office);
    expect(body).toMatchObject({ creditsLeft: 6.5, credits });
    expect((await movements()).slice(0, 2)).toEqual([
      { kind: 'adjusted', hours: 2.5, perHour: 0, reason: 'Broke a vase' },
      { kind: 'adjusted', hours: -6, perHour: 27, reason: 'Broke a vase' },
    ]);
    expect((await posted('revenue:expired-credits')) - earned).toBe(-16_200); // six of ten hours, as income
    const { rows } = await app.database.pool.query(
      `select reason, after from audit_entry where action = 'customer.credits-adjusted' and subject_id = $1`,
      [mei.id],
    );
    expect(rows).toEqual([{ reason: 'Broke a vase', after: { credits } }]);
  });

  it('takes back unpaid hours first', async () => {
    await giveHours(app.context(), mei.id, { hours: 4, cost: 10800, expiresAt: inDays(5) });
    await update({ credits: [{ perHour: 27, numCredits: 9 }] });
    await update({ credits: [{ perHour: 27, numCredits: 3 }] });
    const { rows } = await app.database.pool.query(
      'select remaining::float, cost_left from credit_lot where customer_id = $1 and remaining > 0',
      [mei.id],
    );
    expect(rows).toEqual([{ remaining: 3, costLeft: 8100 }]);
  });

  it('does nothing if nothing changes', async () => {
    await giveHours(app.context(), mei.id, { hours: 4 });
    const same = await update({
      credits: [
        { perHour: 27, numCredits: 4 },
        { perHour: 25, numCredits: 0 },
      ],
    });
    expect(same.status).toBe(200);
    expect(await movements()).toHaveLength(1);
  });

  it('works for a new customer too', async () => {
    const person = { mobile: '91112222', firstname: 'Siti', email: 'siti@home.example' };
    const body = { ...person, credits: [{ perHour: 0 as const, numCredits: 2 }] };
    const created = await app.call(createCustomer, { body }, office);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ creditsLeft: 2, credits: [{ perHour: 0, numCredits: 2 }] });
  });

  it.each([
    ['a negative number', [{ perHour: 27, numCredits: -1 }]],
    ['a quarter of an hour', [{ perHour: 27, numCredits: 0.25 }]],
    ['an unknown tier', [{ perHour: 26, numCredits: 1 }]],
    ['a tier twice', [27, 27].map((perHour) => ({ perHour, numCredits: 1 }))],
  ])('refuses %s', async (_what, credits) => {
    expect(problem(await update({ credits })).code).toBe('invalid');
    expect(await balance()).toBe(0);
  });
});

describe('hours that expire', () => {
  it('leave their lots, and their cost becomes revenue', async () => {
    await giveHours(app.context(), mei.id, { hours: 3, cost: 8000, expiresAt: inDays(1) });
    await giveHours(app.context(), mei.id, { hours: 2, expiresAt: inDays(2) });
    const earned = await posted('revenue:expired-credits');
    app.clock.advance({ days: 1 });
    await Promise.all([app.runCronJobs(), app.runCronJobs()]);
    expect(await balance()).toBe(2);
    expect((await movements())[0]).toMatchObject({ kind: 'expired', hours: -3 });
    expect((await posted('revenue:expired-credits')) - earned).toBe(-8000);
  });

  it('are announced 30 and 7 days before, each once, one e-mail a day', async () => {
    app.clock.set('2027-03-01T10:00:00+08:00');
    await giveHours(app.context(), mei.id, { hours: 3, expiresAt: inDays(31) });
    await giveHours(app.context(), mei.id, { hours: 2.5, expiresAt: inDays(30) });
    const mails = async () => {
      await app.runCronJobs();
      await app.runOutbox();
      return app.sent.mail.splice(0).filter((mail) => mail.to === mei.email);
    };
    expect((await mails()).map((mail) => mail.subject)).toEqual(['2.5 hours to use by 31 Mar 2027']);
    expect(await mails()).toEqual([]);
    await giveHours(app.context(), mei.id, { hours: 1, expiresAt: inDays(20) });
    expect(await mails()).toEqual([]); // one a day
    app.clock.advance({ hours: 22 });
    expect(await mails()).toEqual([]); // it is 08:00, before the first hour
    app.clock.advance({ hours: 2 });
    const [second] = await mails();
    expect(second?.body).toContain('1 hour: until 21 Mar 2027\n3 hours: until 1 Apr 2027');
    app.clock.set('2027-03-24T10:00:00+08:00');
    expect((await mails()).map((mail) => mail.subject)).toEqual(['2.5 hours to use by 31 Mar 2027']);
    app.clock.set('2027-03-25T10:00:00+08:00');
    expect((await mails()).map((mail) => mail.subject)).toEqual(['3 hours to use by 1 Apr 2027']);
    expect(await mails()).toEqual([]);
  });
});

describe('hours of a visit', () => {
  const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(app.context(), work);

  it('return to their lots, longest-lasting first, and the rest is forfeited', async () => {
    const soon = await giveHours(app.context(), mei.id, { hours: 2, cost: 5000, expiresAt: inDays(10) });
    const late = await giveHours(app.context(), mei.id, { hours: 4, cost: 10000, expiresAt: inDays(90) });
    const jobID = await addJob(app.context(), mei.id);
    expect(await run((tx) => holdCredits(tx, { jobID, customerID: mei.id, hours: 4 }))).toBe(4);
    await run((tx) => spendCredits(tx, jobID, 'revenue:one-time'));
    expect(await run((tx) => returnCredits(tx, jobID, { hours: 3, income: 'revenue:one-time' }))).toBe(3);
    const { rows } = await app.database.pool.query(
      'select id, remaining::float, cost_left from credit_lot where customer_id = $1 order by expires_at',
      [mei.id],
    );
    expect(rows).toEqual([
      { id: soon, remaining: 1, costLeft: 2500 },
      { id: late, remaining: 4, costLeft: 10000 },
    ]);
  });

  it('are marked as held until the visit is paid', async () => {
    await giveHours(app.context(), mei.id, { hours: 4, expiresAt: inDays(90) });
    const jobID = await addJob(app.context(), mei.id);
    const hold = () => run((tx) => holdCredits(tx, { jobID, customerID: mei.id, hours: 2 }));
    await hold();
    expect((await held())[0]).toEqual(['held', true]);
    app.clock.advance({ minutes: 1 });
    await run((tx) => returnCredits(tx, jobID));
    app.clock.advance({ minutes: 1 });
    await hold();
    expect((await held()).slice(0, 3)).toEqual([
      ['held', true],
      ['returned', false],
      ['held', false],
    ]);
    await run((tx) => spendCredits(tx, jobID, 'revenue:one-time'));
    expect((await held())[0]).toEqual(['held', false]);
  });

  it('are taken from a named lot first', async () => {
    await giveHours(app.context(), mei.id, { hours: 2, expiresAt: inDays(10) });
    const late = await giveHours(app.context(), mei.id, { hours: 4, expiresAt: inDays(90) });
    const jobID = await addJob(app.context(), mei.id);
    await run((tx) => holdCredits(tx, { jobID, customerID: mei.id, hours: 4.5, firstLotID: late }));
    const { rows } = await app.database.pool.query(
      'select remaining::float from credit_lot where customer_id = $1 order by expires_at',
      [mei.id],
    );
    expect(rows.map((row) => row.remaining)).toEqual([1.5, 0]);
  });

  it('of a paid visit are extended by thirty days if their lot has expired', async () => {
    await giveHours(app.context(), mei.id, { hours: 3, expiresAt: inDays(1) });
    const jobID = await addJob(app.context(), mei.id);
    await run((tx) => holdCredits(tx, { jobID, customerID: mei.id, hours: 2 }));
    await run((tx) => spendCredits(tx, jobID, 'revenue:one-time'));
    app.clock.advance({ days: 2 });
    expect(await run((tx) => returnCredits(tx, jobID, { hours: 2, income: 'revenue:one-time' }))).toBe(2);
    expect(await balance()).toBe(2); // the remaining hour has expired
    app.clock.advance({ days: 30 });
    await app.runCronJobs();
    expect(await balance()).toBe(0);
  });

  it('of a visit that was booked during such an extension are not extended again', async () => {
    await giveHours(app.context(), mei.id, { hours: 2, expiresAt: inDays(1) });
    const bookAndCancel = async () => {
      const jobID = await addJob(app.context(), mei.id);
      await run((tx) => holdCredits(tx, { jobID, customerID: mei.id, hours: 2 }));
      await run((tx) => spendCredits(tx, jobID, 'revenue:one-time'));
      app.clock.advance({ days: 31 });
      await run((tx) => returnCredits(tx, jobID, { hours: 2, income: 'revenue:one-time' }));
    };
    await bookAndCancel();
    expect(await balance()).toBe(2);
    await bookAndCancel();
    expect(await balance()).toBe(0);
  });

  it('of an unpaid hold expire with their lot', async () => {
    await giveHours(app.context(), mei.id, { hours: 2, expiresAt: app.clock.now().add({ minutes: 5 }) });
    const jobID = await addJob(app.context(), mei.id);
    await run((tx) => holdCredits(tx, { jobID, customerID: mei.id, hours: 2 }));
    app.clock.advance({ minutes: 15 });
    await run((tx) => returnCredits(tx, jobID));
    expect(await balance()).toBe(0);
    expect((await movements())[0]).toMatchObject({ kind: 'expired', hours: -2 });
  });

  it('from many lots are one movement with many parts', async () => {
    for (let i = 0; i < 80; i += 1) await giveHours(app.context(), mei.id, { hours: 0.5 });
    const jobID = await addJob(app.context(), mei.id);
    expect(await run((tx) => holdCredits(tx, { jobID, customerID: mei.id, hours: 40 }))).toBe(40);
    await run((tx) => spendCredits(tx, jobID, 'revenue:one-time'));
    expect(await run((tx) => returnCredits(tx, jobID, { hours: 40, income: 'revenue:one-time' }))).toBe(40);
  });
});

describe('the ledger checks', () => {
  it.each([
    ['I2', (id: string) => `update credit_lot set remaining = remaining - 0.5 where customer_id = '${id}'`],
    ['I3', (id: string) => `update customer set credits_left = credits_left + 1 where id = '${id}'`],
    ['I8', (id: string) => `update credit_use set hours = hours + 1 where customer_id = '${id}'`],
    ['I8', (id: string) => `update credit_lot set cost_left = cost_left - 1 where customer_id = '${id}'`],
  ])('report a violation of %s', async (invariant, breaks) => {
    await giveHours(app.context(), mei.id, { hours: 4, cost: 10000 });
    const jobID = await addJob(app.context(), mei.id);
    await inTransaction(app.context(), (tx) => holdCredits(tx, { jobID, customerID: mei.id, hours: 1 }));
    const found = await inTransaction(app.context(), async (tx) => {
      await sql.raw(breaks(mei.id)).execute(tx.db);
      const violations = await checkLedger(tx);
      return { refusal: 'undone', extensions: { violations } } as const;
    });
    const violations = found.extensions?.violations as { invariant: string }[];
    expect(violations.map((one) => one.invariant.slice(0, 2))).toContain(invariant);
  });
});
