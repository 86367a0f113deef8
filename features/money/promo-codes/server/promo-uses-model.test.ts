import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { feature, markPromosUsed, releasePromos, reservePromo } from './index.ts';
import { addPromo, usageOf } from './testing/promo-world.ts';

const app = await startTestApp({ features: [feature] });
const made = await Promise.all(Array.from({ length: 3 }, () => addCustomer(app.context())));
const customers = made.map(({ id }) => id);

const ALLOCATION = 4;
const MAX_EACH = 2;
const price = { subtotal: 9000, work: 9000, workHours: 3 };

/**
 * `reserve` always takes a new target; `release` and `use` pick a target by how many targets ago it was made.
 */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('reserve' as const), by: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('release' as const), of: fc.array(fc.nat(9), { minLength: 1 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('use' as const), of: fc.array(fc.nat(9), { minLength: 1 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Use {
  readonly id: string;
  readonly by: number;
  state: 'reserved' | 'used' | 'released';
}

/** The expected state after each step. */
class Model {
  readonly uses: Use[] = [];

  live(by?: number): number {
    return this.uses.filter((use) => use.state !== 'released' && (by === undefined || use.by === by)).length;
  }

  reserve(id: string, by: number): boolean {
    const isFree = this.live() < ALLOCATION && this.live(by) < MAX_EACH;
    if (isFree) this.uses.push({ id, by, state: 'reserved' });
    return isFree;
  }

  move(ids: readonly string[], to: 'used' | 'released'): void {
    for (const use of this.uses) {
      if (ids.includes(use.id) && (use.state === 'reserved' || to === 'released')) use.state = to;
    }
  }
}

const limits = { totalAllocation: ALLOCATION, maxPerCustomer: MAX_EACH };

function execute(code: string, targets: string[], act: Step): Promise<unknown> {
  const { newID } = app.services;
  if (act.act === 'reserve') {
    const id = newID();
    targets.push(id);
    const query = {
      code,
      customerID: customers[act.by] ?? '',
      jobType: 'regular',
      packageID: id,
      postal: null,
      price,
    } as const;
    return inTransaction(app.context(), (tx) => reservePromo(tx, query, { kind: 'job', id }));
  }
  const ids = act.of.flatMap((ago) => targets.at(-1 - ago) ?? []);
  const change = act.act === 'use' ? markPromosUsed : releasePromos;
  return inTransaction(app.context(), (tx) => change(tx, 'job', ids));
}

it('sequential uses match the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { id, code } = await addPromo(app.context(), limits);
      const [model, targets]: [Model, string[]] = [new Model(), []];
      for (const act of steps) {
        const outcome = await execute(code, targets, act);
        if (act.act === 'reserve') {
          expect(!isRefusal(outcome)).toBe(model.reserve(targets.at(-1) ?? '', act.by));
        } else {
          const ids = act.of.flatMap((ago) => targets.at(-1 - ago) ?? []);
          model.move(ids, act.act === 'use' ? 'used' : 'released');
        }
      }
      const paid = model.uses.filter(({ state }) => state === 'used').length;
      expect(await usageOf(app.context(), id)).toEqual({ taken: model.live(), live: model.live(), paid });
    }),
    { numRuns: randomCases(10, 30) },
  );
});

it('concurrent uses never exceed the limits, and the counter equals the live uses', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 6 }), { maxLength: 5 }),
      async (rounds) => {
        const { id, code } = await addPromo(app.context(), limits);
        const targets: string[] = [];
        for (const round of rounds) {
          await Promise.all(round.map((act) => execute(code, targets, act)));
          const { taken, live } = await usageOf(app.context(), id);
          expect(taken).toBe(live);
          expect(taken).toBeLessThanOrEqual(ALLOCATION);
        }
        expect(await checkLedger(app.context())).toEqual([]);
      },
    ),
    { numRuns: randomCases(8, 20) },
  );
});
