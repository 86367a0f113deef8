import { beforeEach, describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import * as accountCalls from '../contract/account.ts';
import * as calls from '../contract.ts';
import { CONSENT_TEXT } from '../rules/consents.ts';
import { close } from './close-account.ts';
import { feature, readConsents } from './index.ts';
import { changeCustomer } from './update-customer.ts';

let office: As;
let people = 0;

const app = await startTestApp({ features: [accounts, places, feature] });

beforeEach(async () => {
  app.clock.advance({ hours: 2 }); // an address may request three mobiles an hour
  office = await signedIn(app, 'admin');
});

function somebody() {
  people += 1;
  const mobile = `659${String(3_000_000 + people).padStart(7, '0')}`;
  return { mobile, firstname: 'Mei', lastname: 'Tan', email: `mei${people}@home.example` };
}

async function customer() {
  const { body } = await app.call(calls.createCustomer, { body: somebody() }, office);
  return { ...body, as: await signedIn(app, 'customer', body.id) };
}
const of = (id: string) => ({ params: { id } });

async function codeTo(mobile: string): Promise<string> {
  await app.call(calls.signInCustomer, { body: { mobile } });
  await app.runOutbox();
  return app.sent.codeFor(mobile);
}

async function liveSessions(id: string): Promise<number> {
  const rows = await app.database.db
    .selectFrom('session')
    .select('id')
    .where('accountID', '=', id)
    .where('endedAt', 'is', null)
    .execute();
  return rows.length;
}

describe('consents', () => {
  it('are none at first, and are stored with time, wording version and source', async () => {
    const { id, as } = await customer();
    expect((await app.call(calls.getCustomer, of(id), as)).body.consents).toEqual({
      email: false,
      sms: false,
      phone: false,
    });
    const body = { consents: { email: true, sms: true } };
    const reply = await app.call(calls.updateCustomer, { ...of(id), body }, as);
    expect(reply.body.consents).toEqual({ email: true, sms: true, phone: false });
    app.clock.advance({ hours: 1 });
    await app.call(calls.updateCustomer, { ...of(id), body: { consents: { sms: false } } }, as);
    expect(await readConsents(app.context(), id)).toEqual({ email: true, sms: false, phone: false });
    const rows = await app.database.db
      .selectFrom('customer_consent')
      .selectAll()
      .where('customerID', '=', id)
      .orderBy('channel')
      .execute();
    expect(rows).toMatchObject([
      { channel: 'email', textVersion: CONSENT_TEXT, source: 'account', withdrawnAt: null },
      { channel: 'sms', source: 'account', withdrawnHow: 'account', withdrawnAt: expect.any(String) },
    ]);
  });

  it('turn review requests and renewal offers off and on, without affecting news by e-mail', async () => {
    const { id, as } = await customer();
    const save = async (body: object) =>
      (await app.call(calls.updateCustomer, { ...of(id), body }, as)).body.followUps;
    expect((await app.call(calls.getCustomer, of(id), as)).body.followUps).toBe(true);
    await save({ consents: { email: true } });
    expect(await save({ followUps: false })).toBe(false);
    expect(await save({ followUps: false })).toBe(false);
    expect(await readConsents(app.context(), id)).toMatchObject({ email: true });
    app.clock.advance({ minutes: 1 });
    expect(await save({ followUps: true })).toBe(true);
    const rows = await app.database.db
      .selectFrom('customer_consent')
      .selectAll()
      .where('customerID', '=', id)
      .where('channel', '=', 'follow-ups')
      .orderBy('givenAt')
      .execute();
    expect(rows).toMatchObject([
      { source: 'booking', withdrawnHow: 'account', withdrawnAt: expect.any(String) },
      { source: 'account', withdrawnAt: null },
    ]);
    await app.call(calls.updateCustomer, { ...of(id), body: { followUps: false } }, office);
    expect((await app.call(calls.getCustomer, of(id), as)).body.followUps).toBe(true);
  });

  it('cannot be given by the office', async () => {
    const { id } = await customer();
    await app.call(calls.updateCustomer, { ...of(id), body: { consents: { phone: true } } }, office);
    expect(await readConsents(app.context(), id)).toMatchObject({ phone: false });
  });

  it('are requested at registration, and take effect once the number is confirmed', async () => {
    const person = somebody();
    const body = { ...person, consents: { email: true, phone: false } };
    const { id } = (await app.call(calls.registerCustomer, { body })).body;
    expect(await readConsents(app.context(), id)).toMatchObject({ email: false });
    await app.runOutbox();
    const otp = app.sent.codeFor(person.mobile);
    await app.call(calls.verifyCustomer, { body: { mobile: person.mobile, otp } });
    expect(await readConsents(app.context(), id)).toEqual({ email: true, sms: false, phone: false });
  });

  it('are none if absent at registration', async () => {
    const person = somebody();
    const otp = await codeTo(person.mobile);
    const tried = await app.call(calls.verifyCustomer, { body: { mobile: person.mobile, otp } });
    const registerToken = String(problem(tried).registerToken);
    const made = await app.call(calls.registerCustomer, { body: { ...person, registerToken } });
    expect(await readConsents(app.context(), made.body.id)).toEqual({
      email: false,
      sms: false,
      phone: false,
    });
  });
});

describe('changing the mobile number', () => {
  it('sends a code; then the account moves, other sessions end and the old number is notified', async () => {
    const { id, as, mobile: oldMobile } = await customer();
    const elsewhere = await signedIn(app, 'customer', id);
    const { mobile } = somebody();
    const asked = await app.call(accountCalls.changeMobile, { body: { mobile, customerID: id } }, as);
    expect(asked.body).toMatchObject({ expiresIn: 300 });
    await app.runOutbox();
    const otp = app.sent.codeFor(mobile);
    const moved = await app.call(accountCalls.verifyNewMobile, { body: { otp, customerID: id } }, as);
    expect(moved.body).toEqual({ id, mobile });
    await app.runOutbox();
    const notice = app.sent.sms.findLast((message) => message.to === oldMobile);
    expect(notice?.body).toContain('sign-in number has changed');
    expect(notice?.body).not.toContain(mobile);
    expect((await app.call(calls.getCustomer, of(id), elsewhere)).status).toBe(401);
    expect((await app.call(calls.getCustomer, of(id), as)).body).toMatchObject({ mobile, otpVerified: true });
  });

  it('requires a code for the old number if the customer signed in long ago', async () => {
    const { id, as, mobile: oldMobile } = await customer();
    app.clock.advance({ hours: 2, seconds: 1 });
    const { mobile } = somebody();
    const refused = await app.call(accountCalls.changeMobile, { body: { mobile } }, as);
    expect(problem(refused)).toMatchObject({ status: 403, code: 'fresh_code_needed' });
    const otp = await codeTo(oldMobile);
    expect((await app.call(accountCalls.changeMobile, { body: { mobile, otp } }, as)).status).toBe(200);
    expect(id).toBeTruthy();
  });

  it('is refused if another customer has it, and with a wrong code', async () => {
    const [one, two] = [await customer(), await customer()];
    const taken = await app.call(accountCalls.changeMobile, { body: { mobile: two.mobile } }, one.as);
    expect(problem(taken)).toMatchObject({ status: 409, code: 'mobile_in_use' });
    const none = await app.call(accountCalls.verifyNewMobile, { body: { otp: '123456' } }, one.as);
    expect(problem(none).code).toBe('otp_expired');
  });
});

describe('closing an account', () => {
  it('requires a fresh code, ends all sessions, and frees number and e-mail address', async () => {
    const { id, as, mobile, email } = await customer();
    app.clock.advance({ hours: 2, seconds: 1 });
    const stale = await app.call(accountCalls.closeAccount, { ...of(id), body: {} }, as);
    expect(problem(stale)).toMatchObject({ status: 403, code: 'fresh_code_needed' });
    const otp = await codeTo(mobile);
    const closed = await app.call(accountCalls.closeAccount, { ...of(id), body: { otp } }, as);
    expect(closed.body).toEqual({ closed: true });
    expect(await liveSessions(id)).toBe(0);
    expect((await app.call(calls.getCustomer, of(id), as)).status).toBe(401);
    const again = await app.call(
      calls.createCustomer,
      { body: { ...somebody(), mobile, email } },
      await signedIn(app, 'admin'),
    );
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(id);
  });

  it('notifies the number and the e-mail address, and removes both from the record', async () => {
    const { id, as, mobile, email } = await customer();
    await app.call(accountCalls.closeAccount, { ...of(id), body: {} }, as);
    await app.runOutbox();
    expect(app.sent.sms.at(-1)).toMatchObject({ to: mobile, body: expect.stringContaining('closed') });
    expect(app.sent.mail.at(-1)).toMatchObject({ to: email });
    const { body } = await app.call(calls.getCustomer, of(id), office);
    expect(body).toMatchObject({ fullname: 'Closed account', mobile: '', email: '', trash: 1 });
  });

  it('is audited without identifying the customer', async () => {
    const { id, as, mobile, email } = await customer();
    await app.call(accountCalls.closeAccount, { ...of(id), body: {} }, as);
    const rows = await app.database.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('subjectID', '=', id)
      .where('action', '=', 'customer.closed')
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(mobile);
    expect(JSON.stringify(rows)).not.toContain(email);
  });

  it('is permanent: the office can neither restore nor edit it', async () => {
    const { id, as } = await customer();
    const home = { postal: '520834', addressLine1: 'Blk 834 Tampines St 83', customerID: id };
    await app.call(calls.createAddress, { body: home }, office);
    await app.call(accountCalls.closeAccount, { ...of(id), body: {} }, as);
    expect(problem(await app.call(calls.untrashCustomer, of(id), office)).code).toBe('closed_for_good');
    const body = { firstname: 'Mei' };
    expect((await app.call(calls.updateCustomerAsAdmin, { ...of(id), body }, office)).status).toBe(404);
    expect((await app.call(calls.createAddress, { body: home }, office)).status).toBe(404);
  });

  it('also wins against a concurrent change', async () => {
    const { id } = await customer();
    const change = () => changeCustomer(app.context(), id, { firstname: 'Mei Ling' });
    const outcome = await overlap(app, (tx) => close(tx, id, undefined), change);
    expect(outcome).toMatchObject({ refusal: 'not_found' });
    expect((await app.call(calls.getCustomer, of(id), office)).body.firstname).toBe('Closed account');
  });
});
