import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { PayingCustomer } from './payments.ts';

/**
 * While Stripe works on the first request under a key, it refuses the others (409). First payments of one customer at the
 * same moment share the customer's key, and the library waits longer each time before it asks again.
 */
const CUSTOMER_RETRIES = 5;

/** Once a customer: the key gives the first one again when its reply was lost. */
export async function makeCustomer(stripe: Stripe, customer: PayingCustomer): Promise<string> {
  const details = { email: customer.email, name: customer.fullname, phone: `+${customer.mobile}` };
  const made = await stripe.customers.create(
    { ...details, metadata: { customer_id: customer.id } },
    // Changed details are another request, which the same key would refuse.
    {
      idempotencyKey: `cus:${customer.id}:${digest(JSON.stringify(details))}`,
      maxNetworkRetries: CUSTOMER_RETRIES,
    },
  );
  return made.id;
}

/** A payment method of a single-use token, once for what it is for. */
export async function makeMethod(
  stripe: Stripe,
  { token, forId }: { readonly token: string; readonly forId: string },
): Promise<string> {
  const method = await stripe.paymentMethods.create(
    { type: 'card', card: { token } },
    { idempotencyKey: `pm:${forId}:${digest(token)}` },
  );
  return method.id;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
