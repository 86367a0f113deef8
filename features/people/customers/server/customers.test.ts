import { beforeEach, describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';

let office: As;
let people = 0;

const app = await startTestApp({ features: [accounts, places, feature], connections: 20 });

beforeEach(async () => {
  office = await signedIn(app, 'admin');
});

function somebody() {
  people += 1;
  return {
    mobile: `659${String(2_000_000 + people).padStart(7, '0')}`,
    firstname: 'Wei Ling',
    lastname: 'Tan',
    email: `weiling${people}@home.example`,
  };
}

async function customer(more: { firstname?: string; lastname?: string } = {}) {
  const { body } = await app.call(calls.createCustomer, { body: { ...somebody(), ...more } }, office);
  return { ...body, as: await signedIn(app, 'customer', body.id) };
}
const of = (id: string) => ({ params: { id } });

describe('the office', () => {
  it('creates a customer whose number is unconfirmed', async () => {
    const person = somebody();
    const reply = await app.call(calls.createCustomer, { body: { ...person, credits: [] } }, office);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      ...person,
      fullname: 'Wei Ling Tan',
      otpVerified: false,
      creditsLeft: 0,
      trash: 0,
    });
    const twice = await app.call(
      calls.createCustomer,
      { body: { ...somebody(), mobile: person.mobile } },
      office,
    );
    expect(problem(twice).code).toBe('mobile_in_use');
  });

  it.each([
    ['mobile', 'mobile_in_use', 'Wei Ling Tan has this number.'],
    ['email', 'email_in_use', 'Wei Ling Tan has this e-mail address.'],
  ] as const)('is told whose %s it is, when it adds or changes a customer', async (path, code, message) => {
    const owner = await customer();
    const other = await customer({ firstname: 'Bala', lastname: '' });
    const told = {
      status: 409,
      code,
      detail: message,
      errors: [{ path, message }],
      owner: { path, id: owner.id, name: 'Wei Ling Tan' },
    };
    const added = { body: { ...somebody(), [path]: owner[path] } };
    expect(problem(await app.call(calls.createCustomer, added, office))).toMatchObject(told);
    const changed = { ...of(other.id), body: { [path]: owner[path] } };
    expect(problem(await app.call(calls.updateCustomerAsAdmin, changed, office))).toMatchObject(told);
  });

  it('shows a customer’s display name everywhere', async () => {
    const body = { ...somebody(), displayName: 'Tan Wei Ling' };
    const { id, email, ...added } = (await app.call(calls.createCustomer, { body }, office)).body;
    expect(added).toMatchObject({ displayName: 'Tan Wei Ling', fullname: 'Tan Wei Ling' });
    const asked = { body: { email } };
    const friend = await customer();
    expect((await app.call(calls.getFullname, asked, friend.as)).body.fullname).toBe('Tan W*** L***');
    const cleared = { ...of(id), body: { displayName: '' } };
    const reply = await app.call(calls.updateCustomerAsAdmin, cleared, office);
    expect(reply.body).toMatchObject({ displayName: '', fullname: 'Wei Ling Tan' });
  });

  it('changes a mobile number: ends the sessions, requires confirmation, and notifies the old one', async () => {
    const { id, as, mobile: oldMobile } = await customer();
    const mobile = somebody().mobile;
    const reply = await app.call(calls.updateCustomerAsAdmin, { ...of(id), body: { mobile } }, office);
    expect(reply.body).toMatchObject({ mobile, otpVerified: false });
    await app.runOutbox();
    expect(app.sent.sms.at(-1)).toMatchObject({
      to: oldMobile,
      body: expect.stringContaining('sign-in number has changed'),
    });
    expect((await app.call(calls.getCustomer, of(id), as)).status).toBe(401);
  });

  it('trashes a customer, whose sessions end at once and who cannot sign in', async () => {
    const { id, as, mobile } = await customer();
    expect((await app.call(calls.trashCustomer, of(id), office)).body.trash).toBe(1);
    expect((await app.call(calls.getCustomer, of(id), as)).status).toBe(401);
    await app.call(calls.signInCustomer, { body: { mobile } });
    await app.runOutbox();
    const tried = await app.call(calls.verifyCustomer, { body: { mobile, otp: app.sent.codeFor(mobile) } });
    expect(problem(tried).code).toBe('account_closed');
    const listed = async (trash: '0' | '1' | '*') =>
      (await app.call(calls.listCustomers, { query: { trash, q: mobile } }, office)).body.total;
    expect([await listed('0'), await listed('1'), await listed('*')]).toEqual([0, 1, 1]);
    expect((await app.call(calls.untrashCustomer, of(id), office)).body.trash).toBe(0);
    expect((await app.call(calls.trashCustomer, of(app.services.newID()), office)).status).toBe(404);
  });

  it('finds customers by name, e-mail and number, sorts and pages them', async () => {
    const one = await customer({ firstname: 'Zulkifli', lastname: 's/o Rajan' });
    const two = await customer({ firstname: 'Zubaidah', lastname: '' });
    const list = async (query: object) => (await app.call(calls.listCustomers, { query }, office)).body;
    expect((await list({ q: 'rajan zul' })).items.map((item) => item.id)).toEqual([one.id]);
    expect((await list({ q: two.mobile.slice(2) })).items).toHaveLength(1);
    expect((await list({ q: one.email.toUpperCase() })).items).toHaveLength(1);
    expect((await list({ q: '%' })).items).toHaveLength(0);
    expect((await list({ q: 'Zu', sortby: 'fullname' })).items.map((item) => item.id)).toEqual([
      two.id,
      one.id,
    ]);
    expect(await list({ q: 'Zu', sortby: 'fullname', from: 1, size: 1 })).toMatchObject({
      total: 2,
      from: 1,
      size: 1,
      items: [{ id: one.id }],
    });
    expect((await list({ q: 'Zu', size: 9_999_999, count: '0' })).total).toBeUndefined();
    const injected = await app.request({
      method: 'GET',
      url: "/api/customers?sortby=id'--",
      headers: { authorization: `Bearer ${office.jwt}` },
    });
    expect(injected.status).toBe(422);
  });

  it('finds customers by the postal code of a home, and by whether they are confirmed or hold hours', async () => {
    const one = await customer({ firstname: 'Farhana' });
    const two = await customer({ firstname: 'Farid' });
    const home = { postal: '520834', addressLine1: 'Blk 834 Tampines St 83' };
    const { body: lived } = await app.call(
      calls.createAddress,
      { body: { ...home, customerID: one.id } },
      office,
    );
    const ids = async (query: object) => {
      const { body } = await app.call(calls.listCustomers, { query: { size: 500, ...query } }, office);
      return body.items.map((item) => item.id);
    };
    expect(await ids({ q: '520834' })).toEqual([one.id]);
    expect(await ids({ q: 'farhana 520834' })).toEqual([one.id]);
    expect(await ids({ q: 'farid 520834' })).toEqual([]);
    await app.call(calls.trashAddress, of(lived.id), office);
    expect(await ids({ q: '520834' })).toEqual([]);

    await app.services.db
      .updateTable('customer')
      .set({ creditsLeft: 4, otpVerifiedAt: app.clock.now().toString() })
      .where('id', '=', one.id)
      .execute();
    expect(await ids({ q: 'far', credits: '1' })).toEqual([one.id]);
    expect(await ids({ q: 'far', credits: '0' })).toEqual([two.id]);
    expect(await ids({ q: 'far', confirmed: '1' })).toEqual([one.id]);
    expect(await ids({ q: 'far', confirmed: '0' })).toEqual([two.id]);
  });

  it('exports a CSV without formulas, with an audit entry', async () => {
    await customer({ firstname: '=A1+1' });
    const url = '/api/customers?download=1&size=9999999';
    const reply = await app.request({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${office.jwt}` },
    });
    expect(reply.headers['content-type']).toContain('text/csv');
    expect(String(reply.body)).toContain("'=A1+1");
    const trail = await app.database.db
      .selectFrom('audit_entry')
      .select('id')
      .where('action', '=', 'download')
      .execute();
    expect(trail).toHaveLength(1);
  });
});

describe('a customer', () => {
  it('changes names; fields they may not change stay', async () => {
    const { id, as, mobile } = await customer();
    const reply = await app.request({
      method: 'POST',
      url: `/api/customers/${id}/update`,
      payload: {
        firstname: '伟玲',
        lastname: '',
        salutation: 'Ms',
        otpVerified: false,
      },
      headers: { authorization: `Bearer ${as.jwt}` },
    });
    expect(reply.body).toMatchObject({
      fullname: '伟玲',
      salutation: 'Ms',
      creditsLeft: 0,
      otpVerified: false,
      trash: 0,
      mobile,
    });
  });

  it('sees nobody else: another and an unknown customer are the same 404, and nothing changes', async () => {
    const [one, other] = [await customer(), await customer()];
    const none = app.services.newID();
    const seen = [
      await app.call(calls.getCustomer, of(other.id), one.as),
      await app.call(calls.getCustomer, of(none), one.as),
    ];
    expect(seen.map((reply) => reply.status)).toEqual([404, 404]);
    expect(seen[0]?.body).toEqual(seen[1]?.body);
    const changed = await app.call(
      calls.updateCustomer,
      { ...of(other.id), body: { firstname: 'Mallory' } },
      one.as,
    );
    expect(changed.status).toBe(404);
    expect((await app.call(calls.getCustomer, of(other.id), office)).body.firstname).toBe('Wei Ling');
  });

  it("cannot use the office's routes", async () => {
    const { id, as } = await customer();
    const replies = [
      await app.call(calls.listCustomers, {}, as),
      await app.call(calls.createCustomer, { body: somebody() }, as),
      await app.call(calls.updateCustomerAsAdmin, { ...of(id), body: {} }, as),
      await app.call(calls.trashCustomer, of(id), as),
      await app.call(calls.untrashCustomer, of(id), as),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([403, 403, 403, 403, 403]);
    const cleaner = await signedIn(app, 'cleaner');
    expect((await app.call(calls.getCustomer, of(id), cleaner)).status).toBe(403);
    expect((await app.call(calls.getCustomer, of(id))).status).toBe(401);
  });
});

it.each([
  ['a list for a name', { firstname: ['a'] }],
  ['an unknown field', { nickname: 'x' }],
  ['a line break in the e-mail', { email: 'a@b.example\r\nBcc: c@d.example' }],
  ['an empty first name', { firstname: '  ' }],
])('refuses %s', async (_what, payload) => {
  const { id, as } = await customer();
  const headers = { authorization: `Bearer ${as.jwt}` };
  const reply = await app.request({ method: 'POST', url: `/api/customers/${id}/update`, payload, headers });
  expect(reply.status).toBe(422);
});
