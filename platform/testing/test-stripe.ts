import { sql } from 'kysely';
import pino from 'pino';
import Stripe from 'stripe';
import type { Db } from '../server/database/database.ts';
import type { FakeRequest } from '../server/fakes/stripe/answer.ts';
import { type FakeStripe, type Fault, startFakeStripe } from '../server/fakes/stripe/fake-stripe.ts';
import { issueToken } from '../server/fakes/stripe/issue-token.ts';
import type { PaymentProvider } from '../server/providers/payments.ts';
import { stripePayments } from '../server/providers/stripe-payments.ts';
import { cloneDatabase } from './database.ts';
import { neverOpens } from './never-opens.ts';
import { closeAfterTests } from './teardown.ts';

/** A Stripe for one test file: the sandbox's fake, with faults on demand and events that the test delivers. */
export interface TestStripe {
  /** For `startTestApp({ providers: { payments } })`. */
  readonly payments: PaymentProvider;
  readonly fake: FakeStripe;
  /** The fault of the next `times` charges. */
  failCharges(what: Fault, times?: number): void;
  /** The fault of every request, until it is called without one. */
  failAll(what?: Fault): void;
  /** Completes the bank's challenge of the payment with this client secret; false if it is no longer open. */
  answer(clientSecret: string, passed: boolean): Promise<boolean>;
  /** What one of our customers paid and was refunded, in cents, and the payments. */
  moneyOf(customerID: string): Promise<MoneyMoved>;
  /** The number of successful payments. */
  charges(): Promise<number>;
  /** A signed webhook request about a payment, as Stripe would send it. */
  event(about: EventAbout): { readonly payload: string; readonly headers: Readonly<Record<string, string>> };
  /** The same for any other event: a refund, a charge, a dispute, a set-up. */
  hint(about: HintAbout): { readonly payload: string; readonly headers: Readonly<Record<string, string>> };
  /** A refund made in Stripe's dashboard; returns its id. */
  refundByHand(paymentIntentID: string, amount?: number): Promise<string>;
  /** A card token as the browser would get it: single use. */
  newToken(): Promise<string>;
  close(): Promise<void>;
}

export interface MoneyMoved {
  readonly taken: number;
  readonly givenBack: number;
  /** Including those that have taken nothing so far. */
  readonly payments: readonly { readonly paymentIntentID: string; readonly attemptID: string }[];
}

export interface HintAbout {
  readonly id: string;
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
}

export interface EventAbout {
  readonly id: string;
  readonly type: string;
  readonly paymentIntentID: string;
  readonly attemptID?: string;
  /** A wrong signing secret: a forged event. */
  readonly secret?: string;
}

const WEBHOOK_SECRET = 'whsec_test';

export async function startTestStripe(): Promise<TestStripe> {
  const memory = await cloneDatabase();
  const log = pino({ level: 'silent' });
  let charging: Fault | undefined;
  let times = 0;
  let always: Fault | undefined;
  const faults = (asked: FakeRequest): Fault | undefined => {
    if (always !== undefined) return always;
    if (asked.method !== 'POST' || asked.path !== '/v1/payment_intents' || times < 1) return undefined;
    times -= 1;
    return charging;
  };
  const fake = await startFakeStripe({ db: memory.db, log, faults });
  const payments = stripePayments({
    secretKey: 'sk_test_1',
    publishableKey: null,
    webhookSecret: WEBHOOK_SECRET,
    apiUrl: fake.url,
    log,
    makeBreaker: neverOpens,
  });
  return {
    payments,
    fake,
    failCharges: (what, howOften = 1) => {
      charging = what;
      times = howOften;
    },
    failAll: (what) => {
      always = what;
    },
    answer: (clientSecret, passed) => fake.answerChallenge(clientSecret.replace(/_secret_.*/, ''), passed),
    moneyOf: (customerID) => moneyOf(memory.db, customerID),
    charges: () => countCharges(fake),
    newToken: () => issueToken(memory.db, { card: 'visa', expMonth: 7, expYear: 2031 }),
    event: ({ id, type, paymentIntentID, attemptID, secret }) =>
      signed(
        {
          id,
          type,
          object: {
            id: paymentIntentID,
            object: 'payment_intent',
            metadata: attemptID === undefined ? {} : { attemptID },
          },
        },
        secret,
      ),
    hint: (about) => signed(about),
    refundByHand: async (paymentIntentID, amount) => {
      const body = new URLSearchParams({
        payment_intent: paymentIntentID,
        ...(amount !== undefined && { amount: String(amount) }),
      });
      const headers = { authorization: 'Bearer sk_test_1' };
      const made = await fetch(`${fake.url}/v1/refunds`, { method: 'POST', headers, body });
      return ((await made.json()) as { id: string }).id;
    },
    close: closeAfterTests(async () => {
      await fake.close();
      await memory.close();
    }),
  };
}

async function countCharges(fake: FakeStripe): Promise<number> {
  const intents = (await fake.objects('payment_intent')) as readonly { readonly status: string }[];
  return intents.filter((intent) => intent.status === 'succeeded').length;
}

async function moneyOf(db: Db, customerID: string): Promise<MoneyMoved> {
  const { rows } = await sql<{ id: string; attemptID: string; taken: number; givenBack: number }>`
    select intent.id, intent.body #>> '{metadata,attempt_id}' as attempt_id, case when intent.body ->> 'status' = 'succeeded'
        then (intent.body ->> 'amount_received')::int else 0 end as taken,
      coalesce((
        select sum((refund.body ->> 'amount')::int) from sandbox.stripe_object as refund
        where refund.kind = 'refund' and refund.body ->> 'payment_intent' = intent.id
          and refund.body ->> 'status' <> 'failed'), 0)::int as given_back
    from sandbox.stripe_object as intent
    where intent.kind = 'payment_intent' and intent.body #>> '{metadata,customer_id}' = ${customerID}
    order by intent.id`.execute(db);
  return {
    taken: rows.reduce((sum, row) => sum + row.taken, 0),
    givenBack: rows.reduce((sum, row) => sum + row.givenBack, 0),
    payments: rows.map((row) => ({ paymentIntentID: row.id, attemptID: row.attemptID })),
  };
}

function signed({ id, type, object }: HintAbout, secret = WEBHOOK_SECRET) {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
}
