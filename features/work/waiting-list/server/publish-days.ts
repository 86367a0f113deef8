import { sql } from 'kysely';
import { delayFor } from '#features/work/jobs/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
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

/** When free times are next looked for after now. */
export function nextCheck({ clock }: Context): string {
  return clock.now().add(CHECK_AGAIN_AFTER).toString();
}

interface FreedSpan {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly end: number;
}

/**
 * Queues a task for each day of the freed periods for which somebody waits; null: for every such day. What the office
 * frees is left to the cron job, which offers it once it can no longer be undone.
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
  const days = (await waiting.execute()).map(({ day }) => day);
  const undoable = delayFor(tx);
  await (undoable === undefined ? publishDays(tx, days) : postpone(tx, days, undoable));
}

/** Entries that are just being offered a time are skipped: that transaction may wait for this one's cleaners. */
async function postpone(tx: Tx, days: readonly string[], by: Temporal.Duration): Promise<void> {
  if (days.length === 0) return;
  await tx.db
    .updateTable('waiting_entry')
    .set({ checkAt: tx.clock.now().add(by).toString() })
    .where('id', 'in', (of) =>
      of
        .selectFrom('waiting_entry')
        .select('id')
        .where('day', 'in', [...days])
        .where('state', '=', 'waiting')
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

function dayAt({ config }: Context, epochMs: number): string {
  return dayOf(Temporal.Instant.fromEpochMilliseconds(epochMs), config.BUSINESS_TZ).toString();
}

/** Queues the task of each day; one that has not run yet is replaced. */
export async function publishDays(tx: Tx, days: readonly string[]): Promise<void> {
  // One queue per day: two tasks at once could pass over the first in line.
  const tasks = days.map((day) =>
    newTask(
      'offer-freed-time',
      { day },
      { key: `offer-freed-time:${day}`, queue: `offer-freed-time:${day}` },
    ),
  );
  await tx.outbox.publishAll(tx, tasks);
}

/** Cron job: queues the task of each day that is due. At night nothing is offered. */
export async function offerDueDays(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  if (!isOfferTime(now, ctx.config.BUSINESS_TZ)) return;
  const due = await ctx.db
    .selectFrom('waiting_entry')
    .select('day')
    .where('state', '=', 'waiting')
    .groupBy('day')
    .having(sql<string>`min(check_at)`, '<=', now.toString())
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
