import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import {
  feature,
  findPromo,
  markPromosUsed,
  type Promo,
  type PromoQuery,
  releasePromos,
  replacePromo,
  reservePromo,
} from './index.ts';
import { addPromo, usageOf } from './testing/promo-world.ts';

const app = await startTestApp({ features: [feature], connections: 24 });
const made = await Promise.all(Array.from({ length: 20 }, () => addCustomer(app.context())));
const customers = made.map(({ id }) => id);

const PACKAGE = '0192f0c1-2b5e-7000-8000-000000000001';
const GONE = 'This code has been used up.';
const USED = 'You have already used this code.';

type Query = PromoQuery & { readonly customerID: string };
type Outcome = Promo | Refusal;

function asked(code: string, over: Partial<Query> = {}): Query {
  const price = { subtotal: 9000, work: 9000, workHours: 3 };
  return {
    code,
    customerID: customers[0] ?? '',
    jobType: 'one-time',
    packageID: PACKAGE,
    postal: null,
    price,
    ...over,
  };
}

const job = (id = app.services.newID()) => ({ kind: 'job', id }) as const;
const reserve = (query: Query, target = job()): Promise<Outcome> =>
  inTransaction(app.context(), (tx) => reservePromo(tx, query, target));
const release = (...ids: string[]) => inTransaction(app.context(), (tx) => releasePromos(tx, 'job', ids));
const use = (...ids: string[]) => inTransaction(app.context(), (tx) => markPromosUsed(tx, 'job', ids));
const sentence = (outcome: Outcome) => (isRefusal(outcome) ? outcome.errors?.[0]?.message : 'taken');

describe('a use of a code', () => {
  it('is reserved, used on payment, and stays taken', async () => {
    const { id, code } = await addPromo(app.context(), { totalAllocation: 2 });
    const target = job();
    expect(await reserve(asked(` ${code.toLowerCase()} `), target)).toMatchObject({
      id,
      code,
      discount: 900,
    });
    expect(await usageOf(app.context(), id)).toEqual({ taken: 1, live: 1, paid: 0 });
    await use(target.id);
    await use(target.id);
    expect(await usageOf(app.context(), id)).toEqual({ taken: 1, live: 1, paid: 1 });
  });

  it('is given back once, however often it is released, paid or not', async () => {
    const { id, code } = await addPromo(app.context(), { totalAllocation: 2 });
    const [one, other] = [job(), job()];
    await reserve(asked(code), one);
    await reserve(asked(code), other);
    await use(other.id);
    await release(one.id, other.id);
    await release(one.id, other.id);
    expect(await usageOf(app.context(), id)).toEqual({ taken: 0, live: 0, paid: 0 });
    expect(sentence(await reserve(asked(code), one))).toBe('taken');
  });

  it('of another kind of target is untouched, and releasing no targets does nothing', async () => {
    const { id, code } = await addPromo(app.context());
    const target = job();
    await reserve(asked(code), target);
    await inTransaction(app.context(), (tx) => releasePromos(tx, 'credit-package', [target.id]));
    await release();
    await use();
    expect(await usageOf(app.context(), id)).toEqual({ taken: 1, live: 1, paid: 0 });
  });

  it('is refused with the reason on the field, and nothing is reserved', async () => {
    const { id, code } = await addPromo(app.context(), { bookingTypes: ['spring-cleaning'] });
    const refused = await reserve(asked(code));
    expect(refused).toMatchObject({ refusal: 'invalid', errors: [{ path: 'promocode' }] });
    expect(sentence(refused)).toBe('This code is for another kind of clean.');
    expect(await usageOf(app.context(), id)).toEqual({ taken: 0, live: 0, paid: 0 });
  });

  it('is not reserved for a price of zero', async () => {
    const { code } = await addPromo(app.context());
    const free = asked(code, { price: { subtotal: 0, work: 0, workHours: 3 } });
    expect(sentence(await reserve(free))).toMatch(/^This code takes nothing off/);
  });

  it('is still found after the code is trashed, but cannot be reserved anew', async () => {
    const { id, code } = await addPromo(app.context());
    const target = job();
    await reserve(asked(code), target);
    const trashedAt = app.clock.now().toString();
    await app.services.db.updateTable('promo_code').set({ trashedAt }).where('id', '=', id).execute();
    expect(sentence(await reserve(asked(code)))).toMatch(/^We do not recognise/);
    await release(target.id);
    expect((await usageOf(app.context(), id)).taken).toBe(0);
  });

  it('is checked without reserving; a visitor has no per-customer limit', async () => {
    const { id, code } = await addPromo(app.context(), { maxPerCustomer: 1 });
    await reserve(asked(code));
    expect(sentence(await findPromo(app.context(), asked(code)))).toBe(USED);
    expect(sentence(await findPromo(app.context(), { ...asked(code), customerID: null }))).toBe('taken');
    expect((await usageOf(app.context(), id)).taken).toBe(1);
  });
});

describe('replacing a code', () => {
  it('releases the first and reserves the second, or changes neither', async () => {
    const [one, other] = [
      await addPromo(app.context()),
      await addPromo(app.context(), { maxPerCustomer: 1 }),
    ];
    const target = job();
    await reserve(asked(one.code), target);
    const replace = (code: string) =>
      inTransaction(app.context(), (tx) => replacePromo(tx, asked(code), target));
    expect(sentence(await replace(other.code))).toBe('taken');
    expect(await usageOf(app.context(), one.id)).toEqual({ taken: 0, live: 0, paid: 0 });
    expect(await usageOf(app.context(), other.id)).toEqual({ taken: 1, live: 1, paid: 0 });
    expect(sentence(await replace('NOBODY'))).toMatch(/^We do not recognise/);
    expect((await usageOf(app.context(), other.id)).taken).toBe(1);
  });

  it.each(['lower', 'higher'])(
    'locks the one with the lower id first, whether it has the %s',
    async (has) => {
      const [low = '', high = ''] = [app.services.newID(), app.services.newID()].sort();
      const [lower, higher] = [
        await addPromo(app.context(), { id: low }),
        await addPromo(app.context(), { id: high }),
      ];
      const [before, after] = has === 'lower' ? [lower, higher] : [higher, lower];
      const target = job();
      await reserve(asked(before.code), target);
      const lock = (tx: Tx, id: string) =>
        tx.db.selectFrom('promo_code').select('id').where('id', '=', id).forUpdate().skipLocked().execute();
      let free: unknown[] = [];
      const replaced = await overlap(
        app,
        (tx) => lock(tx, low),
        () => inTransaction(app.context(), (tx) => replacePromo(tx, asked(after.code), target)),
        async (tx) => {
          free = await lock(tx, high);
        },
      );
      expect(sentence(replaced)).toBe('taken');
      expect(free).toHaveLength(1);
    },
  );
});

describe('of twenty concurrent requests', () => {
  it('exactly one gets the last use, without errors', async () => {
    const { id, code } = await addPromo(app.context(), { totalAllocation: 1 });
    const outcomes = await Promise.all(customers.map((customerID) => reserve(asked(code, { customerID }))));
    expect(outcomes.map(sentence).sort()).toEqual([...Array(19).fill(GONE), 'taken']);
    expect(await usageOf(app.context(), id)).toEqual({ taken: 1, live: 1, paid: 0 });
  });

  it('exactly one gets a customer’s only use', async () => {
    const { id, code } = await addPromo(app.context(), { maxPerCustomer: 1 });
    const outcomes = await Promise.all(customers.map(() => reserve(asked(code))));
    expect(outcomes.map(sentence).sort()).toEqual([...Array(19).fill(USED), 'taken']);
    expect((await usageOf(app.context(), id)).live).toBe(1);
  });

  it('all release the same use, and it is given back once', async () => {
    const { id, code } = await addPromo(app.context(), { totalAllocation: 1 });
    const target = job();
    await reserve(asked(code), target);
    await Promise.all(customers.map(() => release(target.id)));
    expect(await usageOf(app.context(), id)).toEqual({ taken: 0, live: 0, paid: 0 });
  });
});

/** Removes `for update` and the like. */
const WITHOUT_LOCKS: KyselyPlugin = {
  transformQuery: ({ node }) =>
    node.kind === 'SelectQueryNode'
      ? Object.fromEntries(Object.entries(node).filter(([name]) => name !== 'endModifiers'))
      : (node as never),
  transformResult: async ({ result }) => result,
} as KyselyPlugin;

describe('of two concurrent requests', () => {
  const locked = (tx: Tx) => tx;
  const unlocked = (tx: Tx): Tx => ({ ...tx, db: tx.db.withPlugin(WITHOUT_LOCKS) });
  const race = (code: string, tx: (tx: Tx) => Tx, customerID = customers[1]) =>
    overlap(
      app,
      (first) => reservePromo(tx(first), asked(code), job()),
      () =>
        inTransaction(app.context(), (second) =>
          reservePromo(tx(second), asked(code, customerID === undefined ? {} : { customerID }), job()),
        ),
    );

  it('the second waits for the first and is refused the last use', async () => {
    const { code } = await addPromo(app.context(), { totalAllocation: 1 });
    expect(sentence(await race(code, locked))).toBe(GONE);
  });

  it('(control: without the lock the second hits the constraint)', async () => {
    const { code } = await addPromo(app.context(), { totalAllocation: 1 });
    await expect(race(code, unlocked)).rejects.toThrow('promo_code_not_overused');
  });

  it('of two concurrent requests of one customer only one uses a code that each may use once', async () => {
    const { code } = await addPromo(app.context(), { maxPerCustomer: 1 });
    expect(sentence(await race(code, locked, customers[0]))).toBe(USED);
  });

  it('of two different codes for a first booking a customer gets one', async () => {
    const [first, second] = [
      await addPromo(app.context(), { firstBookingOnly: true }),
      await addPromo(app.context(), { firstBookingOnly: true }),
    ];
    const lost = await overlap(
      app,
      (tx) => reservePromo(tx, asked(first.code), job()),
      () => inTransaction(app.context(), (tx) => reservePromo(tx, asked(second.code), job())),
    );
    expect(sentence(lost)).toBe('This code is for a first booking.');
    expect(await usageOf(app.context(), second.id)).toMatchObject({ taken: 0, live: 0 });
  });

  it('(control: the customer uses both of two codes for any booking)', async () => {
    const [first, second] = [await addPromo(app.context(), {}), await addPromo(app.context(), {})];
    const other = await overlap(
      app,
      (tx) => reservePromo(tx, asked(first.code), job()),
      () => inTransaction(app.context(), (tx) => reservePromo(tx, asked(second.code), job())),
    );
    expect(sentence(other)).toBe('taken');
  });

  it('(control: without the lock the customer gets two uses, and the ledger check reports it)', async () => {
    const { id, code } = await addPromo(app.context(), { maxPerCustomer: 1 });
    expect(sentence(await race(code, unlocked, customers[0]))).toBe('taken');
    const found = await checkLedger(app.context());
    expect(found.map(({ what }) => what)).toEqual([`${id} ${customers[0]}`]);
    await app.services.db.deleteFrom('promo_use').where('promoCodeID', '=', id).execute();
    expect((await checkLedger(app.context())).map(({ what }) => what)).toEqual([id]);
    await app.services.db.deleteFrom('promo_code').where('id', '=', id).execute();
  });

  it('two releases of the same use give it back once', async () => {
    const { id, code } = await addPromo(app.context(), { totalAllocation: 3 });
    const [one, other] = [job(), job()];
    await reserve(asked(code), one);
    await reserve(asked(code), other);
    await overlap(
      app,
      (tx) => releasePromos(tx, 'job', [one.id]),
      () => release(one.id),
    );
    expect(await usageOf(app.context(), id)).toEqual({ taken: 1, live: 1, paid: 0 });
  });
});

it('the ledger invariants hold afterwards', async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});
