import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { bookJob } from '#features/booking/booking/server/book-job.ts';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCustomer, makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { sendCredit } from '#features/money/credits/contract.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { chargeCard } from '#features/money/payments/contract/ad-hoc.ts';
import { createTransaction, updateTransaction } from '#features/money/payments/contract.ts';
import {
  closeAccount,
  exportPersonalData,
  previewClosing,
} from '#features/people/customers/contract/account.ts';
import { addNote } from '#features/people/customers/contract/notes.ts';
import {
  getCustomer,
  updateAddress,
  updateCustomer,
  updateCustomerAsAdmin,
} from '#features/people/customers/contract.ts';
import { close } from '#features/people/customers/server/close-account.ts';
import { cancelJob, getJob, updateJob } from '#features/work/jobs/contract.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { CustomerToForget, PaymentProvider } from '#platform/server/providers/payments.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { locks, readsFrom, withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { features } from './features.ts';

let office: As;
/** Mei, with a separate home. */
let mei: { readonly id: string; readonly addressID: string; as: As };
/** Occurs in everything written about Mei, and nowhere else. */
let word: string;
let day = 0;
/** Customers that the payment provider was told to remove. */
const forgotten: CustomerToForget[] = [];

const stripe = await startTestStripe();
const payments: PaymentProvider = {
  ...stripe.payments,
  forgetCustomer: async (payer) => {
    forgotten.push(payer);
    await stripe.payments.forgetCustomer(payer);
  },
};
const app = await startBookingApp({ providers: { payments }, features, connections: 10 });
const world = await makeWorld(app.context(), { customers: 0, cleaners: 3 });

beforeEach(async () => {
  const added = await addCustomer(app.context());
  word = `Mochi-${added.id.slice(-12)}`;
  mei = { ...added, as: await signedIn(app, 'customer', added.id) };
  office = await signedIn(app, 'admin');
});

const aboutMei = () => ({ params: { id: mei.id } });

/** Counts changes of her number, so that each new one is unused. */
let changes = 0;

/** The office's changes leave Mei's old and new name, number and address, and its reasons, in the audit trail. */
async function writeEverywhere(jobID: string): Promise<void> {
  const params = { id: mei.id };
  const name = { firstname: word, lastname: 'Lim', displayName: `Lim ${word}` };
  const person = { ...name, email: `${word}@home.example`.toLowerCase() };
  changes += 1;
  const mobile = `91${String(700_000 + changes)}`;
  const calls = [
    app.call(updateCustomerAsAdmin, { params, body: { ...person, mobile } }, office),
    app.call(updateJob, { params: { id: jobID }, body: { specialRequests: `No shoes, ${word}` } }, office),
    app.call(chargeCard, { body: { customerID: mei.id, total: 1500, details: `Vase of ${word}` } }, office),
  ];
  for (const reply of await Promise.all(calls)) expect(reply.status).toBe(200);
  for (const numCredits of [1, 0]) {
    const body = { credits: [{ perHour: 27 as const, numCredits }], creditsReason: `Sorry, ${word}` };
    expect((await app.call(updateCustomerAsAdmin, { params, body }, office)).status).toBe(200);
  }
  const sale = { customerID: mei.id, total: 1000, details: `Gloves for ${word}` };
  const { id } = (await app.call(createTransaction, { body: sale }, office)).body;
  const note = { details: `Mop for ${word}` };
  expect((await app.call(updateTransaction, { params: { id }, body: note }, office)).status).toBe(200);
}

/** A separate time for each booking, in the coming weeks. */
function booking() {
  day += 1;
  const date = app.clock
    .now()
    .toZonedDateTimeISO('Asia/Singapore')
    .toPlainDate()
    .add({ days: 3 + day });
  return {
    packageID: world.packageID,
    addressID: mei.addressID,
    startTime: `${date}T13:00:00+08:00`,
    specialRequests: `Feed the cat ${word}`,
    contactDetails: `Ring Auntie ${word}`,
  };
}

async function book(): Promise<string> {
  return (await app.call(createJob, { body: booking() }, mei.as)).body.id;
}

async function bookAndPay(): Promise<string> {
  const id = await book();
  await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa', change: true } }, mei.as);
  return id;
}

/** Advances past the days of the visits, but not further, to avoid holidays. */
async function passDays(): Promise<void> {
  app.clock.advance({ hours: 24 * (day + 4) });
  day = 0;
  mei = { ...mei, as: await signedIn(app, 'customer', mei.id) };
  office = await signedIn(app, 'admin');
}

/** Tables that reference people but that no feature declares, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  admin: 'people of the office, not customers',
  application: 'anybody who wants to work here, without an account; deleted after a year',
  cleaner: 'people who work here, not customers',
  contact_request: 'anybody who writes, without an account; deleted after a year',
};

/** Parts of column names that indicate personal data, besides a foreign key to `customer`. */
const WORDS = ['account_id', 'actor_id', 'customer_id', 'email', 'mobile', 'phone', 'customer_email'];

async function tablesOfPeople(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct con.conrelid::regclass::text as name from pg_constraint as con
    where con.contype = 'f' and con.confrelid = 'customer'::regclass
    union
    select c.table_name::text from information_schema.columns as c
    where c.table_schema = 'public' and c.column_name = any(${WORDS})
    order by name`.execute(app.database.db);
  return rows.map((row) => row.name);
}

describe('declarations of personal data', () => {
  it('cover each table with a column that references a person exactly once', async () => {
    const answered = Object.values(app.services.composed.personalData ?? {}).flatMap((data) => data.tables);
    const tables = await tablesOfPeople();
    expect(tables).toContain('customer_address');
    const claims = (table: string) =>
      answered.filter((name) => name === table).length + (Object.hasOwn(EXCEPTIONS, table) ? 1 : 0);
    expect(tables.filter((table) => claims(table) !== 1)).toEqual([]);
    expect(Object.keys(EXCEPTIONS).filter((table) => !tables.includes(table))).toEqual([]);
  });
});

describe('a customer’s data export', () => {
  it('is one file with what every feature stores and whom it was given to', async () => {
    await bookAndPay();
    await giveHours(app.context(), mei.id, { hours: 3 });
    await app.call(sendCredit, { body: { amount: 1, email: 'wei@home.example', message: 'Enjoy' } }, mei.as);
    await app.call(updateCustomer, { ...aboutMei(), body: { consents: { email: true } } }, mei.as);
    await app.call(addNote, { ...aboutMei(), body: { text: 'Prefers mornings' } }, office);
    await app.call(updateCustomer, { ...aboutMei(), body: { displayName: 'Tan Mei Hua' } }, mei.as);
    const reply = await app.call(exportPersonalData, { ...aboutMei(), body: {} }, mei.as);
    expect(reply.headers['content-disposition']).toMatch(/attachment; filename="kemas-my-data-/);
    const file = reply.body as unknown as Record<string, unknown[]>;
    expect(Object.keys(file)).toEqual(
      expect.arrayContaining([
        'Your account',
        'Your homes',
        'Your visits',
        'Your payments',
        'Hours you sent',
      ]),
    );
    const text = JSON.stringify(file);
    for (const kept of ['Mei', 'Lorong 2', word, 'S$90.00', 'Enjoy', 'Prefers mornings', 'Tan Mei Hua'])
      expect(text).toContain(kept);
    expect(file['News and offers that you agreed to']).toHaveLength(1);
    const told = JSON.stringify(file['Whom we gave your data to in the past year']);
    expect(told).toContain(', cleaner');
    expect(told).toContain('Stripe');
  });

  it('contains nothing of anyone else', async () => {
    const wei = await addCustomer(app.context());
    await giveHours(app.context(), wei.id, { hours: 2 });
    const reply = await app.call(exportPersonalData, { ...aboutMei(), body: {} }, mei.as);
    expect(JSON.stringify(reply.body)).not.toContain(wei.id);
    expect((reply.body as unknown as Record<string, unknown>)['Hours you hold or held']).toEqual([]);
  });

  it('requires a code or sign-in of the last two hours, but not for the office', async () => {
    app.clock.advance({ hours: 2, seconds: 1 });
    const stale = await app.call(exportPersonalData, { ...aboutMei(), body: {} }, mei.as);
    expect(problem(stale)).toMatchObject({ status: 403, code: 'fresh_code_needed' });
    const asOffice = await signedIn(app, 'admin');
    expect((await app.call(exportPersonalData, { ...aboutMei(), body: {} }, asOffice)).status).toBe(200);
  });
});

describe('an account with open matters', () => {
  it('cannot be closed until its visits have ended, and lists them', async () => {
    const paid = await bookAndPay();
    const held = await book();
    const { matters } = (await app.call(previewClosing, aboutMei(), mei.as)).body;
    expect(matters.map(({ kind, id }) => [kind, id])).toEqual([
      ['visit', paid],
      ['hold', held],
    ]);
    const refused = await app.call(closeAccount, { ...aboutMei(), body: {} }, mei.as);
    expect(problem(refused)).toMatchObject({ status: 409, code: 'account_has_open', matters });
    expect(problem(refused).detail).toContain('a booked visit and a booking to be paid');
    for (const id of [paid, held]) await app.call(cancelJob, { params: { id }, body: {} }, mei.as);
    expect((await app.call(closeAccount, { ...aboutMei(), body: {} }, mei.as)).status).toBe(200);
  });

  it('cannot be closed while a gift is pending', async () => {
    await giveHours(app.context(), mei.id, { hours: 2 });
    await app.call(sendCredit, { body: { amount: 2, email: 'wei@home.example' } }, mei.as);
    const refused = await app.call(closeAccount, { ...aboutMei(), body: {} }, mei.as);
    expect(problem(refused)).toMatchObject({ code: 'account_has_open', matters: [{ kind: 'gift' }] });
  });

  it('forfeits hours only if they are confirmed, all of them', async () => {
    await giveHours(app.context(), mei.id, { hours: 2.5 });
    const tried = await app.call(closeAccount, { ...aboutMei(), body: {} }, mei.as);
    expect(problem(tried)).toMatchObject({ status: 409, code: 'hours_left', hoursLeft: 2.5 });
    const fewer = await app.call(closeAccount, { ...aboutMei(), body: { forfeitHours: 2 } }, mei.as);
    expect(problem(fewer).code).toBe('hours_left');
    const all = await app.call(closeAccount, { ...aboutMei(), body: { forfeitHours: 2.5 } }, mei.as);
    expect(all.body).toEqual({ closed: true });
    expect(await checkLedger(app.context())).toEqual([]);
  });
});

describe('a closed account', () => {
  it('names nobody in any table, while the ledger still balances', async () => {
    const home = { addressLine1: `Blk 7 ${word} Road`, addressLine2: '#03-21', label: word };
    await app.call(updateAddress, { params: { id: mei.addressID }, body: home }, mei.as);
    const job = await bookAndPay();
    await app.call(addNote, { ...aboutMei(), body: { text: `Has a cat called ${word}` } }, office);
    const old = (await app.call(getCustomer, aboutMei(), office)).body;
    await writeEverywhere(job);
    const { mobile, email } = (await app.call(getCustomer, aboutMei(), office)).body;
    const { stripeCustomerID: payer, cardPaymentMethodID: card } = await app.database.db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', mei.id)
      .executeTakeFirstOrThrow();
    expect(card).toMatch(/^pm_/);
    await app.runOutbox('all');
    await passDays();
    expect((await app.call(closeAccount, { ...aboutMei(), body: {} }, mei.as)).status).toBe(200);
    await app.runOutbox('all');
    expect(await tablesWith([mobile, email, word, old.mobile, old.email])).toEqual([]);
    const visit = (await app.call(getJob, { params: { id: job } }, office)).body;
    expect(visit).toMatchObject({ status: 'paid', customer: { fullname: 'Closed account' } });
    expect(visit.price?.total).toBe(9000);
    expect(await checkLedger(app.context())).toEqual([]);
    expect(forgotten).toContainEqual({ stripeCustomerID: payer, paymentMethodID: card });
  });
});

describe('the audit trail of a closed account', () => {
  const entries = () =>
    app.database.db
      .selectFrom('audit_entry')
      .selectAll()
      .where(({ or, eb }) =>
        or([eb('subject_id', 'in', [mei.id, mei.addressID]), eb('actor_id', '=', mei.id)]),
      )
      .where('action', '<>', 'customer.closed')
      .orderBy('at')
      .orderBy('id')
      .execute();
  const namesIn = (record: unknown) => Object.keys((record as object | null) ?? {});

  it('keeps who changed which field and when, but no values', async () => {
    const body = { firstname: word };
    await app.call(updateCustomerAsAdmin, { ...aboutMei(), body }, office);
    await app.call(updateAddress, { params: { id: mei.addressID }, body: { label: word } }, mei.as);
    const before = await entries();
    expect(before.map(({ after }) => after)).toMatchObject([{ firstname: word }, { label: word }]);
    expect((await app.call(closeAccount, { ...aboutMei(), body: {} }, mei.as)).status).toBe(200);
    const after = await entries();
    expect(after).toEqual(
      before.map((entry) => ({
        ...entry,
        before: Object.fromEntries(namesIn(entry.before).map((name) => [name, null])),
        after: Object.fromEntries(namesIn(entry.after).map((name) => [name, null])),
        salt: expect.not.stringMatching(entry.salt),
        ip: entry.actorRole === 'admin' ? '127.0.0.1' : '',
      })),
    );
    const closed = await app.database.db
      .selectFrom('audit_entry')
      .select(['actor_id', 'ip'])
      .where('subject_id', '=', mei.id)
      .where('action', '=', 'customer.closed')
      .execute();
    expect(closed).toEqual([{ actorID: mei.id, ip: '' }]);
  });

  it('keeps every value of an account that stays open', async () => {
    const wei = await addCustomer(app.context());
    const body = { firstname: word };
    await app.call(updateCustomerAsAdmin, { params: { id: wei.id }, body }, office);
    expect((await app.call(closeAccount, { ...aboutMei(), body: {} }, mei.as)).status).toBe(200);
    const kept = await app.database.db
      .selectFrom('audit_entry')
      .select(['before', 'after', 'ip'])
      .where('subject_id', '=', wei.id)
      .execute();
    expect(kept).toEqual([{ before: { firstname: 'Mei' }, after: { firstname: word }, ip: '127.0.0.1' }]);
  });
});

describe('a cleaner’s diary', () => {
  it('keeps no postal code of a closed account, even if the next visit was next door', async () => {
    const [cleaner1ID = ''] = world.cleanerIDs;
    const next = await addCustomer(app.context());
    const asNext = await signedIn(app, 'customer', next.id);
    const at = booking();
    const later = { ...at, addressID: next.addressID, startTime: at.startTime.replace('T13', 'T16') };
    for (const [body, as] of [
      [at, mei.as],
      [later, asNext],
    ] as const) {
      const { body: job } = await app.call(createJob, { body: { ...body, cleaner1ID } }, as);
      const paid = { params: { id: job.id }, body: { stripeToken: 'tok_visa' } };
      expect((await app.call(commitJob, paid, as)).status).toBe(200);
    }
    await passDays();
    expect((await app.call(closeAccount, { ...aboutMei(), body: {} }, mei.as)).status).toBe(200);
    const entries = await app.database.db
      .selectFrom('cleaner_occupation')
      .innerJoin('job', 'job.id', 'cleaner_occupation.jobID')
      .select(['job.customerID', 'cleaner_occupation.postal', 'cleaner_occupation.customerID as of'])
      .where('job.customerID', 'in', [mei.id, next.id])
      .execute();
    expect(entries).toHaveLength(2);
    expect(entries).toContainEqual({ customerID: mei.id, postal: '000000', of: null });
    expect(entries).toContainEqual({ customerID: next.id, postal: '310145', of: next.id });
  });
});

/** Tables that still contain one of these words. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(
    app.database.db,
  );
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(kept)::text as row from ${sql.table(name)} as kept`.execute(app.database.db);
    const kept = words.find((word) => rows.some(({ row }) => row.includes(word)));
    if (kept !== undefined) found.push(`${name}: ${kept}`);
  }
  return found;
}

describe('booking and closing concurrently', () => {
  const bookAs = (ctx: Context) => bookJob(ctx, createJob.body.parse(booking()), mei.id);
  const countUpcoming = async () => {
    const rows = await app.database.db
      .selectFrom('job')
      .select('id')
      .where('customer_id', '=', mei.id)
      .where('status', '=', 'pending')
      .execute();
    return rows.length;
  };

  it('books nothing for an account that is being closed', async () => {
    const outcome = await overlap(
      app,
      (tx) => close(tx, mei.id, undefined),
      () => bookAs(app.context()),
    );
    expect(outcome).toMatchObject({ refusal: 'not_found' });
    expect(await countUpcoming()).toBe(0);
  });

  it('(control: without the lock the visit is booked for a closed account)', async () => {
    const db = withHooks(app.database.db, {
      change: (query) => (readsFrom(query, 'customer') && locks(query) ? withoutLocks(query) : query),
    });
    await overlap(
      app,
      (tx) => close(tx, mei.id, undefined),
      () => bookAs({ ...app.context(), db }),
    );
    expect(await countUpcoming()).toBe(1);
  });

  it('keeps an account that is booking at the same time', async () => {
    const closing = () => app.call(closeAccount, { ...aboutMei(), body: {} }, mei.as);
    const book = async (tx: Tx) => expect(await bookAs(tx)).toHaveLength(1);
    const reply = await overlap(app, book, closing);
    expect(problem(reply)).toMatchObject({ code: 'account_has_open', matters: [{ kind: 'hold' }] });
    expect(await countUpcoming()).toBe(1);
  });
});
