import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { PayingCustomer } from './payments.ts';

/**
 * While Stripe handles the first request with a key, it refuses the others (409). Concurrent first payments of one
 * customer share the customer's key; the library retries with backoff.
 */
const CUSTOMER_RETRIES = 5;

/** Creates the customer once: if the reply was lost, the key returns the first one. */
export async function makeCustomer(stripe: Stripe, customer: PayingCustomer): Promise<string> {
  const details = { email: customer.email, name: customer.fullname, phone: `+${customer.mobile}` };
  const made = await stripe.customers.create(
    { ...details, metadata: { customer_id: customer.id } },
    // Changed details make it a different request, which the same key would refuse.
    {
      idempotencyKey: `cus:${customer.id}:${digest(JSON.stringify(details))}`,
      maxNetworkRetries: CUSTOMER_RETRIES,
    },
  );
  return made.id;
}

/** Creates a payment method from a single-use token, once per purpose. */
export async function makeMethod(
  stripe: Stripe,
  { token, forID }: { readonly token: string; readonly forID: string },
): Promise<string> {
  const method = await stripe.paymentMethods.create(
    { type: 'card', card: { token } },
    { idempotencyKey: `pm:${forID}:${digest(token)}` },
  );
  return method.id;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
