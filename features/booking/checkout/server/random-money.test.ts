import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJob, createJobForCustomer } from '#features/booking/booking/contract.ts';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { addCleaner, addCustomer, addPackage } from '#features/booking/booking/server/testing/world.ts';
import { payPackage, receiveCredit, sendCredit } from '#features/money/credits/contract.ts';
import { findLots } from '#features/money/credits/server/index.ts';
import { CreditModel, hoursByLot } from '#features/money/credits/server/testing/credit-model.ts';
import { addPack } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { chargeCard } from '#features/money/payments/contract/ad-hoc.ts';
import { refundTransaction } from '#features/money/payments/contract.ts';
import { addAdmin } from '#features/people/accounts/server/testing/admins.ts';
import { updateCustomerAsAdmin } from '#features/people/customers/contract.ts';
import { startCover, undoCover } from '#features/work/cover/contract.ts';
import { feature as cover } from '#features/work/cover/server/index.ts';
import { cancelJob, trashJob, untrashJob, updateJob } from '#features/work/jobs/contract.ts';
import { correctHours } from '#features/work/visits/contract/visit-day.ts';
import { confirmTookPlace, refundNobodyCame } from '#features/work/visits/contract.ts';
import { isReplay, randomCases, randomSeed } from '#platform/testing/random-cases.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, Reply, TestApp } from '#platform/testing/test-app.ts';
import { startTestStripe, type TestStripe } from '#platform/testing/test-stripe.ts';
import { cancelJobPayment, commitJob, updateCredit, updateJobPromocode } from '../contract.ts';
import { MoneyModel } from './testing/money-model.ts';
import {
  type Card,
  type CodeTerms,
  MOST_HELD,
  type ModelPurchase,
  type ModelVisit,
  PACK,
  type Paid,
  VISIT,
} from './testing/money-things.ts';

/* Random sequences of actions by customers, the office, the bank and the clock that involve money, run
   over HTTP against the product and an independent model. After each sequence both agree on hours by lot,
   status and price of visits, uses of the code, and what the provider took and refunded; and the ledger
   invariants hold.
   
   A failing sequence is printed with its seed and path; `RANDOM_SEED=… RANDOM_PATH=…` repeats it. */

const SCENARIOS = randomCases(20, 1000);
const AT_A_TIME = 50;
const PEOPLE = 3;

let app: TestApp;
let stripe: TestStripe;
let visitPackage: string;
let pack: string;
let adminID: string;
/** The next charge succeeds, but its reply is lost. */
let isReplyLost = false;

/** A new database every few sequences: a sequence gets slower with the data of those before it. */
beforeEach(async () => {
  brokenBefore.clear();
  stripe = await startTestStripe();
  const { charge } = stripe.payments;
  const payments = {
    ...stripe.payments,
    charge: async (order: Parameters<typeof charge>[0]) => {
      const outcome = await charge(order);
      if (isReplyLost) throw new Error('The reply was lost.');
      return outcome;
    },
  };
  app = await startBookingApp({ providers: { payments }, more: [cover] });
  visitPackage = await addPackage(app.context());
  adminID = (await addAdmin(app, 'office')).id;
  pack = await addPack(app.context(), { hours: PACK.hours, perHour: PACK.tier * 100, price: PACK.price });
  await sql`delete from public_holiday`.execute(app.services.db);
});
afterEach(async () => {
  await app.close();
  await stripe.close();
});

const who = fc.nat({ max: PEOPLE - 1 });
const nth = fc.nat({ max: 5 });
const card = fc.constantFrom<Card[]>('visa', 'visa', 'visa', 'declined', 'asks', 'lost');
const share = fc.constantFrom(0.25, 0.5, 1, 1.5);
const isOffice = fc.boolean();
const hours = fc.integer({ min: 1, max: 8 }).map((halves) => halves / 2);
/** Sends the request again, as a client does that has lost the reply. */
const twice = fc.boolean();
const of = <const K extends string, V extends object>(
  does: K,
  more: { [N in keyof V]: fc.Arbitrary<V[N]> },
) => fc.record({ do: fc.constant(does), ...more }) as unknown as fc.Arbitrary<{ do: K } & V>;

const hold = of('hold', { who, withCode: fc.boolean() });
const step = fc.oneof(
  { weight: 5, arbitrary: hold },
  { weight: 3, arbitrary: of('buy', { who, card, withCode: fc.boolean(), twice }) },
  { weight: 2, arbitrary: of('series', { who }) },
  { weight: 2, arbitrary: of('send', { who, hours, twice }) },
  { weight: 2, arbitrary: of('claim', { who, nth, twice }) },
  { weight: 2, arbitrary: of('adjust', { who, tier: fc.constantFrom(24, 0), hours }) },
  { weight: 3, arbitrary: of('code', { nth, wanted: fc.boolean() }) },
  { weight: 4, arbitrary: of('hours', { nth, wanted: fc.boolean() }) },
  { weight: 7, arbitrary: of('pay', { nth, card, keeps: fc.boolean(), twice }) },
  { weight: 2, arbitrary: of('pay again', { nth }) },
  { weight: 1, arbitrary: of('cancel payment', { nth }) },
  { weight: 2, arbitrary: of('move', { nth }) },
  { weight: 4, arbitrary: of('cancel', { nth, isOffice, twice }) },
  { weight: 2, arbitrary: of('replace', { nth }) },
  { weight: 2, arbitrary: of('cover', { nth, cancels: fc.boolean(), isUndone: fc.boolean(), twice }) },
  { weight: 2, arbitrary: of('correct hours', { nth, twice }) },
  { weight: 2, arbitrary: of('took place', { nth, twice }) },
  { weight: 2, arbitrary: of('nobody came', { nth, twice }) },
  { weight: 2, arbitrary: of('reclean', { nth, twice }) },
  { weight: 3, arbitrary: of('refund', { nth, share, twice, asHours: fc.boolean() }) },
  { weight: 2, arbitrary: of('refund pack', { nth, share, twice, asHours: fc.boolean() }) },
  { weight: 2, arbitrary: of('dispute', { nth, ofPack: fc.boolean() }) },
  { weight: 2, arbitrary: of('decide', { nth, isWon: fc.boolean() }) },
  { weight: 1, arbitrary: of('restart', {}) },
  { weight: 1, arbitrary: of('charge', { who, cents: fc.integer({ min: 50, max: 20_000 }), twice }) },
  { weight: 1, arbitrary: of('trash', { nth }) },
  { weight: 1, arbitrary: of('restore', { nth }) },
  { weight: 2, arbitrary: of('answer', { passes: fc.boolean() }) },
  { weight: 1, arbitrary: of('events', { times: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: of('expire', {}) },
  {
    weight: 4,
    arbitrary: of('wait', { minutes: fc.constantFrom(2, 16, 24 * 60, 35 * 24 * 60, 250 * 24 * 60) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Does<K extends Step['do']> = Extract<Step, { do: K }>;

const terms = fc.record({
  type: fc.constantFrom('percent' as const, 'amount' as const),
  amount: fc.constantFrom(10, 50, 99),
  allocation: fc.integer({ min: 1, max: 3 }),
  perCustomer: fc.constantFrom(1, null),
});
const steps = fc.oneof(
  { weight: 30, arbitrary: fc.array(step, { minLength: 1, maxLength: 4, size: 'max' }) },
  { weight: 1, arbitrary: fc.array(step, { minLength: 15, maxLength: 30, size: 'max' }) },
);

/** The first steps, so that the following ones have something to act on. */
const beginning = fc
  .record({ who, withCode: fc.boolean(), hours, keeps: fc.boolean() })
  .chain(({ who, withCode, hours, keeps }) => {
    const held: Step = { do: 'hold', who, withCode };
    const paid: Step = { do: 'pay', nth: 0, card: 'visa', keeps, twice: false };
    const given: Step = { do: 'adjust', who, tier: 24, hours };
    const used: Step = { do: 'hours', nth: 0, wanted: true };
    const bought: Step = { do: 'buy', who, card: 'visa', withCode, twice: false };
    const halfBack: Step = { do: 'refund pack', nth: 0, share: 0.5, twice: false, asHours: false };
    const aDay: Step = { do: 'wait', minutes: 24 * 60 };
    const series: Step = { do: 'series', who };
    const aWeek: Step = { do: 'wait', minutes: 7 * 24 * 60 };
    const done: Step = { do: 'took place', nth: 0, twice: false };
    const notCome: Step = { do: 'nobody came', nth: 0, twice: true };
    const halfOfVisit: Step = { do: 'refund', nth: 1, share: 0.5, twice: true, asHours: keeps };
    const sentGift: Step = { do: 'send', who, hours, twice: true };
    const month: Step = { do: 'wait', minutes: 35 * 24 * 60 };
    return fc.constantFrom<Step[][]>(
      [series],
      [series, halfOfVisit],
      [series, halfOfVisit, { do: 'dispute', nth: 0, ofPack: false }],
      [series, aWeek, notCome],
      [held, paid, aWeek, done],
      [given, held, used, paid, aWeek, notCome],
      [held, paid, aWeek, done, { do: 'reclean', nth: 0, twice: true }],
      [bought, sentGift, month],
      [held],
      [held, paid],
      [held, paid, aDay],
      [given, held, used],
      [given, held, used, paid, aDay],
      [bought, { ...held, withCode: false }, used],
      [bought, { ...held, withCode: false }, used, halfBack],
      [given, { do: 'send', who, hours, twice: false }],
      [held, paid, { do: 'dispute', nth: 0, ofPack: false }],
      [bought, { do: 'send', who, hours, twice: false }, { do: 'dispute', nth: 0, ofPack: true }],
      [bought, { ...held, withCode: false }, used, { do: 'dispute', nth: 0, ofPack: true }],
    );
  });

interface Person {
  readonly id: string;
  readonly addressID: string;
  readonly email: string;
}

interface Scenario {
  readonly people: readonly Person[];
  /** Of single visits, those who are sent instead, and of series. */
  readonly cleanerIDs: readonly string[];
  readonly code: string;
  readonly hours: CreditModel;
  readonly model: MoneyModel;
  /** Ids of visits and codes of gifts, in the model's order. */
  readonly jobs: string[];
  readonly gifts: string[];
  /** The requests that began the payments of visits. */
  readonly payments: Map<string, { readonly body: object; readonly key: string }>;
  /** Visits whose cleaner is off at their time. */
  readonly covered: Set<ModelVisit>;
  /** With their ids at the provider. */
  readonly disputes: { readonly id: string; readonly payment: ModelVisit | ModelPurchase }[];
  /**
   * Declined cards and wrong codes so far: more than four an hour would be throttled, which other tests
   * cover.
   */
  declines: number;
  wrongCodes: number;
}

const parts = isReplay ? 1 : Math.ceil(SCENARIOS / AT_A_TIME);

it.each(Array.from({ length: parts }, (_, part) => part + 1))(
  `matches the model after any sequence of actions (part %d of ${parts})`,
  async (part) => {
    const property = fc.asyncProperty(terms, beginning, steps, (code, first, then) =>
      tell(code, [...first, ...then]),
    );
    await fc.assert(property, { seed: randomSeed + part - 1, numRuns: Math.min(SCENARIOS, AT_A_TIME) });
  },
);

async function tell(code: CodeTerms, scenario: readonly Step[]): Promise<void> {
  const told = await begin(code);
  for (const one of scenario) await act(told, one);
  await wait(told, { minutes: 2 });
  await expectSame(told);
}

let scenarios = 0;

async function begin(code: CodeTerms): Promise<Scenario> {
  app.clock.advance({ hours: 2, seconds: 7 }); // so that earlier sequences do not cause throttling
  scenarios += 1;
  const ctx = app.context();
  const terms = { ...code, amount: code.type === 'percent' ? code.amount : code.amount * 100 - 20 };
  const name = `STORY${scenarios}`;
  const people: Person[] = [];
  for (let i = 0; i < PEOPLE; i += 1) {
    const { id, addressID } = await addCustomer(ctx);
    people.push({ id, addressID, email: `${id}@example.com` });
  }
  await addCode(ctx, name, terms);
  const hours = new CreditModel();
  const model = new MoneyModel(hours, terms);
  const cleanerIDs = [await addCleaner(ctx), await addCleaner(ctx), await addCleaner(ctx)];
  const nothing = {
    covered: new Set<ModelVisit>(),
    jobs: [],
    gifts: [],
    payments: new Map(),
    disputes: [],
    declines: 0,
    wrongCodes: 0,
  };
  return { people, cleanerIDs, code: name, hours, model, ...nothing };
}

async function act(scenario: Scenario, one: Step): Promise<void> {
  await DO[one.do](scenario, one as never);
}

const DO: { readonly [K in Step['do']]: (scenario: Scenario, one: Does<K>) => Promise<void> | void } = {
  hold: holdVisit,
  buy,
  send,
  claim,
  adjust,
  code: async (scenario, one) => {
    const visit = pick(scenario, one.nth);
    if (visit === undefined) return;
    const body = { promocode: one.wanted ? scenario.code : '' };
    const reply = await app.call(
      updateJobPromocode,
      { params: { id: visit.id }, body },
      await as(scenario, visit.of.owner),
    );
    expectOutcome(reply, scenario.model.putCode(visit.of, one.wanted, app.clock.now()));
  },
  hours: async (scenario, one) => {
    const visit = pick(scenario, one.nth);
    if (visit === undefined) return;
    const body = { jobID: visit.id, credit_ID: one.wanted ? null : '' };
    const reply = await app.call(updateCredit, { body }, await as(scenario, visit.of.owner));
    expectOutcome(reply, scenario.model.putHours(visit.of, one.wanted, app.clock.now()));
  },
  pay,
  'pay again': payAgain,
  'cancel payment': cancelPayment,
  move,
  cancel: async (scenario, one) => {
    const visit = pick(scenario, one.nth);
    if (visit === undefined) return;
    const by = one.isOffice ? await asOffice() : await as(scenario, visit.of.owner);
    const reply = await ask(
      (key) => app.call(cancelJob, { params: { id: visit.id }, body: {} }, { ...by, ...key }),
      one.twice,
    );
    expectOutcome(
      reply,
      scenario.model.cancel(visit.of, one.isOffice ? 'office' : 'customer', app.clock.now()),
    );
  },
  refund,
  'refund pack': refundPack,
  dispute,
  decide,
  restart: () => app.restart(),
  charge: async (scenario, { who, cents, twice }) => {
    const body = { customerID: scenario.people[who]!.id, total: cents, details: 'A broken vase' };
    const reply = await ask(
      async (key) => app.call(chargeCard, { body }, { ...(await asOffice()), ...key }),
      twice,
    );
    expectOutcome(reply, scenario.model.chargeAdHoc(who, cents));
  },
  trash: async (scenario, one) => {
    const visit = pick(scenario, one.nth);
    if (visit === undefined) return;
    const reply = await app.call(trashJob, { params: { id: visit.id } }, await asOffice());
    expectOutcome(reply, scenario.model.trash(visit.of, app.clock.now()));
  },
  restore: async (scenario, one) => {
    const visit = pick(scenario, one.nth);
    if (visit === undefined) return;
    const reply = await app.call(untrashJob, { params: { id: visit.id } }, await asOffice());
    expectOutcome(reply, true);
    scenario.model.restore(visit.of);
  },
  replace: async (scenario, one) => {
    const visit = pick(scenario, one.nth);
    if (visit === undefined || isFixed(scenario, visit)) return;
    const crew = 1 - visit.of.crew;
    const body = { cleaner1ID: scenario.cleanerIDs[crew] ?? '' };
    const reply = await app.call(updateJob, { params: { id: visit.id }, body }, await asOffice());
    expectOutcome(reply, scenario.model.replace(visit.of, crew, app.clock.now()));
  },
  cover: coverVisit,
  'correct hours': (scenario, one) => {
    const { start, crew } = pick(scenario, one.nth)?.of ?? {};
    const body = {
      cleanerID: scenario.cleanerIDs[crew ?? 0] ?? '',
      startedAt: start?.toString() ?? null,
      finishedAt: start?.add({ hours: VISIT.hours }).toString() ?? null,
      reason: 'Phone is flat',
    };
    return byOffice(scenario, one, {
      send: (id, as) => app.call(correctHours, { params: { id }, body }, as),
      expected: (visit) => scenario.model.correctHours(visit, app.clock.now()),
    });
  },
  'took place': (scenario, one) =>
    byOffice(scenario, one, {
      send: (id, as) => app.call(confirmTookPlace, { params: { id }, body: {} }, as),
      expected: (visit) => scenario.model.confirmTookPlace(visit, app.clock.now()),
    }),
  'nobody came': (scenario, one) =>
    byOffice(scenario, one, {
      send: (id, as) => app.call(refundNobodyCame, { params: { id }, body: {} }, as),
      expected: (visit) => scenario.model.refundNobodyCame(visit, app.clock.now()),
    }),
  series: bookSeries,
  reclean,
  answer,
  events,
  /** 16 minutes in which no cron job runs. */
  expire: () => app.clock.advance({ minutes: 16 }),
  wait,
};

async function holdVisit(scenario: Scenario, { who, withCode }: Does<'hold'>): Promise<void> {
  const now = app.clock.now();
  const { model, people, cleanerIDs, jobs } = scenario;
  if (holdsMost(scenario, who)) return;
  const start = nextStart(now, jobs.length);
  const body = {
    packageID: visitPackage,
    addressID: people[who]!.addressID,
    startTime: start.toString({ timeZone: 'Asia/Singapore' }),
    cleaner1ID: cleanerIDs[0],
    cleanerType: 'preferred' as const,
    promocode: withCode ? scenario.code : '',
  };
  const reply = await app.call(createJob, { body }, await as(scenario, who));
  const isHeld = model.hold(who, start, { withCode, now });
  expectOutcome(reply, isHeld);
  if (isHeld) jobs.push(reply.body.id);
}

function holdsMost({ model }: Scenario, who: number): boolean {
  const held = model.visits.filter((one) => one.owner === who && model.isHeld(one, app.clock.now()));
  return held.length >= MOST_HELD;
}

/** Two weeks, in the evening, by a cleaner of its own, paid together. */
async function bookSeries(scenario: Scenario, { who }: Does<'series'>): Promise<void> {
  const now = app.clock.now();
  const { model, people, cleanerIDs, jobs } = scenario;
  if (holdsMost(scenario, who)) return;
  const start = nextStart(now, jobs.length).add({ hours: 8 });
  const body = {
    packageID: visitPackage,
    addressID: people[who]!.addressID,
    startTime: start.toString({ timeZone: 'Asia/Singapore' }),
    cleaner1ID: cleanerIDs[2],
    recurrence: { interval: 'weekly' as const, count: 2 },
  };
  const by = await as(scenario, who);
  const booked = await app.call(createJob, { body }, by);
  expectOutcome(booked, true);
  const { id, jobs: visits = [] } = booked.body;
  expectOutcome(await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, by), true);
  jobs.push(...visits.map((visit) => visit.id));
  model.bookSeries(who, [start, start.add({ hours: 7 * 24 })], now);
}

async function reclean(scenario: Scenario, { nth, twice }: Does<'reclean'>): Promise<void> {
  const first = pick(scenario, nth);
  if (first === undefined) return;
  const now = app.clock.now();
  const { id: customerID, addressID } = scenario.people[first.of.owner]!;
  const start = nextStart(now, scenario.jobs.length);
  const body = {
    customerID,
    packageID: visitPackage,
    addressID,
    startTime: start.toString({ timeZone: 'Asia/Singapore' }),
    cleaner1ID: scenario.cleanerIDs[1],
    recleanOf: first.id,
    recleanReason: 'The oven was forgotten.',
  };
  const office = await asOffice();
  const reply = await ask((key) => app.call(createJobForCustomer, { body }, { ...office, ...key }), twice);
  const isBooked = scenario.model.reclean(first.of, start, now);
  expectOutcome(reply, isBooked);
  if (isBooked) scenario.jobs.push(reply.body.id);
}

/** A series has a cleaner of its own, and a cleaner who was covered is off at the time of the visit. */
function isFixed({ covered }: Scenario, { of }: { readonly of: ModelVisit }): boolean {
  return of.paidWith.length > 0 || covered.has(of);
}

/** The cleaner of a paid visit cannot come; it is cancelled, or someone else comes, unless that is undone. */
async function coverVisit(scenario: Scenario, one: Does<'cover'>): Promise<void> {
  const visit = pick(scenario, one.nth);
  const now = app.clock.now();
  if (visit === undefined || isFixed(scenario, visit) || visit.of.status !== 'paid') return;
  const { start, crew } = visit.of;
  if (Temporal.Instant.compare(start, now.add({ minutes: 5 })) < 0) return;
  const office = await asOffice();
  const cleanerID = scenario.cleanerIDs[1 - crew] ?? '';
  const choice = one.cancels ? ({ kind: 'cancel' } as const) : ({ kind: 'replace', cleanerID } as const);
  const body = {
    cleanerIDs: [scenario.cleanerIDs[crew] ?? ''],
    from: start.toString(),
    until: start.add({ hours: VISIT.hours }).toString(),
    timeOff: 'Sick',
    visits: [{ jobID: visit.id, choice }],
  };
  const started = await ask((key) => app.call(startCover, { body }, { ...office, ...key }), one.twice);
  expectOutcome(started, true);
  const { id } = started.body;
  if (!one.cancels) scenario.model.replace(visit.of, 1 - crew, now);
  if (one.isUndone) {
    expectOutcome(await app.call(undoCover, { params: { id }, body: {} }, office), true);
    if (!one.cancels) scenario.model.replace(visit.of, crew, now);
  } else scenario.covered.add(visit.of);
  await wait(scenario, { minutes: 2 });
  await app.services.composed.tasks['finish-cover']?.(app.context(), { coverID: id });
  if (one.cancels && !one.isUndone) scenario.model.cancel(visit.of, 'office', app.clock.now());
}

interface OfficeAct {
  readonly send: (id: string, as: As) => Promise<Reply<unknown>>;
  readonly expected: (visit: ModelVisit) => boolean;
}

/** The office does something to a visit, which the model expects to be accepted or refused. */
async function byOffice(
  scenario: Scenario,
  { nth, twice }: { readonly nth: number; readonly twice: boolean },
  { send, expected }: OfficeAct,
): Promise<void> {
  const visit = pick(scenario, nth);
  if (visit === undefined) return;
  const office = await asOffice();
  const reply = await ask((key) => send(visit.id, { ...office, ...key }), twice);
  expectOutcome(reply, expected(visit.of));
}

/** A different day for each visit of a sequence, the first one or two days ahead, at 09:00. */
function nextStart(now: Temporal.Instant, visits: number): Temporal.Instant {
  const soonest = now.add({ hours: 25 }).toZonedDateTimeISO('Asia/Singapore');
  const nine = soonest.withPlainTime('09:00');
  const first = Temporal.ZonedDateTime.compare(nine, soonest) < 0 ? nine.add({ days: 1 }) : nine;
  return first.add({ days: visits }).toInstant();
}

async function pay(scenario: Scenario, one: Does<'pay'>): Promise<void> {
  const visit = pick(scenario, one.nth);
  if (visit === undefined || scenario.declines >= 4) return;
  const now = app.clock.now();
  const keeps = one.keeps && one.card === 'visa' && visit.of.charge === null && visit.of.status !== 'paid';
  const isCharged = scenario.model.priceOf(visit.of) >= 50;
  const body = { stripeToken: tokenOf(one.card), change: keeps };
  const by = await as(scenario, visit.of.owner);
  const key = app.services.newID();
  const isFirst = visit.of.charge === null;
  const send = (sent: As) => app.call(commitJob, { params: { id: visit.id }, body }, { ...by, ...sent });
  const reply = await charging(one.card, () => ask(send, one.twice && one.card === 'visa', key));
  const expected = scenario.model.pay(visit.of, one.card, now);
  expect(paidOf(reply)).toBe(expected);
  if (isFirst) scenario.payments.set(visit.id, { body, key });
  if (expected === 'paid' && keeps && isCharged) scenario.model.hasCard[visit.of.owner] = true;
  if (expected === 'declined') scenario.declines += 1;
}

/** Repeats the request that began an open payment with its key, as after a challenge or a lost reply. */
async function payAgain(scenario: Scenario, one: Does<'pay again'>): Promise<void> {
  const visit = pick(scenario, one.nth);
  if (visit === undefined || visit.of.charge === null) return;
  const { body, key } = scenario.payments.get(visit.id)!;
  const by = await as(scenario, visit.of.owner);
  const headers = { 'idempotency-key': key };
  const reply = await app.call(commitJob, { params: { id: visit.id }, body }, { ...by, headers });
  const expected = scenario.model.payAgain(visit.of, app.clock.now());
  expect(paidOf(reply)).toBe(expected);
  if (expected === 'declined') scenario.declines += 1;
}

async function cancelPayment(scenario: Scenario, one: Does<'cancel payment'>): Promise<void> {
  const visit = pick(scenario, one.nth);
  if (visit === undefined) return;
  const wasAsked = visit.of.charge?.card === 'asks';
  const by = await as(scenario, visit.of.owner);
  const isShown = !visit.of.isTrashed;
  const reply = await app.call(cancelJobPayment, { params: { id: visit.id } }, by);
  expectOutcome(reply, isShown);
  if (!isShown) return;
  scenario.model.cancelPayment(visit.of, app.clock.now());
  if (wasAsked && visit.of.status !== 'paid') scenario.declines += 1;
}

async function buy(scenario: Scenario, one: Does<'buy'>): Promise<void> {
  const { model } = scenario;
  if (scenario.declines >= 4) return;
  const body = { stripeToken: tokenOf(one.card), promocode: one.withCode ? scenario.code : null };
  const by = await as(scenario, one.who);
  const reply = await charging(one.card, () =>
    ask(
      (key) => app.call(payPackage, { params: { id: pack }, body }, { ...by, ...key }),
      one.twice && one.card === 'visa',
    ),
  );
  const expected = model.buy(one.who, one.card, { withCode: one.withCode, now: app.clock.now() });
  expect(paidOf(reply)).toBe(expected);
  if (expected === 'declined') scenario.declines += 1;
}

async function send(scenario: Scenario, one: Does<'send'>): Promise<void> {
  const email = scenario.people[(one.who + 1) % PEOPLE]!.email;
  const by = await as(scenario, one.who);
  const reply = await ask(
    (key) => app.call(sendCredit, { body: { amount: one.hours, email } }, { ...by, ...key }),
    one.twice,
  );
  const isSent = scenario.hours.send(one.who, one.hours, app.clock.now());
  expectOutcome(reply, isSent);
  if (isSent) scenario.gifts.push(await codeInQueue());
}

/** The code is only in the task of the newest gift's e-mail, which stays in the queue here. */
async function codeInQueue(): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select payload #>> '{unkept,data,code}' as code from graphile_worker._private_jobs
    where payload #>> '{unkept,data,code}' is not null order by id desc limit 1`.execute(app.services.db);
  return rows[0]?.code ?? '';
}

async function claim(scenario: Scenario, one: Does<'claim'>): Promise<void> {
  const index = one.nth % scenario.gifts.length;
  const code = scenario.gifts[index];
  if (code === undefined || scenario.wrongCodes >= 4) return;
  const by = await as(scenario, one.who);
  const reply = await ask((key) => app.call(receiveCredit, { body: { code } }, { ...by, ...key }), one.twice);
  const isClaimed = scenario.hours.claim(one.who, index, app.clock.now());
  expectOutcome(reply, isClaimed);
  if (!isClaimed) scenario.wrongCodes += 2;
}

async function adjust(scenario: Scenario, { who, tier, hours }: Does<'adjust'>): Promise<void> {
  const body = { credits: [{ perHour: tier, numCredits: hours }] };
  const reply = await app.call(
    updateCustomerAsAdmin,
    { params: { id: scenario.people[who]!.id }, body },
    await asOffice(),
  );
  expectOutcome(reply, true);
  const now = app.clock.now();
  const until = now.toZonedDateTimeISO('Asia/Singapore').add({ months: 12 }).toInstant();
  scenario.hours.adjust(who, { tier, hours, since: now, until });
}

/** Moves to the afternoon of the same day, or back to the morning. */
async function move(scenario: Scenario, one: Does<'move'>): Promise<void> {
  const visit = pick(scenario, one.nth);
  if (visit === undefined || isFixed(scenario, visit)) return;
  const old = visit.of.start.toZonedDateTimeISO('Asia/Singapore');
  const start = old.withPlainTime(old.hour === 9 ? '14:00' : '09:00').toInstant();
  const body = { startTime: start.toString({ timeZone: 'Asia/Singapore' }) };
  const reply = await app.call(
    updateJob,
    { params: { id: visit.id }, body },
    await as(scenario, visit.of.owner),
  );
  expectOutcome(reply, scenario.model.move(visit.of, start, app.clock.now()));
}

/** The office refunds a share of what is left of a visit's payment; more than that is refused. */
async function refund(scenario: Scenario, one: Does<'refund'>): Promise<void> {
  const paid = await paidVisit(scenario, one.nth);
  if (paid !== null) await refundPayment(scenario, paid, one);
}

/** For a package, hours are taken with the money. */
async function refundPack(scenario: Scenario, one: Does<'refund pack'>): Promise<void> {
  const paid = await paidPack(scenario, one.nth);
  if (paid !== null) await refundPayment(scenario, paid, one);
}

/** A card payment that is not fully refunded, with its transaction id. */
interface CardPayment {
  readonly id: string;
  readonly payment: ModelVisit | ModelPurchase;
  /** The visit, of which alone the refund is if it is one of a series. */
  readonly jobID?: string;
}

async function paidVisit(scenario: Scenario, nth: number): Promise<CardPayment | null> {
  const visit = pick(scenario, nth);
  if (visit === undefined || visit.of.cents === 0) return null;
  const { id } = await app.services.db
    .selectFrom('money_transaction as paid')
    .innerJoin('payment_allocation as part', 'part.transactionID', 'paid.id')
    .select('paid.id')
    .where('part.jobID', '=', visit.id)
    .where('paid.type', '=', 'job')
    .where('paid.method', '=', 'card')
    .executeTakeFirstOrThrow();
  return { id, payment: visit.of, jobID: visit.id };
}

async function paidPack(scenario: Scenario, index: number): Promise<CardPayment | null> {
  const bought = scenario.model.purchases.filter(({ charge, lot }) => lot >= 0 && charge === null);
  const payment = bought[index % bought.length];
  if (payment === undefined || payment.cents === 0) return null;
  const nth = bought.filter(({ owner }) => owner === payment.owner).indexOf(payment);
  const { id } = await app.services.db
    .selectFrom('money_transaction')
    .select('id')
    .where('customerID', '=', scenario.people[payment.owner]!.id)
    .where('type', '=', 'credit-package')
    .orderBy('receiptNo')
    .offset(nth)
    .limit(1)
    .executeTakeFirstOrThrow();
  return { id, payment };
}

/**
 * The cardholder disputes the payment, and we receive the event. Refunds have been sent by then: one that meets the
 * dispute fails, and is the office's to resolve.
 */
async function dispute(scenario: Scenario, one: Does<'dispute'>): Promise<void> {
  await wait(scenario, { minutes: 2 });
  const paid = one.ofPack ? await paidPack(scenario, one.nth) : await paidVisit(scenario, one.nth);
  if (paid === null || paid.payment.dispute !== undefined) return;
  const { stripePiID } = await app.services.db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('money_transaction as paid', 'paid.attemptID', 'attempt.id')
    .select('attempt.stripePiID')
    .where('paid.id', '=', paid.id)
    .executeTakeFirstOrThrow();
  await stripe.fake.openDispute(String(stripePiID));
  const disputes = (await stripe.fake.objects('dispute')) as readonly {
    id: string;
    payment_intent: string;
  }[];
  const { id = '' } = disputes.find((known) => known.payment_intent === stripePiID) ?? {};
  scenario.disputes.push({ id, payment: paid.payment });
  await tellOfDispute(id, 'created');
  scenario.model.openDispute(paid.payment);
}

/** The bank decides an open dispute; the next cron jobs make the refunds that waited for it. */
async function decide(scenario: Scenario, { nth, isWon }: Does<'decide'>): Promise<void> {
  const open = scenario.disputes.filter(({ payment }) => payment.dispute === 'open');
  const decided = open[nth % open.length];
  if (decided === undefined) return;
  await stripe.fake.closeDispute(decided.id, isWon);
  await tellOfDispute(decided.id, 'closed');
  await wait(scenario, { minutes: 2 });
  await app.runCronJobs();
  scenario.model.decideDispute(decided.payment, isWon);
}

async function tellOfDispute(id: string, type: 'created' | 'closed'): Promise<void> {
  sentEvents += 1;
  const about = {
    id: `evt_${sentEvents}`,
    type: `charge.dispute.${type}`,
    object: { id, object: 'dispute' },
  };
  const heard = await app.request({ method: 'POST', url: '/api/webhooks/stripe', ...stripe.hint(about) });
  expect(heard.status).toBe(200);
}

async function refundPayment(
  scenario: Scenario,
  { id, payment, jobID }: CardPayment,
  { share, twice, asHours }: Omit<Does<'refund'>, 'do'>,
): Promise<void> {
  const amount = Math.max(1, Math.round(payment.cents * share));
  const to = asHours ? ('credits' as const) : ('card' as const);
  const isOfSeries = 'start' in payment && payment.paidWith.length > 0;
  const body = { amount, to, reason: 'Not as it should be', ...(isOfSeries && { jobID }) };
  const reply = await ask(
    async (key) => app.call(refundTransaction, { params: { id }, body }, { ...(await asOffice()), ...key }),
    twice,
  );
  expectOutcome(reply, scenario.model.refund(payment, amount, { asHours, now: app.clock.now() }));
}

/** All cardholders with an open challenge complete it. */
async function answer(scenario: Scenario, { passes }: Does<'answer'>): Promise<void> {
  for (const { charge } of [...scenario.model.visits, ...scenario.model.purchases]) {
    if (charge?.card === 'asks') charge.answer ??= passes;
  }
  for (const { id } of scenario.people) {
    const { payments } = await stripe.moneyOf(id);
    for (const { paymentIntentID } of payments) await stripe.fake.answerChallenge(paymentIntentID, passes);
  }
}

let sentEvents = 0;

/** The provider sends the events of every payment, newest first, and repeats them. */
async function events(scenario: Scenario, { times }: Does<'events'>): Promise<void> {
  for (const { id } of scenario.people) {
    const { payments } = await stripe.moneyOf(id);
    for (const payment of payments.toReversed()) {
      sentEvents += 1;
      const about = { id: `evt_${sentEvents}`, type: 'payment_intent.succeeded', ...payment };
      const { payload, headers } = stripe.event(about);
      for (let i = 0; i < times; i += 1) {
        const heard = await app.request({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
        expect(heard.status).toBe(200);
      }
    }
  }
  scenario.model.settle(app.clock.now(), 'by events');
}

async function wait(scenario: Scenario, { minutes }: { readonly minutes: number }): Promise<void> {
  const { visits } = scenario.model;
  const wasCharged = visits.some(({ charge }) => charge !== null);
  app.clock.advance({ minutes });
  await app.runCronJobs();
  if (wasCharged) await app.runCronJobs(); // a hold may have expired while its charge was decided
  scenario.model.settle(app.clock.now(), 'by cron jobs');
  if (minutes > 60) [scenario.declines, scenario.wrongCodes] = [0, 0];
}

async function expectSame({ people, code, hours, model, jobs }: Scenario): Promise<void> {
  const { db } = app.services;
  for (const [who, { id }] of people.entries()) {
    const lots = (await findLots(app.context(), id)).map(({ perHour, remaining, expiresAt }) => ({
      tier: perHour,
      hours: remaining,
      until: expiresAt,
    }));
    expect(hoursByLot(lots), `hours of ${who}`).toEqual(hours.shown(who));
    const { taken, givenBack } = await stripe.moneyOf(id);
    expect({ taken, givenBack }, `money of ${who}`).toEqual({
      taken: model.taken[who],
      givenBack: model.givenBack[who],
    });
  }
  const rows = await db
    .selectFrom('job')
    .select(['id', 'status', 'trashedAt', 'creditsUsed', 'amountToPay'])
    .where('id', 'in', ['00000000-0000-0000-0000-000000000000', ...jobs])
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  const shown = jobs.map((id) => {
    const { status = '', trashedAt = null, creditsUsed = 0, amountToPay = 0 } = found.get(id) ?? {};
    return {
      status,
      isTrashed: trashedAt !== null,
      ...(status === 'cancelled' ? {} : { hours: creditsUsed, price: amountToPay }),
    };
  });
  expect(shown).toEqual(
    model.visits.map((visit) => ({
      status: visit.status,
      isTrashed: visit.isTrashed,
      ...(visit.status === 'cancelled' ? {} : { hours: visit.hours, price: model.priceOf(visit) }),
    })),
  );
  const uses = await db
    .selectFrom('promo_use')
    .innerJoin('promo_code', 'promo_code.id', 'promo_use.promoCodeID')
    .select(['promo_use.customerID as id', 'promo_code.taken'])
    .where('promo_code.code', '=', code)
    .where('promo_use.releasedAt', 'is', null)
    .execute();
  const users = model.codeUses().map((who) => people[who]!.id);
  expect(uses.map(({ id }) => id).sort()).toEqual(users.sort());
  await expectBooksToHold();
}

/** Violations by earlier sequences persist: only new ones count, otherwise failures could not be shrunk. */
const brokenBefore = new Set<string>();

async function expectBooksToHold(): Promise<void> {
  const broken = (await checkLedger(app.context())).map(({ invariant, what }) => `${invariant}: ${what}`);
  const fresh = broken.filter((one) => !brokenBefore.has(one));
  for (const one of fresh) brokenBefore.add(one);
  expect(fresh).toEqual([]);
}

/** A visit of the sequence, if there is one. */
function pick({ jobs, model }: Scenario, nth: number): { id: string; of: ModelVisit } | undefined {
  const index = nth % jobs.length;
  const [id, visit] = [jobs[index], model.visits[index]];
  return id === undefined || visit === undefined ? undefined : { id, of: visit };
}

/** Sessions until the clock moves: they expire when unused. */
const sessions = new Map<string, As>();
let sessionsAt = '';

async function sessionOf(role: 'customer' | 'admin', id: string): Promise<As> {
  const now = String(app.clock.now());
  if (sessionsAt !== now) sessions.clear();
  sessionsAt = now;
  const session = sessions.get(id) ?? (await signedIn(app, role, id));
  sessions.set(id, session);
  return session;
}

function as({ people }: Scenario, who: number): Promise<As> {
  return sessionOf('customer', people[who]!.id);
}

function asOffice(): Promise<As> {
  return sessionOf('admin', adminID);
}

function tokenOf(one: Card): string {
  if (one === 'declined') return 'tok_chargeDeclinedExpiredCard';
  return one === 'asks' ? 'tok_threeDSecure2Required' : 'tok_visa';
}

async function charging<T>(one: Card, work: () => Promise<T>): Promise<T> {
  isReplyLost = one === 'lost';
  try {
    return await work();
  } finally {
    isReplyLost = false;
  }
}

/** Sends a request, and again if its reply counts as lost. */
async function ask<B>(
  call: (key: As) => Promise<Reply<B>>,
  twice: boolean,
  id = app.services.newID(),
): Promise<Reply<B>> {
  const key = { headers: { 'idempotency-key': id } };
  const reply = await call(key);
  if (twice) expect((await call(key)).body).toEqual(reply.body);
  return reply;
}

function expectOutcome(reply: Reply<unknown>, isAccepted: boolean): void {
  expect(reply.status < 300, JSON.stringify(reply.body)).toBe(isAccepted);
}

function paidOf({ status, body }: Reply<unknown>): Paid {
  const { requiresAction, code } = body as { requiresAction?: boolean; code?: string };
  if (status === 402) return 'declined';
  if (status < 300) return requiresAction ? 'asks' : 'paid';
  return code === 'payment_in_progress' ? 'waits' : 'refused';
}
