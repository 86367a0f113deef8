import { sql } from 'kysely';
import { delayFor } from '#features/work/jobs/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { newTask } from '#platform/server/outbox.ts';
import { isOfferTime } from '../rules/offer.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    /** Offers the free times of a day to those who wait for it. */
    'offer-freed-time': { readonly day: string };
  }
}

/**
 * How often free times are looked for on days for which somebody waits, besides whenever time is freed. Only for events
 * that were lost: someone joins while a visit is being cancelled, or a night passes.
 */
const CHECK_AGAIN_AFTER = Temporal.Duration.from({ minutes: 5 });

interface FreedSpan {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly end: number;
}

/**
 * Queues a task for each day of the freed periods for which somebody waits; null: for every such day. What the office
 * frees is offered once it can no longer be undone.
 */
export async function offerFreed(tx: Tx, freed: readonly FreedSpan[] | null): Promise<void> {
  let waiting = tx.db
    .selectFrom('waiting_entry')
    .select('day')
    .distinct()
    .where('state', '=', 'waiting')
    .orderBy('day');
  if (freed !== null)
    waiting = waiting.where(({ or, and, eb }) =>
      or(
        freed.map(({ start, end }) =>
          and([eb('day', '>=', dayAt(tx, start)), eb('day', '<=', dayAt(tx, end))]),
        ),
      ),
    );
  const days = await waiting.execute();
  await publishDays(
    tx,
    days.map(({ day }) => day),
  );
}

function dayAt({ config }: Context, epochMs: number): string {
  return dayOf(Temporal.Instant.fromEpochMilliseconds(epochMs), config.BUSINESS_TZ).toString();
}

/** Queues the task of each day; one that has not run yet is replaced. */
export async function publishDays(tx: Tx, days: readonly string[]): Promise<void> {
  const delay = delayFor(tx);
  const start = delay && { notBefore: systemClock.now().add(delay) };
  await tx.outbox.publishAll(
    tx,
    days.map((day) =>
      newTask(
        'offer-freed-time',
        { day },
        // One queue per day: two tasks at once could pass over the first in line.
        { key: `offer-freed-time:${day}`, queue: `offer-freed-time:${day}`, ...start },
      ),
    ),
  );
}

/** Cron job: queues the task of each day that has not been looked at for a while. At night nothing is offered. */
export async function offerDueDays(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  if (!isOfferTime(now, ctx.config.BUSINESS_TZ)) return;
  const due = await ctx.db
    .selectFrom('waiting_entry')
    .select('day')
    .where('state', '=', 'waiting')
    .groupBy('day')
    .having(sql<string>`min(checked_at)`, '<=', now.subtract(CHECK_AGAIN_AFTER).toString())
    .orderBy('day')
    .execute();
  if (due.length === 0) return;
  await inTransaction(ctx, (tx) =>
    publishDays(
      tx,
      due.map(({ day }) => day),
    ),
  );
}
