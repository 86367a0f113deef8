import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, startAttackWorld } from '#features/booking/booking/server/testing/attack-world.ts';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { addPack, giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, Reply } from '#platform/testing/test-app.ts';

let mei: Person;
let office: As;
let serial = 0;

/**
 * Attacks on money M1 to M7: figures, repeated requests, promo codes. M8 to M15 are in
 * attacks-on-hours-and-cards.test.ts. Each checks the reply and what moved for the customer here and at
 * Stripe, and the ledger is checked after it. A visit of 3 hours costs S$90.
 */
const world = await startAttackWorld();

beforeEach(async () => {
  mei = await world.person();
  office = await signedIn(world.app, 'admin');
});
checkBooksAfterEach(() => world.app);

const NOTHING = { money: [], hours: [], balance: 0, taken: 0, givenBack: 0 };
const commit = (id: string, body: object, as: As = mei.as, key?: string) =>
  world.post(as, `/jobs/${id}/commit`, body, key);
const putCode = (id: string, promocode: unknown, as: As = mei.as) =>
  world.post(as, `/jobs/${id}/update-promocode`, { promocode });
const codeOf = ({ status, body }: Reply<Record<string, unknown>>) => [status, body.code];
const newCode = () => `CODE${++serial}`;
async function usesOf(id: string): Promise<number> {
  const { rows } = await world.app.database.pool.query('select taken from promo_code where id = $1', [id]);
  return rows[0].taken;
}

describe('M1: a commit with figures that differ from the server’s', () => {
  test.each([
    { total: 1 },
    { price: 1 },
    { total: 0 },
    { total: 8999, price: 9000 },
    { creditsUsed: 3 },
    { amountToPay: 1, total: 1 },
  ])('%j is refused with the price, and nothing is charged', async (figures) => {
    const id = await world.hold(mei);
    const refused = await commit(id, { stripeToken: 'tok_visa', ...figures });
    expect(refused).toMatchObject({ status: 409, body: { code: 'price_changed', total: 9000 } });
    expect(await world.traceOf(mei)).toEqual(NOTHING);
  });

  test.each(['total', 'price', 'creditsUsed'])('an invalid %s is refused on its field', async (field) => {
    const id = await world.hold(mei);
    for (const value of [-5, 0.001, 1e9, '1e3', '9000', [9000], { cents: 9000 }, true]) {
      const refused = await commit(id, { stripeToken: 'tok_visa', [field]: value });
      expect([value, ...codeOf(refused)]).toEqual([value, 422, 'invalid']);
    }
    expect(await world.traceOf(mei)).toEqual(NOTHING);
  });

  test('fields that the server decides are ignored: the price stays', async () => {
    const id = await world.hold(mei);
    const forged = { amountToPay: 1, customerID: 'x', customerID: 'y', auth: true, otpVerified: true };
    const nulls = { total: null, price: null, creditsUsed: null, promocode: null, jobtype: null };
    expect((await commit(id, { stripeToken: 'tok_visa', ...forged, ...nulls })).status).toBe(200);
    expect(await world.traceOf(mei)).toMatchObject({ money: [9000], taken: 9000 });
  });

  test.each([{ paid: true }, { status: 'paid' }, { discount: 9000 }])(
    '%j is refused as an unknown field',
    async (more) => {
      const id = await world.hold(mei);
      expect((await commit(id, { stripeToken: 'tok_visa', ...more })).status).toBe(422);
      expect(await world.traceOf(mei)).toEqual(NOTHING);
    },
  );
});

/** Values that no field accepts. Null is left out, because it counts as absent. */
const HOSTILE: readonly unknown[] = [
  '1e3',
  0.001,
  -5,
  1e9,
  2 ** 31 + 1,
  Number.MAX_SAFE_INTEGER,
  [],
  ['tok_visa'],
  {},
  { $gt: 0 },
  'x'.repeat(50_000),
  '\u0000',
  "'; drop table customer; --",
];

interface Attacked {
  ready(): Promise<{ readonly as: As; readonly url: string; readonly body: Record<string, unknown> }>;
  readonly fields: readonly string[];
  /** Any text is valid here; only non-strings and texts that are too long are refused. */
  readonly texts?: readonly string[];
}

const CALLS: Readonly<Record<string, Attacked>> = {
  commit: {
    ready: async () => ({
      as: mei.as,
      url: `/jobs/${await world.hold(mei)}/commit`,
      body: { stripeToken: 'tok_visa' },
    }),
    fields: ['stripeToken', 'total', 'price', 'creditsUsed', 'promocode', 'jobtype', 'email', 'change'],
  },
  chargeAndConfirm: {
    ready: async () => ({
      as: office,
      url: '/customers/confirmJobAdmin',
      body: { jobID: await world.hold(mei), amountToPay: 0, reason: 'The hob' },
    }),
    fields: ['jobID', 'amountToPay', 'promocode'],
    texts: ['reason'],
  },
  'packages/pay': {
    ready: async () => ({
      as: mei.as,
      url: `/packages/${await addPack(world.app.context())}/pay`,
      body: { stripeToken: 'tok_visa' },
    }),
    fields: ['stripeToken', 'price', 'promocode', 'change'],
  },
  updatecredit: {
    ready: async () => {
      await giveHours(world.app.context(), mei.id, { hours: 4 });
      return { as: mei.as, url: '/customers/updatecredit', body: { jobID: await world.hold(mei) } };
    },
    fields: ['jobID', 'credit_ID', 'promocode'],
  },
  'update-promocode': {
    ready: async () => {
      const code = newCode();
      await addCode(world.app.context(), code);
      const id = await world.hold(mei);
      return { as: mei.as, url: `/jobs/${id}/update-promocode`, body: { promocode: code } };
    },
    fields: ['promocode'],
  },
  sendcredit: {
    ready: async () => {
      await giveHours(world.app.context(), mei.id, { hours: 4 });
      return { as: mei.as, url: '/customers/sendcredit', body: { amount: 1, email: 'friend@example.com' } };
    },
    fields: ['amount', 'email', 'email_type'],
    texts: ['message'],
  },
  chargeCreditCard: {
    ready: async () => {
      await world.post(mei.as, '/customers/updateCreditCard', { stripeToken: 'tok_visa' });
      const body = { customerID: mei.id, total: 2500, details: 'Lost key' };
      return { as: office, url: '/customers/chargeCreditCard', body };
    },
    fields: ['customerID', 'total'],
    texts: ['details'],
  },
  refund: {
    ready: async () => {
      const { transactionID } = await world.paid(mei);
      return { as: office, url: `/transactions/${transactionID}/refund`, body: { reason: 'The hob' } };
    },
    fields: ['amount', 'to'],
    texts: ['reason'],
  },
  cancel: {
    ready: async () => ({ as: mei.as, url: `/jobs/${(await world.paid(mei)).id}/cancel`, body: {} }),
    fields: ['fee', 'onBehalfOf'],
    texts: ['reason'],
  },
  transactions: {
    ready: async () => ({
      as: office,
      url: '/transactions',
      body: { customerID: mei.id, total: 5000, method: 'cash' },
    }),
    fields: ['customerID', 'method', 'jobID', 'packageID'],
    texts: ['details'],
  },
};

describe('M2: every field of every route that moves money or hours, with invalid values', () => {
  test.each(Object.entries(CALLS))('%s: refused, and nothing has moved', async (_name, call) => {
    const { as, url, body } = await call.ready();
    const before = await world.traceOf(mei);
    const isText = (value: unknown) => typeof value === 'string' && value.length < 500 && value !== '\u0000';
    const tries = [
      ...call.fields.flatMap((field) => HOSTILE.map((value) => ({ field, value }))),
      ...(call.texts ?? []).flatMap((field) =>
        HOSTILE.filter((value) => !isText(value)).map((value) => ({ field, value })),
      ),
    ];
    const accepted: unknown[] = [];
    for (const { field, value } of tries) {
      const { status } = await world.post(as, url, { ...body, [field]: value });
      if (status < 400 || status >= 500) accepted.push([field, value, status]);
    }
    const json = { ...as, headers: { ...as.headers, 'content-type': 'application/json' } };
    for (const whole of [[], [body], 'tok_visa', 7, true]) {
      const { status } = await world.post(json, url, JSON.stringify(whole));
      if (status < 400 || status >= 500) accepted.push([whole, status]);
    }
    expect(accepted).toEqual([]);
    expect(await world.traceOf(mei)).toEqual(before);
    expect((await world.post(as, url, body)).status).toBeLessThan(300);
  });

  test.each([
    ['sendcredit', 'amount', [0, -1, 0.25, 1000.5]],
    ['chargeCreditCard', 'total', [0, 49, -100, 10.5, 100_000_001]],
    ['refund', 'amount', [0, -1, 0.5, 9001]],
  ] as const)('%s: no %s of %j', async (name, field, values) => {
    const { as, url, body } = await (CALLS[name] as Attacked).ready();
    const before = await world.traceOf(mei);
    for (const value of values) {
      const { status } = await world.post(as, url, { ...body, [field]: value });
      expect([value, status]).toEqual([value, value === 9001 ? 409 : 422]);
    }
    expect(await world.traceOf(mei)).toEqual(before);
  });
});

test('M3: the same commit twenty times with one key, different keys or none: one charge', async () => {
  const id = await world.hold(mei);
  const one = world.app.services.newID();
  const keys = Array.from({ length: 20 }, (_, nth) => [undefined, one, world.app.services.newID()][nth % 3]);
  const replies = await Promise.all(keys.map((key) => commit(id, { stripeToken: 'tok_visa' }, mei.as, key)));
  const paid = replies.filter(({ status }) => status === 200);
  expect(new Set(paid.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const refused = replies.filter(({ status }) => status !== 200);
  for (const { body } of refused) expect(body).toMatchObject({ code: 'payment_in_progress' });
  expect(await world.traceOf(mei)).toMatchObject({ money: [9000], taken: 9000 });
});

test('M4: twenty requests apply a code with three uses left: three pay less', async () => {
  const code = newCode();
  const codeID = await addCode(world.app.context(), code, { allocation: 3 });
  const people = await Promise.all(Array.from({ length: 20 }, () => world.person()));
  const ids = await Promise.all(people.map((who) => world.hold(who)));
  const put = await Promise.all(people.map(({ as }, nth) => putCode(ids[nth] ?? '', code, as)));
  expect(put.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), ...Array(17).fill(422)]);
  expect(await usesOf(codeID)).toBe(3);
  const card = { stripeToken: 'tok_visa' };
  await Promise.all(people.map(({ as }, nth) => commit(ids[nth] ?? '', card, as)));
  const paid = (await Promise.all(people.map((who) => world.traceOf(who)))).map(({ taken }) => taken);
  expect(paid.sort()).toEqual([...Array(3).fill(8100), ...Array(17).fill(9000)]);
});

test('M5: a code applied on every route counts once', async () => {
  const [ten, twenty] = [newCode(), newCode()];
  const ids = [
    await addCode(world.app.context(), ten),
    await addCode(world.app.context(), twenty, { amount: 20 }),
  ];
  const id = await world.hold(mei);
  expect((await putCode(id, ten)).body).toMatchObject({ amountToPay: 8100 });
  const both = await world.post(mei.as, '/customers/updatecredit', { jobID: id, promocode: twenty });
  expect(both.body).toMatchObject({ amountToPay: 7200 });
  for (const total of [6300, 6480, 7200]) {
    const stacked = await commit(id, { stripeToken: 'tok_visa', promocode: ten, total });
    expect(codeOf(stacked)).toEqual([409, 'price_changed']);
  }
  expect((await putCode(id, [ten, twenty])).status).toBe(422);
  expect((await putCode(id, `${ten},${twenty}`)).status).toBe(422);
  expect(await Promise.all(ids.map(usesOf))).toEqual([0, 1]);
  expect((await commit(id, { stripeToken: 'tok_visa', promocode: ten, total: 8100 })).status).toBe(200);
  expect(await Promise.all(ids.map(usesOf))).toEqual([1, 0]);
  expect(await world.traceOf(mei)).toMatchObject({ money: [8100], taken: 8100 });
});

describe('M6: an invalid code', () => {
  const terms: Record<string, string> = {
    'a code for another package': `packages = array['${'0192f0c1-2b5e-7000-8000-000000000001'}']::uuid[]`,
    'a code for another kind of clean': `booking_types = array['spring-cleaning']`,
    'an expired code': `end_date = '2026-11-22'`,
    'a code that starts later': `start_date = '2026-12-24'`,
    'a code without uses': 'total_allocation = 0',
    'a trashed code': 'trashed_at = now()',
  };
  test.each(Object.entries(terms))('is refused: %s', async (_what, set) => {
    const code = newCode();
    const codeID = await addCode(world.app.context(), code, { amount: 100 });
    await world.app.database.pool.query(`update promo_code set ${set} where id = $1`, [codeID]);
    const id = await world.hold(mei);
    expect((await putCode(id, code)).status).toBe(422);
    const free = { stripeToken: 'tok_visa', promocode: code, total: 0 };
    expect((await commit(id, free)).status).toBe(422);
    const asked = { code, package_id: world.world.packageID, auth: true, price: 1 };
    const checked = await world.post(mei.as, '/customers/checkpromocode', asked);
    expect(checked.body).toMatchObject({ valid: false, discount: 0 });
    expect(await usesOf(codeID)).toBe(0);
    expect(await world.traceOf(mei)).toEqual(NOTHING);
  });

  test('used up by this customer, whoever they claim to be', async () => {
    const code = newCode();
    await addCode(world.app.context(), code, { perCustomer: 1 });
    const wei = await world.person();
    await world.paid(mei, { promocode: code });
    const forged = { code, package_id: world.world.packageID, customer_id: wei.id, auth: true };
    const checked = await world.post(mei.as, '/customers/checkpromocode', forged);
    expect(checked.body).toMatchObject({ valid: false });
    const id = await world.hold(mei, { startTime: '2026-12-02T09:00:00+08:00' });
    const again = { stripeToken: 'tok_visa', promocode: code, total: 8100, customer_id: wei.id, auth: true };
    expect((await commit(id, again)).status).toBe(422);
    expect(await world.traceOf(mei)).toMatchObject({ money: [8100], taken: 8100 });
  });
});

test('M7: a code is released once when its visit is paid, cancelled and booked again', async () => {
  const code = newCode();
  const codeID = await addCode(world.app.context(), code, { allocation: 1 });
  const { id } = await world.paid(mei, { promocode: code });
  expect(await usesOf(codeID)).toBe(1);
  const cancel = () => world.post(mei.as, `/jobs/${id}/cancel`, {});
  await Promise.all([cancel(), cancel(), cancel()]);
  await cancel();
  expect(await usesOf(codeID)).toBe(0);
  await world.paid(mei, { promocode: code, startTime: '2026-12-02T09:00:00+08:00' });
  expect((await cancel()).status).toBe(200); // cancelling the first visit again: its use was already released
  expect(await usesOf(codeID)).toBe(1);
  const wei = await world.person();
  expect((await putCode(await world.hold(wei), code, wei.as)).status).toBe(422);
  expect(await world.traceOf(mei)).toMatchObject({
    taken: 16_200,
    givenBack: 8100,
    money: [-8100, 8100, 8100],
  });
});
