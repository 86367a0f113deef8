import { beforeEach, describe, expect, it } from 'vitest';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { signInCustomer } from '#features/people/customers/contract.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import { dayIn } from '#platform/kernel/message-kind.ts';
import type { Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { locks, readsFrom, withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import {
  listCreditMovements,
  listLots,
  listReceivedCredits,
  listSentCredits,
  receiveCredit,
  sendCredit,
} from '../contract.ts';
import { lastDay } from '../texts/mails.ts';
import { claim, claimGift, sendGift } from './gifts.ts';
import { holdCredits } from './index.ts';
import { addJob, addPerson, balanceOf, giveHours, startCreditApp } from './testing/credit-world.ts';

interface Person {
  readonly id: string;
  readonly email: string;
  readonly as: As;
}

let mei: Person;
let wei: Person;

const app = await startCreditApp({ connections: 20 });

beforeEach(async () => {
  mei = await person();
  wei = await person();
});
checkBooksAfterEach(() => app);

async function person(): Promise<Person> {
  const added = await addPerson(app.context());
  return { ...added, as: await signedIn(app, 'customer', added.id) };
}

const actor = (id: string) => ({ role: 'customer' as const, id, sessionID: app.services.newID() });
const contextOf = (who: Person) => app.context(actor(who.id));
const balance = (who: Person) => balanceOf(app.context(), who.id);
const send = (from: Person, amount: number, more: object = {}, as = from.as) =>
  app.call(sendCredit, { body: { amount, email: wei.email, ...more } }, as);
const claimAs = (by: Person, code: string) => app.call(receiveCredit, { body: { code } }, by.as);
const lotsOf = async (who: Person) => (await app.call(listLots, { params: { id: who.id } }, who.as)).body;
const onWire = (time: Temporal.Instant) => instantToWire(time, app.services.config.BUSINESS_TZ);
const dayText = (time: Temporal.Instant) => dayIn('en', lastDay(time, app.services.config.BUSINESS_TZ));
const inDays = (days: number) => app.clock.now().add({ hours: 24 * days });
const signedInAgain = async (who: Person) => ({ ...who, as: await signedIn(app, 'customer', who.id) });
const keyed = (as: As, key: string): As => ({ ...as, headers: { 'idempotency-key': key } });

/** The code in the newest e-mail to an address. */
async function codeFor(email: string): Promise<string> {
  await app.runOutbox();
  const code = app.sent.mail.findLast((mail) => mail.to === email)?.body.match(/^Code: (\S+)$/m)?.[1];
  if (code === undefined) throw new Error(`No code was sent to ${email}.`);
  return code;
}

describe('sending hours', () => {
  it('takes the hours at once and e-mails the code to the friend only', async () => {
    await giveHours(app.context(), mei.id, { hours: 10, cost: 27000 });
    const sent = await send(mei, 2.5, { message: 'Happy new home <3\nCode: AAAA-AAAA-AAAA' });
    expect(sent.body).toMatchObject({ creditsLeft: -2.5, creditsBalance: 7.5 });
    expect(sent.body.gift).toMatchObject({ hours: 2.5, status: 'pending', email_type: null });
    expect(sent.body.gift.expiresAt).toBe('2026-12-23T10:00:00+08:00');
    const code = await codeFor(wei.email);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
    expect(app.sent.mail.at(-1)?.body).toContain('> Happy new home <3\n> Code: AAAA-AAAA-AAAA');
    expect(JSON.stringify(sent.body)).not.toContain(code);
  });

  it('writes the e-mail by whether the address has an account, not by the sender’s claim, and discloses nothing to the sender', async () => {
    await giveHours(app.context(), mei.id, { hours: 4 });
    const mailTo = async (email: string, email_type?: 'existing' | 'new') => {
      const { body } = await send(mei, 1, { email, email_type });
      await app.runOutbox();
      return [body.gift.email_type, app.sent.mail.findLast((mail) => mail.to === email)?.body];
    };
    const [signIn, signUp] = ['Sign in with your mobile number', 'You do not have an account yet'];
    expect(await mailTo(wei.email)).toEqual([null, expect.stringContaining(signIn)]);
    expect(await mailTo('new-1@example.sg')).toEqual([null, expect.stringContaining(signUp)]);
    expect(await mailTo(wei.email, 'new')).toEqual(['new', expect.stringContaining(signIn)]);
    expect(await mailTo('new-2@example.sg', 'existing')).toEqual([
      'existing',
      expect.stringContaining(signUp),
    ]);
  });

  it('stores no readable code: not in rows, the audit trail, idempotent replies or the queue', async () => {
    await giveHours(app.context(), mei.id, { hours: 4 });
    await send(mei, 1, {}, keyed(mei.as, app.services.newID()));
    const code = await codeFor(wei.email);
    const { rows } = await app.database.pool.query(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
    );
    for (const { name } of rows) {
      const found = await app.database.pool.query(
        `select count(*)::int as n from ${name} as row where row::text ilike any ($1)`,
        [[`%${code}%`, `%${code.replaceAll('-', '')}%`]],
      );
      expect([name, found.rows[0].n]).toEqual([name, 0]);
    }
  });

  it('refuses more than the balance, zero and oneself', async () => {
    await giveHours(app.context(), mei.id, { hours: 2 });
    expect(problem(await send(mei, 2.5)).code).toBe('not_enough_credits');
    expect((await send(mei, 0)).status).toBe(422);
    expect((await send(mei, 0.3)).status).toBe(422);
    expect(problem(await send(mei, 1, { email: mei.email.toUpperCase() })).code).toBe('gift_to_self');
    expect(await balance(mei)).toBe(2);
  });

  it('does not send expired hours', async () => {
    await giveHours(app.context(), mei.id, { hours: 2, expiresAt: app.clock.now() });
    expect(problem(await send(mei, 1)).code).toBe('not_enough_credits');
  });

  it('takes effect once for twenty concurrent requests with one key', async () => {
    await giveHours(app.context(), mei.id, { hours: 10 });
    const as = keyed(mei.as, app.services.newID());
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(mei, 1, {}, as)));
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1);
    expect(await balance(mei)).toBe(9);
  });
});

describe('claiming a gift', () => {
  it('keeps tier, cost and expiry', async () => {
    await giveHours(app.context(), mei.id, { hours: 3, perHour: 0, expiresAt: null });
    const first = app.clock.now().add({ hours: 24 * 50 });
    await giveHours(app.context(), mei.id, { hours: 4, perHour: 25, cost: 9990, expiresAt: first });
    await send(mei, 5);
    const claimed = await claimAs(wei, await codeFor(wei.email));
    expect(claimed.body).toMatchObject({ creditsLeft: 5, creditsBalance: 5 });
    expect(claimed.body.gift).toMatchObject({ status: 'claimed', sender: { fullname: 'Mei Tan' } });
    expect(await lotsOf(wei)).toMatchObject([
      { perHour: 25, numCredits: 4, source: 'gift', expiresAt: '2027-01-12T10:00:00+08:00' },
      { perHour: 0, numCredits: 1, source: 'gift', expiresAt: null },
    ]);
    const { rows } = await app.database.pool.query(
      'select sum(cost_left)::int as cost from credit_lot where customer_id = $1',
      [wei.id],
    );
    expect(rows).toEqual([{ cost: 9990 }]);
  });

  it('ignores case, spaces and dashes', async () => {
    await giveHours(app.context(), mei.id, { hours: 2 });
    await send(mei, 2);
    const code = await codeFor(wei.email);
    expect((await claimAs(wei, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
  });

  it('answers wrong, used, expired and one’s own codes with the same 404', async () => {
    await giveHours(app.context(), mei.id, { hours: 4 });
    await send(mei, 1);
    const code = await codeFor(wei.email);
    const own = await claimAs(mei, code);
    await claimAs(wei, code);
    const used = await claimAs(wei, code);
    const wrong = await claimAs(wei, 'AAAA-AAAA-AAAA');
    await send(mei, 1);
    const late = await codeFor(wei.email);
    app.clock.advance({ days: 30 });
    wei = { ...wei, as: await signedIn(app, 'customer', wei.id) };
    const expired = await claimAs(wei, late);
    const bodies = [own, used, wrong, expired].map((reply) => JSON.stringify([reply.status, reply.body]));
    expect(new Set(bodies.map((body) => body.replace(/"instance":"[^"]*",?/, ''))).size).toBe(1);
    expect([wrong.status, problem(wrong).code]).toEqual([404, 'gift_unknown']);
  });

  it('allows five wrong tries an hour; valid codes are not counted', async () => {
    await giveHours(app.context(), mei.id, { hours: 4 });
    await send(mei, 1);
    expect((await claimAs(wei, await codeFor(wei.email))).status).toBe(200);
    const tries: number[] = [];
    for (let i = 0; i < 6; i += 1) tries.push((await claimAs(wei, 'AAAA-AAAA-AAAA')).status);
    expect(tries).toEqual([404, 404, 404, 404, 404, 429]);
  });

  it('succeeds for one of twenty concurrent requests', async () => {
    await giveHours(app.context(), mei.id, { hours: 4 });
    await send(mei, 4);
    const code = await codeFor(wei.email);
    const others = await Promise.all(Array.from({ length: 20 }, person));
    const replies = await Promise.all(others.map((other) => claimAs(other, code)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 404)).toHaveLength(19);
  });

  it('succeeds for the first of two who both found it', async () => {
    const code = await giftFor(wei);
    const rosa = await person();
    const outcome = await overlap(app, takenBy(wei, code), () => claimGift(contextOf(rosa), code));
    expect(outcome).toMatchObject({ refusal: 'gift_unknown' });
    expect(await balance(rosa)).toBe(0);
  });

  it('(control: without its lock the second gets as far as writing)', async () => {
    const code = await giftFor(wei);
    const rosa = await person();
    const db = withHooks(app.services.db, {
      change: (query) => (locks(query) && readsFrom(query, 'credit_gift') ? withoutLocks(query) : query),
    });
    await expect(
      overlap(app, takenBy(wei, code), () => claimGift({ ...contextOf(rosa), db }, code)),
    ).rejects.toThrow(/despite our lock/);
    expect(await balance(rosa)).toBe(0);
  });
});

async function giftFor(friend: Person): Promise<string> {
  await giveHours(app.context(), mei.id, { hours: 4 });
  await send(mei, 4);
  return codeFor(friend.email);
}

/** Claims inside a transaction that stays open. */
function takenBy(by: Person, code: string) {
  return (tx: Tx) => claim({ ...tx, actor: actor(by.id) }, code);
}

describe('an unclaimed gift', () => {
  it('returns to its source lots after thirty days, with an e-mail', async () => {
    const lotID = await giveHours(app.context(), mei.id, { hours: 4, cost: 10800 });
    await send(mei, 3);
    await app.runOutbox();
    app.clock.advance({ days: 30 });
    await Promise.all([app.runCronJobs(), app.runCronJobs()]);
    expect(await balance(mei)).toBe(4);
    mei = { ...mei, as: await signedIn(app, 'customer', mei.id) };
    expect(await lotsOf(mei)).toMatchObject([{ id: lotID, numCredits: 4 }]);
    const { body } = await app.call(listSentCredits, { body: {} }, mei.as);
    expect(body.items).toMatchObject([{ status: 'returned', hours: 3 }]);
    await app.runOutbox();
    expect(app.sent.mail.at(-1)).toMatchObject({ to: mei.email, subject: '3 hours came back to you' });
  });

  it('returns when its hours expire, expires them at once and notifies the sender', async () => {
    const expiresAt = inDays(10);
    await giveHours(app.context(), mei.id, { hours: 4, cost: 10800, expiresAt });
    const { body } = await send(mei, 3);
    expect(body.gift).toMatchObject({ expiresAt: onWire(expiresAt), hoursExpireAt: onWire(expiresAt) });
    await app.runOutbox();
    const day = dayText(expiresAt);
    expect(app.sent.mail.at(-1)?.body).toContain(`The code works once. Use the hours by ${day}.`);
    app.clock.advance({ days: 10 });
    await app.runCronJobs();
    expect(await balance(mei)).toBe(0);
    await app.runOutbox();
    expect(app.sent.mail.at(-1)?.body).toContain('They have expired since.');
    expect(await lotsOf(await signedInAgain(mei))).toEqual([]);
  });

  it('returns as a whole when its first hours expire, and the others keep their expiry', async () => {
    await giveHours(app.context(), mei.id, { hours: 1, expiresAt: inDays(10) });
    const later = inDays(20);
    await giveHours(app.context(), mei.id, { hours: 2, expiresAt: later });
    await send(mei, 3);
    app.clock.advance({ days: 10 });
    await app.runCronJobs();
    expect(await lotsOf(await signedInAgain(mei))).toMatchObject([
      { numCredits: 2, expiresAt: onWire(later) },
    ]);
    await app.runOutbox();
    const mail = app.sent.mail.findLast(({ subject }) => subject === '3 hours came back to you')?.body;
    expect(mail).toContain(`1 hour of them has expired. Use the rest by ${dayText(later)}.`);
  });

  it('does not extend its hours, however often they are sent', async () => {
    await giveHours(app.context(), mei.id, { hours: 4, expiresAt: inDays(45) });
    const sendAndWait = async () => {
      await send(mei, 4, { email: 'nobody@example.com' });
      app.clock.advance({ days: 31 });
      await app.runCronJobs();
      mei = await signedInAgain(mei);
    };
    await sendAndWait();
    expect(await balance(mei)).toBe(4);
    await sendAndWait();
    expect(await balance(mei)).toBe(0);
  });

  it('does not extend its hours when it goes back and forth between two people', async () => {
    const expiresAt = inDays(45);
    await giveHours(app.context(), mei.id, { hours: 4, expiresAt });
    await send(mei, 4);
    await claimAs(wei, await codeFor(wei.email));
    await send(wei, 4, { email: mei.email });
    await claimAs(mei, await codeFor(mei.email));
    expect(await lotsOf(mei)).toMatchObject([{ numCredits: 4, expiresAt: onWire(expiresAt) }]);
  });

  it('withdraws an unsent e-mail together with its code', async () => {
    await giveHours(app.context(), mei.id, { hours: 4 });
    await send(mei, 3);
    const queued = () =>
      app.database.pool.query(
        `select from graphile_worker._private_jobs where payload #>> '{unkept,data,code}' is not null`,
      );
    expect((await queued()).rowCount).toBe(1);
    app.clock.advance({ days: 30 });
    await app.runCronJobs();
    expect((await queued()).rowCount).toBe(0);
  });
});

describe('gift lists and the statement', () => {
  it('show a customer’s own entries, newest first', async () => {
    await giveHours(app.context(), mei.id, { hours: 4 });
    await send(mei, 1);
    const code = await codeFor(wei.email);
    app.clock.advance({ minutes: 1 });
    await send(mei, 2);
    await claimAs(wei, code);
    const sent = await app.call(listSentCredits, { body: {} }, mei.as);
    expect(sent.body).toMatchObject({ total: 2, from: 0, size: 50 });
    expect(sent.body.items.map((gift) => gift.hours)).toEqual([2, 1]);
    const received = await app.call(listReceivedCredits, { body: {} }, wei.as);
    expect(received.body.items).toMatchObject([{ hours: 1, status: 'claimed' }]);
    const other = await app.call(listSentCredits, { body: { customerID: mei.id } }, wei.as);
    expect(other.status).toBe(404);
    const office = await signedIn(app, 'admin');
    const all = await app.call(listSentCredits, { body: { customerID: mei.id, size: 1 } }, office);
    expect(all.body).toMatchObject({ total: 2, items: [{ hours: 2 }] });
    const statement = await app.call(listCreditMovements, { params: { id: mei.id }, query: {} }, mei.as);
    expect(statement.body.items.map(({ kind, hours }) => [kind, hours])).toEqual([
      ['sent', -2],
      ['sent', -1],
      ['adjusted', 4],
    ]);
  });
});

describe('concurrent sending and holding of the same hours', () => {
  const holdAll = async () => {
    const jobID = await addJob(app.context(), mei.id);
    return (tx: Parameters<typeof holdCredits>[0]) =>
      holdCredits(tx, { jobID, customerID: mei.id, hours: 4 });
  };
  const order = () => ({ amount: 4, email: wei.email });

  it('gives the hours to the first', async () => {
    await giveHours(app.context(), mei.id, { hours: 4 });
    const outcome = await overlap(app, await holdAll(), () => sendGift(contextOf(mei), order()));
    expect(outcome).toMatchObject({ refusal: 'not_enough_credits' });
    expect(await balance(mei)).toBe(0);
  });

  it('(control: without the lock both find the hours, and only the constraint stops the second)', async () => {
    await giveHours(app.context(), mei.id, { hours: 4 });
    const db = withHooks(app.services.db, {
      change: (query) => (locks(query) && readsFrom(query, 'credit_lot') ? withoutLocks(query) : query),
    });
    const hold = await holdAll();
    await expect(overlap(app, hold, () => sendGift({ ...contextOf(mei), db }, order()))).rejects.toThrow(
      /credit_lot/,
    );
    expect(await balance(mei)).toBe(0);
  });

  it('never changes the total hours', async () => {
    await giveHours(app.context(), mei.id, { hours: 10 });
    const holds = await Promise.all(Array.from({ length: 10 }, () => addJob(app.context(), mei.id)));
    await Promise.all([
      ...holds.map((jobID) =>
        inTransaction(app.context(), (tx) => holdCredits(tx, { jobID, customerID: mei.id, hours: 1 })),
      ),
      ...Array.from({ length: 10 }, () => send(mei, 1, {}, keyed(mei.as, app.services.newID()))),
    ]);
    expect(await balance(mei)).toBe(0);
  });
});

/** The codes that one person can try in one throttle window. */
const CODES_PER_WINDOW = 5;

it('survives fifty concurrent gifts back and forth without errors', async () => {
  await giveHours(app.context(), mei.id, { hours: 50 });
  await giveHours(app.context(), wei.id, { hours: 50 });
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => [
      send(mei, 1, { email: wei.email, message: `No. ${nth}` }),
      send(wei, 1, { email: mei.email, message: `No. ${nth}` }),
    ]).flat(),
  );
  expect(replies.filter((reply) => reply.status !== 200).map(problem)).toEqual([]);
  await app.runOutbox();
  const gifts = app.sent.mail.filter(({ body }) => body.includes('\nCode: ')).slice(-100);
  const codes = gifts.map((mail) => ({
    to: mail.to === mei.email ? mei : wei,
    code: mail.body.match(/^Code: (\S+)$/m)?.[1] ?? '',
  }));
  const refused: unknown[] = [];
  for (let i = 0; i < 50; i += CODES_PER_WINDOW) {
    const some = [mei, wei].flatMap((who) =>
      codes.filter(({ to }) => to === who).slice(i, i + CODES_PER_WINDOW),
    );
    const claimed = await Promise.all(some.map(({ to, code }) => claimGift(contextOf(to), code)));
    refused.push(...claimed.filter((one) => 'refusal' in one));
  }
  expect(refused).toEqual([]);
  expect([await balance(mei), await balance(wei)]).toEqual([50, 50]);
});

describe('the sender of a gift', () => {
  it('is notified by e-mail of hours and receiver, and what to do if it was not them', async () => {
    await giveHours(app.context(), mei.id, { hours: 10 });
    await send(mei, 2.5);
    await app.runOutbox();
    const mails = app.sent.mail.filter(({ to }) => to === mei.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`You sent 2.5 hours to ${wei.email}`]);
    expect(mails[0]?.body).toContain('If this was not you, call us right away.');
    expect(mails[0]?.body).not.toContain('Code:');
  });

  it('needs a new sign-in code if they signed in more than two hours ago', async () => {
    await giveHours(app.context(), mei.id, { hours: 10 });
    app.clock.advance({ hours: 2 });
    expect((await send(mei, 1)).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    const refused = await send(mei, 2);
    expect(problem(refused)).toMatchObject({ status: 403, code: 'fresh_code_needed' });
    const { mobile } = await app.database.db
      .selectFrom('customer')
      .select('mobile')
      .where('id', '=', mei.id)
      .executeTakeFirstOrThrow();
    await app.call(signInCustomer, { body: { mobile } });
    await app.runOutbox();
    const otp = app.sent.sms.findLast(({ to }) => to === mobile)?.body.match(/\d{6}/)?.[0] ?? '';
    const wrong = await send(mei, 2, { otp: otp === '000000' ? '111111' : '000000' });
    expect(problem(wrong).code).toBe('otp_wrong');
    expect(await balance(mei)).toBe(9);
    expect((await send(mei, 2, { otp })).status).toBe(200);
    expect(await balance(mei)).toBe(7);
    // The code has proved who they are, for another two hours.
    app.clock.advance({ hours: 2 });
    expect((await send(mei, 1)).status).toBe(200);
  });
});

it('sends one gift per request without a key, and one per key', async () => {
  await giveHours(app.context(), mei.id, { hours: 10 });
  await Promise.all([send(mei, 1), send(mei, 1), send(mei, 1)]);
  expect(await balance(mei)).toBe(7);
  const as = keyed(mei.as, app.services.newID());
  const replies = await Promise.all([send(mei, 1, {}, as), send(mei, 1, {}, as)]);
  expect(replies[1]?.body).toEqual(replies[0]?.body);
  expect(await balance(mei)).toBe(6);
});

it('finds a used code unknown, except when retrying with the key that claimed it', async () => {
  await giveHours(app.context(), mei.id, { hours: 1 });
  await send(mei, 1);
  const code = await codeFor(wei.email);
  const claim = (as: As) => app.call(receiveCredit, { body: { code } }, as);
  const as = keyed(wei.as, app.services.newID());
  const replies = await Promise.all([claim(as), claim(wei.as), claim(wei.as), claim(wei.as)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  const first = replies.find(({ status }) => status === 200);
  const retried = await claim(as);
  expect(retried.status).toBe(replies[0]?.status);
  if (replies[0] === first) expect(retried.body).toEqual(first?.body);
  expect(await balance(wei)).toBe(1);
});
