import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ZONE } from '../business/make-business.ts';
import { type Call, send } from '../load.ts';

/** Someone who books and pays, again and again. */
export interface Customer {
  readonly addressID: string;
  readonly token: string;
}

/** A reply that a customer has seen. */
export interface Acknowledged {
  readonly jobID: string;
  /** When its request was sent, and when the reply came. `performance.now()` */
  readonly sentAt: number;
  readonly at: number;
}

/** What the customers were told. */
export interface Told {
  readonly bookings: Acknowledged[];
  readonly payments: Acknowledged[];
  /** How many replies had which status; 0 is a connection that broke. */
  readonly statuses: Map<string, number>;
  /** The longest time from a request to its answer, with all repetitions, by kind. */
  readonly longestMs: Map<string, number>;
}

const FIRST_DAY = 3;
const LAST_DAY = 55;
const STARTS = ['08', '09', '12', '13', '16'];
/** Codes of a request that is still being handled: the answer comes later, to the same request. */
const UNDER_WAY = new Set(['in_progress', 'payment_in_progress']);
/** Between two attempts of the same request, ms. */
const RETRY_MS = 250;
const PAUSE_MS = [50, 200] as const;

/** Books and pays until stopped, and then finishes: every request is repeated with its key until it is answered. */
export async function bookAndPay(
  address: string,
  customer: Customer,
  { packageID, told, stop }: { readonly packageID: string; readonly told: Told; readonly stop: AbortSignal },
): Promise<void> {
  const { addressID, token } = customer;
  const ask = (act: string, path: string, body: object) =>
    askUntilAnswered(address, { method: 'POST', path, body, token, key: randomUUID() }, { act, told });
  while (!stop.aborted) {
    const day = Temporal.Now.plainDateISO(ZONE).add({ days: randomInt(FIRST_DAY, LAST_DAY) });
    const startTime = `${day}T${STARTS[randomInt(STARTS.length)]}:00:00+08:00`;
    const booked = await ask('book', '/api/customers/createjob', { packageID, addressID, startTime });
    if (booked.status === 201) {
      const { id: jobID, amountToPay } = booked.body as { id: string; amountToPay: number };
      told.bookings.push({ jobID, ...booked });
      const paid = await ask('pay', `/api/jobs/${jobID}/commit`, {
        stripeToken: 'tok_visa',
        total: amountToPay,
      });
      if (paid.status < 300) told.payments.push({ jobID, ...paid });
    }
    await sleep(randomInt(...PAUSE_MS));
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly sentAt: number;
  readonly at: number;
}

/** As an app does: while the service is away, or the request is still under way elsewhere, it is sent again with its key. */
async function askUntilAnswered(
  address: string,
  call: Call,
  { act, told }: { readonly act: string; readonly told: Told },
): Promise<Answer> {
  const began = performance.now();
  for (;;) {
    const sentAt = performance.now();
    const reply = await send(address, call).catch(() => null);
    const text = (await reply?.text().catch(() => null)) ?? null;
    const status = text === null ? 0 : (reply?.status ?? 0);
    const body = status !== 0 && text?.startsWith('{') ? (JSON.parse(text) as { code?: string }) : {};
    const seen = [act, status, ...(status >= 400 && body.code ? [body.code] : [])].join(' ');
    told.statuses.set(seen, (told.statuses.get(seen) ?? 0) + 1);
    const at = performance.now();
    if (status !== 0 && status < 500 && !UNDER_WAY.has(body.code ?? '')) {
      told.longestMs.set(act, Math.max(told.longestMs.get(act) ?? 0, at - began));
      return { status, body, sentAt, at };
    }
    await sleep(RETRY_MS);
  }
}
