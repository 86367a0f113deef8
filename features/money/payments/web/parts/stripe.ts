import { loadStripe, type Stripe } from '@stripe/stripe-js';

const loaded = new Map<string, Promise<Stripe | null>>();

/** Stripe's script, loaded once per key. A failed load is retried on the next call. */
export function stripeFor(key: string): Promise<Stripe | null> {
  const known = loaded.get(key);
  if (known) return known;
  const loading = loadStripe(key).catch(() => {
    loaded.delete(key);
    return null;
  });
  loaded.set(key, loading);
  return loading;
}

/** Lets the cardholder complete the challenge, in a window of Stripe's. True if they did. */
export async function passChallenge(key: string, clientSecret: string): Promise<boolean> {
  const stripe = await stripeFor(key);
  const result = await stripe?.handleNextAction({ clientSecret });
  return result !== undefined && result.error === undefined;
}
