import { setTimeout } from 'node:timers/promises';
import { bookingCalls } from '../business/bookings.ts';
import type { Company } from '../company.ts';
import { ask, type Call, sendAll } from '../load.ts';
import type { Figure } from '../targets.ts';

const CONNECTIONS = 16;

/** Card payments a second, until the worker has done everything that follows from them. Stripe is the sandbox's. */
export async function measurePayments(company: Company, count: number): Promise<Figure[]> {
  const { kemas, people, clear } = company;
  try {
    const payments: Call[] = [];
    for (const call of bookingCalls(people).slice(0, count)) {
      const job = await ask<{ id: string; amountToPay: number }>(kemas.address, call);
      const body = { stripeToken: 'tok_visa', total: job.amountToPay };
      payments.push({ method: 'POST', path: `/api/jobs/${job.id}/commit`, token: call.token, body });
    }
    const began = performance.now();
    const { '2xx': paid } = await sendAll(kemas.address, { calls: payments, connections: CONNECTIONS });
    if (paid < payments.length) throw new Error(`Only ${paid} of ${payments.length} jobs were paid.`);
    await queueIsEmpty(company);
    const seconds = (performance.now() - began) / 1000;
    return [{ target: 'payments', of: '', value: payments.length / seconds }];
  } finally {
    await clear();
  }
}

/** A task that failed for the last time stays in the queue; it is not waited for. */
async function queueIsEmpty({ client }: Company): Promise<void> {
  const due = `select count(*) as due from graphile_worker._private_jobs
    where run_at <= now() and (attempts < max_attempts or locked_at is not null)`;
  while ((await client.query<{ due: number }>(due)).rows[0]?.due !== 0) await setTimeout(20);
}
