import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { bookingCalls } from '../business/bookings.ts';
import { ask, type Call } from '../client.ts';
import { withLoad } from '../load/load.ts';
import type { SingleResult } from '../report/results.ts';
import type { Site } from '../site.ts';

const AT_ONCE = 16;
const GOAL_PER_SECOND = 200;

/**
 * Payments by card a second, 16 at a time, with the twin of Stripe that `npm start` has in the same process: from the
 * first request until the worker has carried out all that was announced.
 */
export async function measureCommits(site: Site, count: number): Promise<SingleResult[]> {
  try {
    const calls = await heldJobs(site, count);
    const began = performance.now();
    const { statuses } = await withLoad((run) =>
      run({
        address: site.kemas.address,
        calls,
        shape: { kind: 'closed', concurrency: AT_ONCE, seconds: 600, once: true },
      }),
    );
    const paid = statuses[200] ?? 0;
    if (paid < calls.length) throw new Error(`Not every job was paid: ${JSON.stringify(statuses)}`);
    const replied = performance.now();
    await queueIsEmpty(site.client);
    const perSecond = (until: number) => (paid * 1000) / (until - began);
    const size = site.name;
    return [
      { name: 'replies', size, unit: '/s', value: perSecond(replied), goal: GOAL_PER_SECOND },
      {
        name: 'all that follows',
        size,
        unit: '/s',
        value: perSecond(performance.now()),
        goal: GOAL_PER_SECOND,
      },
    ];
  } finally {
    await site.clear();
  }
}

/** How somebody pays for what they have just booked. */
type Paying = 'by card' | 'with hours';

/** From choosing a time to having paid for it, 16 people at a time, each with a booking of their own. */
export async function measureBookings(
  site: Site,
  { count, paying }: { readonly count: number; readonly paying: Paying },
): Promise<SingleResult> {
  const { cast, kemas } = site;
  try {
    const left = bookingCalls(cast).slice(0, count);
    if (paying === 'with hours') await giveHours(site, left);
    const began = performance.now();
    const book = async () => {
      for (let call = left.pop(); call !== undefined; call = left.pop()) {
        const job = await ask<HeldJob>(kemas.address, call);
        await ask(kemas.address, paying === 'by card' ? payByCard(call, job) : payWithHours(call, job));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, book));
    const value = (count * 1000) / (performance.now() - began);
    // What is sent about a booking that has gone would be tried again and again.
    await queueIsEmpty(site.client);
    return {
      name: `booked and paid ${paying}`,
      size: site.name,
      unit: '/s',
      value,
      goal: GOAL_PER_SECOND / 2,
    };
  } finally {
    await site.clear();
  }
}

/** Whoever books here has enough for all of it: the office writes it down. */
async function giveHours({ cast, kemas }: Site, calls: readonly Call[]): Promise<void> {
  const tokens = new Set(calls.map(({ token }) => token));
  const bookers = cast.bookers.filter(({ token }) => tokens.has(token));
  const give = async () => {
    for (let one = bookers.pop(); one !== undefined; one = bookers.pop()) {
      const body = { credits: [{ perHour: 27, numCredits: 30 }], creditsReason: 'For the bench' };
      await ask(kemas.address, {
        method: 'POST',
        path: `/api/customers_admin/${one.id}/update`,
        token: cast.office,
        body,
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, give));
}

interface HeldJob {
  readonly id: string;
  readonly amountToPay: number;
}

function payByCard({ token }: Call, job: HeldJob): Call {
  const body = { stripeToken: 'tok_visa', total: job.amountToPay };
  return { method: 'POST', path: `/api/jobs/${job.id}/commit`, token, body };
}

function payWithHours({ token }: Call, { id: jobID }: HeldJob): Call {
  return { method: 'POST', path: '/api/customers/updatecredit', token, body: { jobID } };
}

/** Books, and gives the calls that pay. */
async function heldJobs({ cast, kemas }: Site, count: number): Promise<Call[]> {
  const held: Call[] = [];
  const left = bookingCalls(cast).slice(0, count);
  const book = async () => {
    for (let call = left.pop(); call !== undefined; call = left.pop()) {
      held.push(payByCard(call, await ask<HeldJob>(kemas.address, call)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, book));
  return held;
}

/** A task whose last try has failed stays there for people to look at, and is not waited for. */
async function queueIsEmpty(client: pg.Client): Promise<void> {
  const due = `select count(*) as due from graphile_worker._private_jobs
    where run_at <= now() and (attempts < max_attempts or locked_at is not null)`;
  while ((await client.query<{ due: number }>(due)).rows[0]?.due !== 0) await setTimeout(20);
}
