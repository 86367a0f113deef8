import { beforeEach, expect, it } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { sendCredit } from '#features/money/credits/contract.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { createTransaction, refundTransaction } from '#features/money/payments/contract.ts';
import { listHistory } from '#features/work/jobs/contract/history.ts';
import { updateJob } from '#features/work/jobs/contract.ts';
import { purgeAuditEntries } from '#platform/server/retention.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';

let mei: As;
let office: As;

const { app, world } = await startBusiness({ customers: 1 });
const customerID = world.customers[0]?.id ?? '';

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  mei = await signedIn(app, 'customer', customerID);
  office = await signedIn(app, 'admin');
});

const query = async (statement: string, values: readonly unknown[] = []) =>
  (await app.database.pool.query(statement, [...values])).rows;

it('keeps the ledger checks green after old entries are deleted, and still finds a missing one', async () => {
  const cleanerID = await addCleaner(app.context());
  const [jobID = ''] = await bookVisits(app, mei, world, { cleanerID });
  expect((await payFor(app, mei, jobID)).status).toBe(200);
  const [paid] = await query('select id from money_transaction where job_id = $1', [jobID]);
  const back = { params: { id: paid.id }, body: { amount: 100, reason: 'Late' } };
  expect((await app.call(refundTransaction, back, office)).status).toBe(200);
  const sale = { customerID, total: 1000, details: 'Gloves' };
  expect((await app.call(createTransaction, { body: sale }, office)).status).toBe(201);
  const named = { params: { id: jobID }, body: { label: 'Three rooms' } };
  expect((await app.call(updateJob, named, office)).status).toBe(200);
  expect(await checkLedger(app.context())).toEqual([]);

  app.clock.advance({ hours: 2 * 365 * 24 + 1 });
  office = await signedIn(app, 'admin');
  expect((await app.call(createTransaction, { body: sale }, office)).status).toBe(201);
  await purgeAuditEntries(app.context());
  expect(await query(`select action from audit_entry`)).toEqual([{ action: 'transaction.created' }]);
  expect(await checkLedger(app.context())).toEqual([]);
  const { body } = await app.call(listHistory, { params: { id: jobID } }, office);
  expect(body.items).toEqual([]);

  app.clock.advance({ seconds: 1 });
  const unseen = app.services.newID();
  await query(
    `insert into money_transaction (id, type, method, total, customer_id, details, created_at)
     values ($1, 'manual', 'cash', 100, $2, 'Unseen', $3)`,
    [unseen, customerID, app.clock.now().toString()],
  );
  expect(await checkLedger(app.context())).toEqual([
    { invariant: expect.stringContaining('I11'), what: unseen },
  ]);
  await query('delete from money_transaction where id = $1', [unseen]);
});

it('stores the recipient of hours in the gift only', async () => {
  await giveHours(app.context(), customerID, { hours: 2 });
  const email = 'wei@home.example';
  expect((await app.call(sendCredit, { body: { amount: 1, email } }, mei)).status).toBe(200);
  const kept = await query(`select reason from credit_movement where kind = 'sent'`);
  expect(kept).toEqual([{ reason: '' }]);
  expect(await query('select email from credit_gift')).toEqual([{ email }]);
});

it('makes the database refuse any change of a movement of hours except erasing its reason', async () => {
  await giveHours(app.context(), customerID, { hours: 2 });
  const refused = [
    `update credit_movement set reason = ''`,
    `select set_config('kemas.retention', 'on', true); update credit_movement set hours = hours + 1`,
    `select set_config('kemas.retention', 'on', true); update credit_movement set reason = 'Another'`,
    `select set_config('kemas.retention', 'on', true); delete from credit_movement`,
  ];
  for (const statement of refused)
    await expect(app.database.pool.query(statement)).rejects.toThrow('append-only');
  await app.database.pool.query(
    `select set_config('kemas.retention', 'on', true); update credit_movement set reason = ''`,
  );
});
