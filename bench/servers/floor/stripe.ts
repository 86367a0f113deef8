import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';

/** Posts to Stripe, and gives the id of what it made. @throws when it refuses */
export type PostStripe = (path: string, form: Readonly<Record<string, string>>) => Promise<string>;

/** Stripe's calls by hand, over connections that stay open. */
export function stripeAt(url: string): PostStripe {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: 'Bearer sk_test', 'content-type': 'application/x-www-form-urlencoded' };
  return (path, form) => {
    const body = new URLSearchParams(form).toString();
    const key = randomUUID();
    const post = (resolve: (id: string) => void, reject: (error: Error) => void) => {
      const sent = request(`${url}/v1/${path}`, {
        agent,
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
      });
      // The other side may close a connection that has long been idle just as it is used again.
      sent.on('error', (error) => (sent.reusedSocket ? post(resolve, reject) : reject(error)));
      sent.on('response', async (reply) => {
        const made = (await json(reply)) as { readonly id?: string };
        if (made.id === undefined) reject(new Error(`${path} was refused: ${JSON.stringify(made)}`));
        else resolve(made.id);
      });
      sent.end(body);
    };
    return new Promise(post);
  };
}
