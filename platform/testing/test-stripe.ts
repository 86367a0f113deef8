import pino from 'pino';
import Stripe from 'stripe';
import type { PaymentProvider } from '../server/providers/payments.ts';
import { stripePayments } from '../server/providers/stripe-payments.ts';
import type { TwinRequest } from '../server/sandbox/stripe/answer.ts';
import { type Fault, type StripeTwin, startStripeTwin } from '../server/sandbox/stripe/twin.ts';
import { cloneDatabase } from './database.ts';

/** A Stripe for one test file: the sandbox's twin, with faults on demand and events that the test delivers. */
export interface TestStripe {
  /** For `startTestApp({ providers: { payments } })`. */
  readonly payments: PaymentProvider;
  readonly twin: StripeTwin;
  /** What goes wrong with the next `times` charges. */
  failCharges(what: Fault, times?: number): void;
  /** What goes wrong with every request, until it is called without. */
  failAll(what?: Fault): void;
  /** The person answers the bank about the payment of a client secret; false when it no longer asks. */
  answer(clientSecret: string, passed: boolean): Promise<boolean>;
  /** How many payments there are that took money. */
  charges(): Promise<number>;
  /** A signed request that tells of a payment, as Stripe would send it to the webhook. */
  event(about: EventAbout): { readonly payload: string; readonly headers: Readonly<Record<string, string>> };
  close(): Promise<void>;
}

export interface EventAbout {
  readonly id: string;
  readonly type: string;
  readonly paymentIntentId: string;
  readonly attemptId?: string;
  /** Another than the one that is known: a forged event. */
  readonly secret?: string;
}

const WEBHOOK_SECRET = 'whsec_test';

export async function startTestStripe(): Promise<TestStripe> {
  const memory = await cloneDatabase();
  const log = pino({ level: 'silent' });
  let charging: Fault | undefined;
  let times = 0;
  let always: Fault | undefined;
  const faults = (asked: TwinRequest): Fault | undefined => {
    if (always !== undefined) return always;
    if (asked.method !== 'POST' || asked.path !== '/v1/payment_intents' || times < 1) return undefined;
    times -= 1;
    return charging;
  };
  const twin = await startStripeTwin({ db: memory.db, log, faults });
  const payments = stripePayments({
    secretKey: 'sk_test_1',
    publishableKey: null,
    webhookSecret: WEBHOOK_SECRET,
    apiUrl: twin.url,
    log,
  });
  return {
    payments,
    twin,
    failCharges: (what, howOften = 1) => {
      charging = what;
      times = howOften;
    },
    failAll: (what) => {
      always = what;
    },
    answer: (clientSecret, passed) => twin.answerChallenge(clientSecret.replace(/_secret_.*/, ''), passed),
    charges: async () => {
      const intents = (await twin.objects('payment_intent')) as readonly { readonly status: string }[];
      return intents.filter((intent) => intent.status === 'succeeded').length;
    },
    event: signedEvent,
    close: async () => {
      await twin.close();
      await memory.close();
    },
  };
}

function signedEvent(about: EventAbout) {
  const metadata = about.attemptId === undefined ? {} : { attempt_id: about.attemptId };
  const payload = JSON.stringify({
    id: about.id,
    object: 'event',
    type: about.type,
    data: { object: { id: about.paymentIntentId, object: 'payment_intent', metadata } },
  });
  const secret = about.secret ?? WEBHOOK_SECRET;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
}
