import type { Anyone } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { queueAttempts } from './publish-event.ts';

/**
 * Attempts of one webhook that a minute queues; the rest is due in the next. Of each webhook, so that one with a long backlog,
 * whose receiver is slow or down, does not delay the events of others.
 */
const MAX_DUE = 50;
const RETENTION = Temporal.Duration.from({ hours: 30 * 24 });

/** The first attempt of an event has a task from the start: only if that is lost does it need another. */
const FIRST_TASK_LOST = Temporal.Duration.from({ minutes: 10 });

/** Cron job. Queues the attempts that are due, also those whose worker has died. */
export async function queueDueDeliveries(ctx: Context<Anyone>): Promise<void> {
  const now = ctx.clock.now().toString();
  const lost = ctx.clock.now().subtract(FIRST_TASK_LOST).toString();
  // Reads no more of a backlog than it queues: a window function would read all of it every minute.
  const due = await ctx.db
    .selectFrom('webhook_endpoint as endpoint')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('webhook_delivery')
          .select(['id', 'endpointID', 'nextAttemptAt'])
          .whereRef('endpointID', '=', 'endpoint.id')
          .where('state', '=', 'waiting')
          .where('nextAttemptAt', '<=', now)
          .where(({ eb, or }) => or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', now)]))
          .where(({ eb, or }) => or([eb('attempts', '>', 0), eb('createdAt', '<=', lost)]))
          .orderBy('nextAttemptAt')
          .orderBy('id')
          .limit(MAX_DUE)
          .as('due'),
      (join) => join.onTrue(),
    )
    .select(['due.id', 'due.endpointID', 'endpoint.failingSince'])
    .orderBy('due.nextAttemptAt')
    .orderBy('due.id')
    .execute();
  if (due.length === 0) return;
  const attempts = due.map((one) => ({ ...one, isFailing: one.failingSince !== null }));
  const queued = await inTransaction(ctx, (tx) => queueAttempts(tx, attempts));
  if (isRefusal(queued)) throw new Error('Due events could not be queued: the database is busy.');
}

/** Cron job. Deletes what was sent more than 30 days ago, then deleted webhooks without deliveries. */
export async function purgeDeliveries(ctx: Context<Anyone>): Promise<void> {
  const limit = ctx.clock.now().subtract(RETENTION).toString();
  await ctx.db
    .deleteFrom('webhook_delivery')
    .where('createdAt', '<', limit)
    .where('state', '<>', 'waiting')
    .execute();
  await ctx.db
    .deleteFrom('webhook_endpoint')
    .where('deletedAt', '<', limit)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_delivery')
            .select('webhook_delivery.id')
            .whereRef('webhook_delivery.endpointID', '=', 'webhook_endpoint.id'),
        ),
      ),
    )
    .execute();
}
