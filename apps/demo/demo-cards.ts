import type { FakeCustomer, FakeMethod } from '#platform/server/fakes/stripe/customers-and-cards.ts';
import type { FakeIntent } from '#platform/server/fakes/stripe/payment-intents.ts';
import { testCard, testCardName } from '#platform/server/fakes/stripe/test-cards.ts';
import type {
  ChargeOrder,
  ChargeOutcome,
  PaymentProvider,
  StoredCard,
} from '#platform/server/providers/payments.ts';

type FakeObject = FakeCustomer | FakeMethod | FakeIntent;

export interface DemoCards {
  readonly provider: PaymentProvider;
  /** What the fake Stripe would have stored. */
  objects(): FakeObject[];
}

const EXPIRY = { month: 12, year: 2034 };

/**
 * Card payments of the past: every card succeeds, and the objects that the fake Stripe would have stored are kept, so
 * that later refunds and payments with the saved card work.
 */
export function demoCards(): DemoCards {
  const kept = new Map<string, FakeObject>();
  const keep = <T extends FakeObject>(object: T): T => {
    kept.set(object.id, object);
    return object;
  };
  return {
    objects: () => [...kept.values()],
    provider: {
      publishableKey: null,
      charge: async (order) => charge(order, { kept, keep }),
      findCharge: neverAsked,
      cancelCharge: neverAsked,
      refund: neverAsked,
      findRefunds: neverAsked,
      keepCard: neverAsked,
      findCard: neverAsked,
      cancelCard: neverAsked,
      changeCard: async () => undefined,
      forgetCustomer: neverAsked,
      findDispute: neverAsked,
      readEvent: neverAsked,
    },
  };
}

interface CardMemory {
  readonly kept: ReadonlyMap<string, FakeObject>;
  keep<T extends FakeObject>(object: T): T;
}

function charge(order: ChargeOrder, memory: CardMemory): ChargeOutcome {
  const customer = memory.keep(customerOf(order));
  const method = methodOf(order, customer.id, memory);
  const id = stripeID('pi', order.attemptID);
  memory.keep<FakeIntent>({
    id,
    object: 'payment_intent',
    amount: order.amount,
    amount_received: order.amount,
    canceled_at: null,
    client_secret: `${id}_secret_${order.attemptID.slice(-12)}`,
    created: secondsOf(order.attemptID),
    currency: 'sgd',
    customer: customer.id,
    description: order.description,
    last_payment_error: null,
    livemode: false,
    metadata: { ...order.metadata },
    next_action: null,
    payment_method: method.id,
    receipt_email: order.receiptEmail,
    setup_future_usage: method.fake.setUp && order.instrument.kind === 'token' ? 'off_session' : null,
    status: 'succeeded',
  });
  const keepsCard = order.instrument.kind === 'token' && order.instrument.keep;
  return {
    status: 'succeeded',
    paymentIntentID: id,
    amount: order.amount,
    currency: order.currency,
    stripeCustomerID: customer.id,
    card: keepsCard ? cardOf(method) : null,
    paidWith: { brand: method.card.brand, last4: method.card.last4 },
  };
}

function customerOf({ customer }: ChargeOrder): FakeCustomer {
  return {
    id: customer.stripeCustomerID ?? stripeID('cus', customer.id),
    object: 'customer',
    created: secondsOf(customer.id),
    livemode: false,
    email: customer.email,
    name: customer.fullname,
    phone: `+${customer.mobile}`,
    metadata: { customerID: customer.id },
    invoice_settings: { default_payment_method: null },
  };
}

function methodOf(order: ChargeOrder, customerID: string, memory: CardMemory): FakeMethod {
  const { instrument } = order;
  if (instrument.kind === 'stored') return memory.kept.get(instrument.paymentMethodID) as FakeMethod;
  const card = testCardName(instrument.token) ?? 'visa';
  const { number, brand } = testCard(card);
  return memory.keep<FakeMethod>({
    id: stripeID('pm', order.attemptID),
    object: 'payment_method',
    created: secondsOf(order.attemptID),
    livemode: false,
    type: 'card',
    customer: instrument.keep ? customerID : null,
    card: {
      brand,
      last4: number.slice(-4),
      exp_month: EXPIRY.month,
      exp_year: EXPIRY.year,
      fingerprint: `twin${card}`,
    },
    fake: { card, setUp: instrument.keep },
  });
}

function cardOf(method: FakeMethod): StoredCard {
  const { brand, last4, exp_month, exp_year } = method.card;
  return { paymentMethodID: method.id, brand, last4, expiryMonth: exp_month, expiryYear: exp_year };
}

/** Like the fake's ids: later ones sort after earlier ones. */
function stripeID(prefix: string, uuid: string): string {
  const hex = uuid.replaceAll('-', '');
  return `${prefix}_${timeOf(uuid).toString(36).padStart(9, '0')}${hex.slice(-18)}`;
}

function secondsOf(uuid: string): number {
  return Math.floor(timeOf(uuid) / 1000);
}

/** The time in a UUIDv7, in milliseconds. */
function timeOf(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
}

function neverAsked(): Promise<never> {
  return Promise.reject(new Error('The demo only charges.'));
}
