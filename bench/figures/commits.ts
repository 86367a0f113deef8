import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { bookingCalls } from '../business/bookings.ts';
import { ask, type Call } from '../client.ts';
import { withLoad } from '../load/load.ts';
import type { SingleResult } from '../report/results.ts';
import type { Site } from '../site.ts';
import { type HeldJob, payByCard } from './paid-bookings.ts';

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
export async function queueIsEmpty(client: pg.Client): Promise<void> {
  const due = `select count(*) as due from graphile_worker._private_jobs
    where run_at <= now() and (attempts < max_attempts or locked_at is not null)`;
  while ((await client.query<{ due: number }>(due)).rows[0]?.due !== 0) await setTimeout(20);
}
