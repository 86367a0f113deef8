import { beforeEach, describe, expect, it } from 'vitest';
import {
  addCleaner,
  addCustomer,
  makeWorld,
  PACKAGE_PRICE,
} from '#features/booking/booking/server/testing/world.ts';
import { addInvoice } from '#features/booking/invoices/server/testing/add-invoice.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { addPack, giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { raiseAlarm } from '#features/money/payments/server/index.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, startTestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { features } from './features.ts';

let office: As;
let mei: As;
let cleanerID: string;

const stripe = await startTestStripe();
/**
 * Every route that accepts an Idempotency-Key, killed between its effect and saving its reply, then retried: one
 * effect, and the reply that the first request would have got. A new such route needs a case here.
 */
const app = await startTestApp({ features, providers: { payments: stripe.payments } });
const world = await makeWorld(app.context(), { customers: 1, cleaners: 0 });
// A killed process writes nothing after its effect: neither the reply, unless both are in one transaction, nor that the
// key is free again.
await app.database.pool.query(`
  create table test_death (dead boolean not null);
  insert into test_death values (false);
  create function test_die() returns trigger language plpgsql as $$
  begin
    if not (select dead from test_death) then return case when tg_op = 'DELETE' then old else new end; end if;
    if tg_op = 'DELETE' then return null; end if;
    if exists (
      select from pg_stat_xact_user_tables
      where relname <> 'idempotency_key' and n_tup_ins + n_tup_upd + n_tup_del > 0
    ) then return new; end if;
    raise exception 'the process is dead';
  end $$;
  create trigger test_dies before update or delete on idempotency_key for each row
    execute function test_die()`);

beforeEach(async () => {
  cleanerID = await addCleaner(app.context());
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
});

interface Sent {
  readonly url: string;
  readonly body: object;
  readonly as: As;
}

let key = '';
function send({ url, body, as }: Sent) {
  const headers = { authorization: `Bearer ${as.jwt}`, 'idempotency-key': key };
  return app.request({ method: 'POST', url: `/api${url}`, payload: body, headers });
}

async function sendAndDie(sent: Sent): Promise<void> {
  await app.database.pool.query('update test_death set dead = true');
  await send(sent);
  await app.database.pool.query('update test_death set dead = false');
}

const BANK_ASKS = { stripeToken: 'tok_threeDSecure2Required' };

const booking = () => ({
  packageID: world.packageID,
  addressID: world.customers[0]?.addressID,
  startTime: '2026-12-01T09:00:00+08:00',
  cleaner1ID: cleanerID,
});
const customerID = () => world.customers[0]?.id ?? '';

async function held(): Promise<string> {
  key = app.services.newID();
  return ((await send({ url: '/customers/createjob', body: booking(), as: mei })).body as { id: string }).id;
}

/** A customer can hold only a few bookings, so those of earlier cases are released. */
async function releaseHolds(): Promise<void> {
  const { rows } = await app.database.pool.query("select id from job where status = 'pending'");
  for (const { id } of rows) {
    for (const act of ['payment/cancel', 'release']) {
      key = app.services.newID();
      await send({ url: `/jobs/${id}/${act}`, body: {}, as: office });
    }
  }
}

/** A paid weekly series; returns its first visit. */
async function paidSeries(): Promise<string> {
  key = app.services.newID();
  const body = { ...booking(), recurrence: { interval: 'weekly', count: 3 } };
  const { id } = (await send({ url: '/customers/createjob', body, as: mei })).body as { id: string };
  key = app.services.newID();
  await send({ url: `/jobs/${id}/commit`, body: { stripeToken: 'tok_visa' }, as: mei });
  return id;
}

/** A weekly series of a customer with a saved card; returns its first visit. */
async function heldSeries(count: number | null = 3): Promise<string> {
  key = app.services.newID();
  await send({ url: '/customers/updateCreditCard', body: { stripeToken: 'tok_visa' }, as: mei });
  key = app.services.newID();
  const body = { ...booking(), recurrence: { interval: 'weekly', count } };
  return ((await send({ url: '/customers/createjob', body, as: mei })).body as { id: string }).id;
}

/** A move of a paid series by the office. */
async function movedSeries(): Promise<string> {
  const id = await paidSeries();
  key = app.services.newID();
  const body = { startTime: '2026-12-02T13:00:00+08:00' };
  const moved = await send({ url: `/jobs/${id}/following/move`, body, as: office });
  return (moved.body as { moveID: string }).moveID;
}

/** A series without an end: its id, and its first visit. */
async function endlessSeries(): Promise<{ readonly seriesID: string; readonly id: string }> {
  const id = await heldSeries(null);
  key = app.services.newID();
  const agreed = await send({ url: `/jobs/${id}/pay-each-visit`, body: {}, as: mei });
  return agreed.body as { seriesID: string; id: string };
}

/** A paid visit today. */
/** A task that has used up its attempts. */
async function failedTask(): Promise<string> {
  const { rows } = await app.database.pool.query(
    "select (graphile_worker.add_job('nobody', run_at := now() + interval '1 day', max_attempts := 3)).id::text",
  );
  await app.database.pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts where id = $1',
    [rows[0].id],
  );
  return rows[0].id;
}

async function sentMessage(): Promise<string> {
  const jobID = await paidToday();
  await app.runOutbox();
  const found = 'select id from message where job_id = $1 and kind = $2';
  const { rows } = await app.database.pool.query(found, [jobID, 'visit-booked']);
  return rows[0].id;
}

/** A charge that a paid visit owes. */
async function owed(): Promise<string> {
  const jobID = await paidToday();
  const id = app.services.newID();
  await app.database.pool.query(
    "insert into job_charge (id, job_id, kind, cents, created_at) values ($1, $2, 'key', 2000, $3)",
    [id, jobID, app.clock.now().toString()],
  );
  return id;
}

async function paidToday(time = '15:00'): Promise<string> {
  key = app.services.newID();
  const body = { ...booking(), startTime: `2026-11-23T${time}:00+08:00`, customerID: customerID() };
  const { id } = (await send({ url: '/jobs', body, as: office })).body as { id: string };
  key = app.services.newID();
  await send({ url: `/jobs/${id}/commit`, body: { stripeToken: 'tok_visa' }, as: mei });
  return id;
}

/** A booking that nobody has paid. */
async function unpaid(): Promise<string> {
  key = app.services.newID();
  const body = { ...booking(), startTime: '2026-11-23T15:00:00+08:00', customerID: customerID() };
  return ((await send({ url: '/jobs', body, as: office })).body as { id: string }).id;
}

/** A paid visit that ended yesterday without a clock-in. */
async function endedYesterday(): Promise<string> {
  const id = await paidToday();
  await app.database.pool.query(
    `update job set starts_at = starts_at - interval '1 day', ends_at = ends_at - interval '1 day' where id = $1`,
    [id],
  );
  return id;
}

/** The reason that the office gives when it clocks for a cleaner. */
const BY_OFFICE = { reason: 'Phone is flat' };

async function press(id: string, act: 'start' | 'finish'): Promise<void> {
  key = app.services.newID();
  await send({ url: `/jobs/${id}/${act}`, body: BY_OFFICE, as: office });
}

/** As the office, with a key of its own. */
function sendOnce(url: string, body: object) {
  key = app.services.newID();
  return send({ url, body, as: office });
}

function tip(month: string) {
  return { month, cleanerID, kind: 'tip', amount: 500, reason: 'From Mei' };
}

async function sheetVersion(month: string): Promise<string> {
  const headers = { authorization: `Bearer ${office.jwt}` };
  const reply = await app.request({ method: 'GET', url: `/api/pay/sheets/${month}`, headers });
  return (reply.body as { version: string }).version;
}

async function approvedMonth(month: string): Promise<string> {
  await sendOnce('/pay/extras', tip(month));
  await sendOnce(`/pay/sheets/${month}/approve`, { version: await sheetVersion(month) });
  return month;
}

const crew = () => signedIn(app, 'cleaner', cleanerID);

/** A picture uploaded by the cleaner, as far as the tables are concerned. */
async function uploaded(): Promise<string> {
  const id = app.services.newID();
  const now = app.clock.now().toString();
  await app.services.db
    .insertInto('upload')
    .values({
      id,
      width: 400,
      height: 300,
      addedBy: cleanerID,
      createdAt: now,
      unusedSince: now,
      storedAt: now,
    })
    .execute();
  return `/uploads/${id}/400.jpg`;
}

async function alarm(): Promise<string> {
  const paymentIntentID = app.services.newID();
  await inTransaction(app.context(), (tx) =>
    raiseAlarm(tx, { kind: 'unknown_payment', why: 'A test.', paymentIntentID }),
  );
  const { rows } = await app.database.pool.query('select id from payment_alarm where stripe_pi_id = $1', [
    paymentIntentID,
  ]);
  return rows[0].id;
}

/** The code of a gift that Wei has sent to Mei. */
async function giftCode(): Promise<string> {
  const wei = await addCustomer(app.context());
  await giveHours(app.context(), wei.id, { hours: 1 });
  key = app.services.newID();
  const body = { amount: 1, email: `${customerID()}@example.com` };
  await send({ url: '/customers/sendcredit', body, as: await signedIn(app, 'customer', wei.id) });
  await app.runOutbox();
  const codes = app.sent.mail.flatMap(({ body }) => body.match(/^Code: (\S+)$/m)?.[1] ?? []);
  return codes.at(-1) ?? '';
}

/** Mei is billed by invoice. */
async function allowInvoices(): Promise<void> {
  await app.database.pool.query(
    `insert into customer_billing
       (customer_id, bill_to, uen, address, contact, email, po_number, terms_days, collect, allowed_at)
     values ($1, 'Mei', '', '', '', 'mei@example.com', '', 14, 'month', $2) on conflict do nothing`,
    [customerID(), app.clock.now().toString()],
  );
}

/** A cash payment. */
async function cashEntry(): Promise<{ id: string }> {
  key = app.services.newID();
  const body = { customerID: customerID(), total: 8100 };
  return (await send({ url: '/transactions', body, as: office })).body as { id: string };
}

const QUESTION = { firstname: 'Mei', email: 'mei@example.com', message: 'Do you clean ovens?' };
const APPLICANT = { firstname: 'Siti', phone: '91234567', email: 'siti@example.com' };

async function submitted(url: string, body: object): Promise<string> {
  key = app.services.newID();
  return ((await send({ url, body, as: mei })).body as { id: string }).id;
}

async function startedImport(kind: 'customers' | 'cleaners'): Promise<string> {
  const started = await sendOnce('/imports', { kind, source: 'kemas', filename: 'people.csv', total: 1 });
  return (started.body as { id: string }).id;
}

/** By route, with what is special about the request if a route has several: a request that has an effect, and its status. */
const CASES: Readonly<Record<string, { ask(): Promise<Sent> | Sent; status: number }>> = {
  'POST /customers/createjob': {
    ask: () => ({ url: '/customers/createjob', body: booking(), as: mei }),
    status: 201,
  },
  'POST /jobs': {
    ask: () => ({ url: '/jobs', body: { ...booking(), customerID: customerID() }, as: office }),
    status: 201,
  },
  'POST /jobs (someone is sent again)': {
    ask: async () => {
      const recleanOf = await endedYesterday();
      await sendOnce(`/jobs/${recleanOf}/took-place`, {});
      const body = { ...booking(), customerID: customerID(), recleanOf, recleanReason: 'The oven' };
      return { url: '/jobs', body, as: office };
    },
    status: 201,
  },
  'POST /jobs/:id/update': {
    ask: async () => ({
      url: `/jobs/${await held()}/update`,
      body: { startTime: '2026-12-01T13:00:00+08:00' },
      as: mei,
    }),
    status: 200,
  },
  'POST /jobs/:id/update-and-charge': {
    ask: async () => {
      const id = await paidToday();
      key = app.services.newID();
      await send({ url: '/customers/updateCreditCard', body: { stripeToken: 'tok_visa' }, as: mei });
      const body = { hours: 4, difference: PACKAGE_PRICE / 3 };
      return { url: `/jobs/${id}/update-and-charge`, body, as: office };
    },
    status: 200,
  },
  'POST /jobs/:id/commit': {
    ask: async () => ({ url: `/jobs/${await held()}/commit`, body: { stripeToken: 'tok_visa' }, as: mei }),
    status: 200,
  },
  'POST /jobs/:id/payment/cancel': {
    ask: async () => {
      const id = await held();
      key = app.services.newID();
      await send({ url: `/jobs/${id}/commit`, body: BANK_ASKS, as: mei });
      return { url: `/jobs/${id}/payment/cancel`, body: {}, as: mei };
    },
    status: 200,
  },
  'POST /jobs/:id/cancel': {
    ask: async () => ({ url: `/jobs/${await paidToday()}/cancel`, body: { reason: 'Away' }, as: mei }),
    status: 200,
  },
  'POST /jobs/:id/following/cancel': {
    ask: async () => ({ url: `/jobs/${await paidSeries()}/following/cancel`, body: {}, as: mei }),
    status: 200,
  },
  'POST /jobs/:id/following/move': {
    ask: async () => ({
      url: `/jobs/${await paidSeries()}/following/move`,
      body: { startTime: '2026-12-02T13:00:00+08:00' },
      as: mei,
    }),
    status: 200,
  },
  'POST /series/:id/pause': {
    ask: async () => ({
      url: `/series/${(await endlessSeries()).seriesID}/pause`,
      body: { firstDay: '2027-01-04', lastDay: '2027-01-17' },
      as: mei,
    }),
    status: 200,
  },
  'POST /series/:id/pattern': {
    ask: async () => {
      const { seriesID, id } = await endlessSeries();
      const body = { interval: 'fortnightly', fromJobID: id };
      return { url: `/series/${seriesID}/pattern`, body, as: mei };
    },
    status: 200,
  },
  'POST /cover': {
    ask: async () => {
      const id = await paidToday();
      const day = { from: '2026-11-23 00:00', until: '2026-11-23 23:59', timeOff: 'Sick' };
      const visits = [{ jobID: id, choice: { kind: 'cancel' } }];
      return { url: '/cover', body: { cleanerIDs: [cleanerID], ...day, visits }, as: office };
    },
    status: 201,
  },
  'POST /cover/:id/undo': {
    ask: async () => {
      const day = { from: '2026-11-23 00:00', until: '2026-11-23 23:59', timeOff: 'Sick' };
      const started = await sendOnce('/cover', { cleanerIDs: [cleanerID], ...day, visits: [] });
      return { url: `/cover/${(started.body as { id: string }).id}/undo`, body: {}, as: office };
    },
    status: 200,
  },
  'POST /time-off-requests': {
    ask: async () => ({
      url: '/time-off-requests',
      body: { firstDay: '2027-01-04', lastDay: '2027-01-05' },
      as: await signedIn(app, 'cleaner', cleanerID),
    }),
    status: 201,
  },
  'POST /absences': {
    ask: async () => ({
      url: '/absences',
      body: {},
      as: await signedIn(app, 'cleaner', cleanerID),
    }),
    status: 201,
  },
  'POST /absences/withdraw': {
    ask: async () => {
      const as = await signedIn(app, 'cleaner', cleanerID);
      await app.request({
        method: 'POST',
        url: '/api/absences',
        payload: {},
        headers: { authorization: `Bearer ${as.jwt}` },
      });
      return { url: '/absences/withdraw', body: {}, as };
    },
    status: 200,
  },
  'POST /series/moves/:id/undo': {
    ask: async () => ({ url: `/series/moves/${await movedSeries()}/undo`, body: {}, as: office }),
    status: 200,
  },
  'POST /cleaners/block-booking': {
    ask: () => {
      const times = { startTime: '2026-12-03 09:00', endTime: '2026-12-03 12:00' };
      const block = { ...times, cleanerType: 'selected', cleanerIDs: [cleanerID] };
      return { url: '/cleaners/block-booking', body: { unavailable_dates: [block] }, as: office };
    },
    status: 200,
  },
  'POST /jobs/:id/release': {
    ask: async () => ({ url: `/jobs/${await held()}/release`, body: {}, as: mei }),
    status: 200,
  },
  'POST /jobs/:id/trash': {
    ask: async () => ({ url: `/jobs/${await unpaid()}/trash`, body: {}, as: office }),
    status: 200,
  },
  'POST /jobs/:id/untrash': {
    ask: async () => {
      const id = await unpaid();
      key = app.services.newID();
      await send({ url: `/jobs/${id}/trash`, body: {}, as: office });
      return { url: `/jobs/${id}/untrash`, body: {}, as: office };
    },
    status: 200,
  },
  'POST /customers': {
    ask: () => {
      const person = { mobile: '91112233', firstname: 'Wei', lastname: 'Tan', email: 'wei@example.com' };
      return {
        url: '/customers',
        body: { ...person, credits: [{ perHour: 27, numCredits: 2 }] },
        as: office,
      };
    },
    status: 201,
  },
  'POST /imports': {
    ask: () => {
      const body = { kind: 'customers', source: 'kemas', filename: 'people.csv', total: 1 };
      return { url: '/imports', body, as: office };
    },
    status: 201,
  },
  'POST /cleaners/:id/invite': {
    ask: async () => ({ url: `/cleaners/${cleanerID}/invite`, body: {}, as: office }),
    status: 200,
  },
  'POST /failed-tasks/:number/retry': {
    ask: async () => ({ url: `/failed-tasks/${await failedTask()}/retry`, body: {}, as: office }),
    status: 200,
  },
  'POST /failed-tasks/:number/drop': {
    ask: async () => ({ url: `/failed-tasks/${await failedTask()}/drop`, body: {}, as: office }),
    status: 200,
  },
  'POST /archive-exports': {
    ask: async () => ({ url: '/archive-exports', body: {}, as: office }),
    status: 201,
  },
  'POST /imports/:id/customers': {
    ask: async () => {
      const person = { mobile: '91112244', firstname: 'Hua', email: 'hua@example.com' };
      const homes = [{ postal: '310145', addressLine1: 'Blk 145 Lor 2 Toa Payoh' }];
      const url = `/imports/${await startedImport('customers')}/customers`;
      return { url, body: { people: [{ row: 2, person, homes }] }, as: office };
    },
    status: 200,
  },
  'POST /imports/:id/cleaners': {
    ask: async () => {
      const people = [{ row: 2, person: { mobile: '81112244', firstname: 'Aminah' } }];
      return { url: `/imports/${await startedImport('cleaners')}/cleaners`, body: { people }, as: office };
    },
    status: 200,
  },
  'POST /customers-addresses': {
    ask: () => {
      const home = { postal: '310145', addressLine1: 'Blk 145 Lor 2 Toa Payoh' };
      return { url: '/customers-addresses', body: { ...home, customerID: customerID() }, as: office };
    },
    status: 201,
  },
  'POST /customers_admin/:id/update': {
    ask: () => {
      const body = { credits: [{ perHour: 25, numCredits: 3 }], creditsReason: 'Late last time' };
      return { url: `/customers_admin/${customerID()}/update`, body, as: office };
    },
    status: 200,
  },
  'POST /customers/updatecredit': {
    ask: async () => {
      await giveHours(app.context(), customerID(), { hours: 3 });
      return { url: '/customers/updatecredit', body: { jobID: await held() }, as: mei };
    },
    status: 200,
  },
  'POST /customers/confirmJobAdmin': {
    ask: async () => {
      const jobID = await held();
      const body = { jobID, amountToPay: 0, reason: 'We came late last time' };
      return { url: '/customers/confirmJobAdmin', body, as: office };
    },
    status: 200,
  },
  'POST /jobs/:id/pay-each-visit': {
    ask: async () => ({ url: `/jobs/${await heldSeries()}/pay-each-visit`, body: {}, as: mei }),
    status: 200,
  },
  'POST /jobs/:id/pay-by-invoice': {
    ask: async () => {
      await allowInvoices();
      return { url: `/jobs/${await held()}/pay-by-invoice`, body: {}, as: mei };
    },
    status: 200,
  },
  'POST /invoices': {
    ask: async () => {
      await allowInvoices();
      const id = await unpaid();
      await sendOnce(`/jobs/${id}/pay-by-invoice`, {});
      await press(id, 'start');
      await press(id, 'finish');
      const body = { customerID: customerID(), until: '2026-11-30', total: PACKAGE_PRICE };
      return { url: '/invoices', body, as: office };
    },
    status: 201,
  },
  'POST /invoices/:id/payments': {
    ask: async () => ({
      url: `/invoices/${await addInvoice(app.context(), customerID())}/payments`,
      body: { amount: 500, method: 'bank' },
      as: office,
    }),
    status: 200,
  },
  'POST /invoices/:id/send': {
    ask: async () => ({
      url: `/invoices/${await addInvoice(app.context(), customerID())}/send`,
      body: {},
      as: office,
    }),
    status: 200,
  },
  'POST /invoices/:id/write-off': {
    ask: async () => ({
      url: `/invoices/${await addInvoice(app.context(), customerID())}/write-off`,
      body: { reason: 'Insolvent' },
      as: office,
    }),
    status: 200,
  },
  'POST /jobs/:id/pay-later': {
    ask: async () => ({ url: `/jobs/${await held()}/pay-later`, body: { dueOn: '2030-12-05' }, as: office }),
    status: 200,
  },
  'POST /jobs/:id/payment-link': {
    ask: async () => ({ url: `/jobs/${await held()}/payment-link`, body: {}, as: office }),
    status: 200,
  },
  'POST /jobs/:id/charges': {
    ask: async () => ({
      url: `/jobs/${await paidToday()}/charges`,
      body: { reason: 'key', amount: 2000, how: 'link' },
      as: office,
    }),
    status: 200,
  },
  'POST /job-charges/:id/pay': {
    ask: async () => ({
      url: `/job-charges/${await owed()}/pay`,
      body: { stripeToken: 'tok_visa' },
      as: mei,
    }),
    status: 200,
  },
  'POST /job-charges/:id/waive': {
    ask: async () => ({
      url: `/job-charges/${await owed()}/waive`,
      body: { reason: 'Goodwill' },
      as: office,
    }),
    status: 200,
  },
  'POST /jobs/:id/messages': {
    ask: async () => ({ url: `/jobs/${await paidToday()}/messages`, body: { text: 'Ring twice.' }, as: mei }),
    status: 201,
  },
  'POST /messages/:id/resend': {
    ask: async () => ({ url: `/messages/${await sentMessage()}/resend`, body: {}, as: office }),
    status: 201,
  },
  'POST /messages/:id/drop': {
    ask: async () => {
      const id = await sentMessage();
      await app.database.pool.query("update message set state = 'failed' where id = $1", [id]);
      return { url: `/messages/${id}/drop`, body: {}, as: office };
    },
    status: 200,
  },
  'POST /jobs/:id/start': {
    ask: async () => ({ url: `/jobs/${await paidToday()}/start`, body: BY_OFFICE, as: office }),
    status: 200,
  },
  'POST /jobs/:id/finish': {
    ask: async () => {
      const id = await paidToday();
      await press(id, 'start');
      return { url: `/jobs/${id}/finish`, body: BY_OFFICE, as: office };
    },
    status: 200,
  },
  'POST /jobs/:id/undo-finish': {
    ask: async () => {
      const id = await paidToday();
      await press(id, 'start');
      await press(id, 'finish');
      return { url: `/jobs/${id}/undo-finish`, body: {}, as: office };
    },
    status: 200,
  },
  'POST /jobs/:id/hours': {
    ask: async () => {
      const times = { startedAt: '2026-11-22 15:00', finishedAt: '2026-11-22 18:00' };
      const body = { ...BY_OFFICE, ...times, cleanerID };
      return { url: `/jobs/${await endedYesterday()}/hours`, body, as: office };
    },
    status: 200,
  },
  'POST /jobs/:id/refused-actions': {
    ask: async () => {
      const body = { act: 'finish', at: '2026-11-22 18:00', code: 'not_changeable' };
      return { url: `/jobs/${await paidToday()}/refused-actions`, body, as: await crew() };
    },
    status: 200,
  },
  'POST /jobs/:id/refused-actions/resolve': {
    ask: async () => {
      const url = `/jobs/${await paidToday()}/refused-actions`;
      key = app.services.newID();
      const body = { act: 'finish', at: '2026-11-22 18:00', code: 'not_changeable' };
      await send({ url, body, as: await crew() });
      return { url: `${url}/resolve`, body: { cleanerID }, as: office };
    },
    status: 200,
  },
  'POST /jobs/:id/came': {
    ask: async () => ({ url: `/jobs/${await endedYesterday()}/came`, body: { came: false }, as: mei }),
    status: 200,
  },
  'POST /jobs/:id/took-place': {
    ask: async () => ({ url: `/jobs/${await endedYesterday()}/took-place`, body: {}, as: office }),
    status: 200,
  },
  'POST /jobs/:id/nobody-came': {
    ask: async () => ({ url: `/jobs/${await endedYesterday()}/nobody-came`, body: {}, as: office }),
    status: 200,
  },
  'POST /jobs/:id/on-the-way': {
    ask: async () => ({ url: `/jobs/${await paidToday('12:00')}/on-the-way`, body: {}, as: await crew() }),
    status: 200,
  },
  'POST /jobs/:id/photos': {
    ask: async () => {
      const body = { photoID: app.services.newID(), kind: 'after', url: await uploaded() };
      return { url: `/jobs/${await paidToday()}/photos`, body, as: await crew() };
    },
    status: 201,
  },
  'POST /jobs/:id/photos/remove': {
    ask: async () => {
      const url = `/jobs/${await paidToday()}/photos`;
      const photoID = app.services.newID();
      key = app.services.newID();
      await send({ url, body: { photoID, kind: 'before', url: await uploaded() }, as: await crew() });
      return { url: `${url}/remove`, body: { photoID }, as: office };
    },
    status: 200,
  },
  'POST /job_checklists/:id/update': {
    ask: async () => ({
      url: `/job_checklists/${await paidToday()}/update`,
      body: { comment: 'The window is broken' },
      as: office,
    }),
    status: 200,
  },
  'POST /transactions': {
    ask: () => ({ url: '/transactions', body: { customerID: customerID(), total: 8100 }, as: office }),
    status: 201,
  },
  'POST /transactions/:id/update': {
    ask: async () => {
      const { id } = await cashEntry();
      return { url: `/transactions/${id}/update`, body: { total: 8000, details: 'A rebate' }, as: office };
    },
    status: 200,
  },
  'POST /transactions/:id/refund (one visit of a series)': {
    ask: async () => {
      const jobID = await paidSeries();
      const { rows } = await app.database.pool.query(
        'select transaction_id as id from payment_allocation where job_id = $1',
        [jobID],
      );
      const body = { amount: 100, jobID, reason: 'Late' };
      return { url: `/transactions/${rows[0].id}/refund`, body, as: office };
    },
    status: 200,
  },
  'POST /transactions/:id/refund': {
    ask: async () => {
      const { id } = await cashEntry();
      return { url: `/transactions/${id}/refund`, body: { amount: 100, reason: 'Late' }, as: office };
    },
    status: 200,
  },
  'POST /packages/:id/pay': {
    ask: async () => ({
      url: `/packages/${await addPack(app.context())}/pay`,
      body: { stripeToken: 'tok_visa' },
      as: mei,
    }),
    status: 200,
  },
  'POST /packages/:id/payment/cancel': {
    ask: async () => {
      const pack = await addPack(app.context());
      key = app.services.newID();
      await send({ url: `/packages/${pack}/pay`, body: BANK_ASKS, as: mei });
      return { url: `/packages/${pack}/payment/cancel`, body: {}, as: mei };
    },
    status: 200,
  },
  'POST /customers/sendcredit': {
    ask: async () => {
      await giveHours(app.context(), customerID(), { hours: 2 });
      return { url: '/customers/sendcredit', body: { amount: 1, email: 'friend@example.com' }, as: mei };
    },
    status: 200,
  },
  'POST /customers/receivedcredit': {
    ask: async () => ({ url: '/customers/receivedcredit', body: { code: await giftCode() }, as: mei }),
    status: 200,
  },
  'POST /customers/chargeCreditCard': {
    ask: async () => {
      await app.call(updateCard, { body: { stripeToken: 'tok_visa' } }, mei);
      const body = { customerID: customerID(), total: 2500, details: 'Lost key' };
      return { url: '/customers/chargeCreditCard', body, as: office };
    },
    status: 200,
  },
  'POST /payments/alarms/:id/settle': {
    ask: async () => ({
      url: `/payments/alarms/${await alarm()}/settle`,
      body: { resolution: 'kept', reason: 'Ours', amount: PACKAGE_PRICE },
      as: office,
    }),
    status: 200,
  },
  'POST /pay/rates': {
    ask: () => ({ url: '/pay/rates', body: { centsPerHour: 1200, validFrom: '2020-01-01' }, as: office }),
    status: 201,
  },
  'POST /pay/extras': { ask: () => ({ url: '/pay/extras', body: tip('2026-09'), as: office }), status: 201 },
  'POST /pay/extras/:id/remove': {
    ask: async () => {
      const { id } = (await sendOnce('/pay/extras', tip('2026-09'))).body as { id: string };
      return { url: `/pay/extras/${id}/remove`, body: {}, as: office };
    },
    status: 200,
  },
  'POST /pay/sheets/:month/approve': {
    ask: async () => ({
      url: '/pay/sheets/2026-08/approve',
      body: { version: await sheetVersion('2026-08') },
      as: office,
    }),
    status: 200,
  },
  'POST /pay/sheets/:month/reopen': {
    ask: async () => ({
      url: `/pay/sheets/${await approvedMonth('2026-07')}/reopen`,
      body: { reason: 'Late' },
      as: office,
    }),
    status: 200,
  },
  'POST /pay/sheets/:month/lock': {
    ask: async () => ({ url: `/pay/sheets/${await approvedMonth('2026-06')}/lock`, body: {}, as: office }),
    status: 200,
  },
  'POST /contact-requests': {
    ask: () => ({ url: '/contact-requests', body: QUESTION, as: mei }),
    status: 201,
  },
  'POST /contact-requests/:id/reply': {
    ask: async () => ({
      url: `/contact-requests/${await submitted('/contact-requests', QUESTION)}/reply`,
      body: { reply: 'We do.' },
      as: office,
    }),
    status: 200,
  },
  'POST /join-us/addnew': {
    ask: () => ({ url: '/join-us/addnew', body: APPLICANT, as: mei }),
    status: 201,
  },
  'POST /join-us/:id/reply': {
    ask: async () => ({
      url: `/join-us/${await submitted('/join-us/addnew', APPLICANT)}/reply`,
      body: { reply: 'Come by on Monday.' },
      as: office,
    }),
    status: 200,
  },
};

const routeOf = (name: string) => name.replace(/ \(.*\)$/, '');

/** Those that charge a card here. */
const CHARGES = new Set([
  'POST /jobs/:id/update-and-charge',
  'POST /jobs/:id/commit',
  'POST /packages/:id/pay',
  'POST /job-charges/:id/pay',
  'POST /customers/chargeCreditCard',
]);

/** Everything that such a route can create. */
async function made() {
  const { rows } = await app.database.pool.query(`
    select (select count(*) from job) as jobs, (select count(*) from job_charge) as charges, (select count(*) from money_transaction) as transactions,
      (select count(*) from payment_attempt) as attempts, (select count(*) from ledger_tx) as postings,
      (select count(*) from credit_lot) as lots, (select count(*) from credit_movement) as movements,
      (select count(*) from credit_gift) as gifts, (select count(*) from credit_purchase) as purchases,
      (select count(*) from cleaner_occupation) as occupations, (select count(*) from contact_request) as requests,
      (select count(*) from application) as applications, (select count(*) from inbox_step) as steps,
      (select count(*) from pay_rate) as rates, (select count(*) from pay_extra) as extras,
      (select count(*) from pay_sheet_change) as sheets, (select count(*) from message) as messages, (select count(*) from job_message) as thread,
      (select count(*) from graphile_worker._private_jobs) as tasks, (select count(*) from audit_entry) as audited`);
  return rows[0];
}

describe('a route with an Idempotency-Key whose process dies after its effect', () => {
  it('every route with an Idempotency-Key has a case here', () => {
    const keyed = app.api.calls
      .filter((call) => call.idempotent)
      .map((call) => `${call.method} ${call.path}`);
    const routes = new Set(Object.keys(CASES).map(routeOf));
    expect([...routes].sort()).toEqual(keyed.sort());
  });

  it('never saves the bank’s challenge as the final reply', () => {
    const question = { requiresAction: true, clientSecret: 'secret' };
    const keeping = app.api.calls
      .filter((call) => call.idempotent && call.reply.safeParse(question).success)
      .filter((call) => call.passing?.safeParse(question).success !== true);
    expect(keeping.map((call) => call.path)).toEqual([]);
  });

  it.each(Object.entries(CASES))('%s has no second effect when retried', async (name, { ask, status }) => {
    await releaseHolds();
    const sent = await ask();
    key = app.services.newID();
    const charged = await stripe.charges();
    await sendAndDie(sent);
    const after = await made();
    const charges = await stripe.charges();
    expect(charges - charged).toBe(CHARGES.has(name) ? 1 : 0);
    const call = app.api.calls.find((one) => `${one.method} ${one.path}` === routeOf(name));
    if (call?.resumes) app.clock.advance({ seconds: 61 }); // until the dead process's key can be taken over
    const again = await send(sent);
    expect(again.status).toBe(status);
    expect((await send(sent)).body).toEqual(again.body);
    expect(await made()).toEqual(after);
    expect(await stripe.charges()).toBe(charges);
  });
});
