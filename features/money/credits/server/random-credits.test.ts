import fc from 'fast-check';
import { expect, it } from 'vitest';
import { adjustCredits } from '#features/money/credits/server/adjust-credits.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Outbox } from '#platform/server/outbox.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { listCredits, totalCredits } from '../contract.ts';
import { claimGift, sendGift } from './gifts.ts';
import { findLots, holdCredits, returnCredits, spendCredits } from './index.ts';
import { payPackage } from './pay-package.ts';
import { CreditModel, hoursByLot } from './testing/credit-model.ts';
import { addJob, addPack, addPerson, balanceOf, startCreditApp } from './testing/credit-world.ts';

/* Random sequences of actions by two people, run against the product and an independent model: after each
   step both hold the same lots, and at the end the ledger invariants hold. fast-check prints the seed of
   a failing sequence. */

const packs = new Map<number, string>();
const PACK_HOURS = 6;
/** Odd cents, so that shares need rounding. */
const priceOf = (tier: number) => PACK_HOURS * tier * 100 - 7;
const MONEY = 'revenue:one-time';

const who = fc.nat({ max: 1 });
const hours = fc.integer({ min: 1, max: 12 }).map((halves) => halves / 2);

const stripe = await startTestStripe();
const app = await startCreditApp({ providers: { payments: stripe.payments } });
for (const tier of [27, 24]) {
  const pack = { hours: PACK_HOURS, perHour: tier * 100, price: priceOf(tier) };
  packs.set(tier, await addPack(app.context(), pack));
}

const step = fc.oneof(
  fc.record({ do: fc.constant('buy' as const), who, tier: fc.constantFrom(27, 24) }),
  fc.record({ do: fc.constant('adjust' as const), who, tier: fc.constantFrom(27, 25, 0), hours }),
  fc.record({ do: fc.constant('send' as const), who, hours }),
  fc.record({ do: fc.constant('claim' as const), who, nth: fc.nat({ max: 5 }) }),
  fc.record({ do: fc.constant('hold' as const), who, hours }),
  fc.record({ do: fc.constant('spend' as const), nth: fc.nat({ max: 5 }) }),
  fc.record({ do: fc.constant('give back' as const), nth: fc.nat({ max: 5 }), hours }),
  fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 31, 100, 200) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Scenario {
  readonly model: CreditModel;
  readonly people: readonly { readonly id: string; readonly email: string }[];
  /** Gift codes and job ids, in the model's order. */
  readonly codes: string[];
  readonly jobs: string[];
}

it('matches the model after any sequence of actions', async () => {
  const scenario = fc.array(step, { minLength: 10, maxLength: 30, size: 'max' });
  // No shrinking: it would exceed the test's timeout.
  const how = { numRuns: randomCases(8, 100), endOnFailure: true };
  await fc.assert(fc.asyncProperty(scenario, tell), how);
});

async function tell(steps: readonly Step[]): Promise<void> {
  const people = [await addPerson(app.context()), await addPerson(app.context())];
  const scenario: Scenario = { model: new CreditModel(), people, codes: [], jobs: [] };
  await act(scenario, { do: 'buy', who: 0, tier: 27 }); // so that there are hours to act on
  for (const one of steps) {
    await act(scenario, one);
    await expectSame(scenario);
  }
  expect(await checkLedger(app.context())).toEqual([]);
  for (const { id } of people) await expectTotals(id);
}

/** The totals of a list are what its rows add up to. */
async function expectTotals(customerID: string): Promise<void> {
  const office = await signedIn(app, 'admin');
  for (const filter of [{}, { perHour: 27 }, { empty: '1' as const }]) {
    const query = { customerID, ...filter };
    const { items } = (await app.call(listCredits, { query: { ...query, size: 1000 } }, office)).body;
    expect((await app.call(totalCredits, { query }, office)).body).toEqual({
      count: items.length,
      hours: items.reduce((sum, lot) => sum + lot.numCredits, 0),
      value: items.reduce((sum, lot) => sum + lot.numCredits * lot.perHour * 100, 0),
    });
  }
}

async function act(scenario: Scenario, one: Step): Promise<void> {
  const { model } = scenario;
  const now = app.clock.now();
  if (one.do === 'buy') {
    const ctx = {
      ...as(scenario, one.who),
      idempotentReplyStore: {
        requestID: app.services.newID().replaceAll('-', '').padEnd(64, '0'),
        keep: async () => undefined,
      },
    };
    await accepted(payPackage(ctx, packs.get(one.tier) ?? '', { stripeToken: 'tok_visa' }));
    model.add(one.who, {
      tier: one.tier,
      hours: PACK_HOURS,
      cost: priceOf(one.tier),
      since: now,
      until: months(now, 12),
    });
  } else if (one.do === 'adjust') {
    const change = {
      customerID: idOf(scenario, one.who),
      tiers: [{ perHour: one.tier, numCredits: one.hours }],
      reason: '',
    };
    await accepted(inTransaction(app.context(), (tx) => adjustCredits(tx, change)));
    model.adjust(one.who, { tier: one.tier, hours: one.hours, since: now, until: months(now, 12) });
  } else if (one.do === 'send') await send(scenario, one);
  else if (one.do === 'claim') await claim(scenario, one);
  else if (one.do === 'hold') await hold(scenario, one);
  else if (one.do === 'wait') await wait(scenario, one.days);
  else await endJob(scenario, one);
}

async function send(scenario: Scenario, one: { who: number; hours: number }): Promise<void> {
  const friend = scenario.people[1 - one.who]?.email ?? '';
  const ctx = as(scenario, one.who);
  const sent: string[] = [];
  const outcome = await sendGift(
    { ...ctx, outbox: listening(sent) },
    { amount: one.hours, email: friend, message: null },
  );
  const gift = scenario.model.send(one.who, one.hours, app.clock.now());
  expect(isRefusal(outcome)).toBe(!gift);
  if (gift) scenario.codes.push(sent.at(-1) ?? '');
}

async function claim(scenario: Scenario, one: { who: number; nth: number }): Promise<void> {
  const nth = one.nth % scenario.codes.length;
  const code = scenario.codes[nth];
  if (code === undefined) return;
  const outcome = await claimGift(as(scenario, one.who), code);
  const now = app.clock.now();
  const claimed = scenario.model.claim(one.who, nth, now);
  if (isRefusal(outcome) && outcome.refusal === 'throttled') throw new Error('Advance the clock more.');
  expect(isRefusal(outcome)).toBe(!claimed);
  app.clock.advance({ hours: 1 });
}

async function hold(scenario: Scenario, one: { who: number; hours: number }): Promise<void> {
  const customerID = idOf(scenario, one.who);
  const jobID = await addJob(app.context(), customerID);
  scenario.jobs.push(jobID);
  const held = await accepted(
    inTransaction(app.context(), (tx) => holdCredits(tx, { jobID, customerID, hours: one.hours })),
  );
  expect(held).toBe(scenario.model.hold(one.who, one.hours, app.clock.now()));
}

async function endJob(
  scenario: Scenario,
  one: { do: 'spend' | 'give back'; nth: number; hours?: number },
): Promise<void> {
  const nth = one.nth % scenario.jobs.length;
  const jobID = scenario.jobs[nth];
  if (jobID === undefined) return;
  const run = (work: (tx: Tx) => Promise<unknown>) => accepted(inTransaction(app.context(), work));
  if (one.do === 'spend') {
    await run((tx) => spendCredits(tx, jobID, MONEY));
    scenario.model.spend(nth);
    return;
  }
  const given = await run((tx) => returnCredits(tx, jobID, { hours: one.hours ?? 0, income: MONEY }));
  expect(given).toBe(scenario.model.giveBack(nth, one.hours ?? 0, app.clock.now()));
}

async function wait(scenario: Scenario, days: number): Promise<void> {
  app.clock.advance({ days });
  await app.runCronJobs();
  scenario.model.expire(app.clock.now());
  scenario.model.returnGifts(app.clock.now());
}

/** Compares tier, hours and expiry of every non-empty lot, and the displayed balance. */
async function expectSame({ model, people }: Scenario): Promise<void> {
  for (const [index, { id }] of people.entries()) {
    const lots = (await findLots(app.context(), id)).map(({ perHour, remaining, expiresAt }) => ({
      tier: perHour,
      hours: remaining,
      until: expiresAt,
    }));
    expect(hoursByLot(lots)).toEqual(model.shown(index));
    expect(await balanceOf(app.context(), id)).toBe(model.balance(index));
  }
}

function as(scenario: Scenario, index: number): Context<{ role: 'customer'; id: string; sessionID: string }> {
  return app.context({ role: 'customer', id: idOf(scenario, index), sessionID: '' });
}

function idOf({ people }: Scenario, index: number): string {
  return people[index]?.id ?? '';
}

function months(now: Temporal.Instant, count: number): Temporal.Instant {
  return now.toZonedDateTimeISO('Asia/Singapore').add({ months: count }).toInstant();
}

async function accepted<T>(outcome: Promise<T>): Promise<Exclude<T, { refusal: string }>> {
  const value = await outcome;
  if (isRefusal(value)) throw new Error(value.refusal);
  return value as Exclude<T, { refusal: string }>;
}

interface GiftTask {
  readonly unkept?: { readonly data: { readonly code?: string } };
}

/** Captures the codes that would be e-mailed. */
function listening(sent: string[]): Outbox {
  const publishAll: Outbox['publishAll'] = async (_tx, tasks) => {
    sent.push(...tasks.flatMap(({ payload }) => (payload as GiftTask).unkept?.data.code ?? []));
  };
  return { publishAll, publish: async () => undefined, withdraw: async () => new Set() };
}
