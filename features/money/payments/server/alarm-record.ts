import { sql } from 'kysely';
import type { z } from 'zod';
import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import { onDays } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { AlarmReply, listPaymentAlarms as call } from '../contract.ts';
import type { AlarmKind, Resolution } from '../rules/alarm.ts';

type ListQuery = z.output<typeof call.query>;

/** Payment alarms, oldest first. */
export function listAlarms(ctx: Context, query: ListQuery): ListOutcome {
  let rows = selectAlarms(ctx).where(onDays(ctx, query, 'alarm.raised_at'));
  if (query.state === 'open') rows = rows.where('alarm.settled_at', 'is', null);
  if (query.state === 'settled') rows = rows.where('alarm.settled_at', 'is not', null);
  if (query.kind !== undefined) rows = rows.where('alarm.kind', '=', query.kind);
  return listOf(ctx, query, {
    name: 'payment-alarms',
    rows,
    sort: {
      raisedAt: ['alarm.raised_at'],
      createdAt: ['alarm.raised_at'],
      settledAt: [sql`coalesce(alarm.settled_at, 'infinity')`],
      kind: ['alarm.kind'],
    },
    key: 'alarm.id',
    toItem: toAlarmReply,
  });
}

/** @throws if there is no such alarm: its row is locked by now. */
export async function readAlarm(ctx: Context, id: string): Promise<AlarmReply> {
  return toAlarmReply(await selectAlarms(ctx).where('alarm.id', '=', id).executeTakeFirstOrThrow());
}

function selectAlarms(ctx: Context) {
  return ctx.db
    .selectFrom('payment_alarm as alarm')
    .leftJoin('customer', 'customer.id', 'alarm.customer_id')
    .selectAll('alarm')
    .$narrowType<Pick<AlarmReply, 'jobs'>>()
    .select(['customer.firstname', 'customer.lastname', 'customer.display_name as displayName']);
}

type AlarmRow = Awaited<ReturnType<ReturnType<typeof selectAlarms>['executeTakeFirstOrThrow']>>;

function toAlarmReply(row: AlarmRow): AlarmReply {
  const { customer_id, firstname, lastname, displayName } = row;
  const isKnown = customer_id !== null && firstname !== null && lastname !== null;
  return {
    id: row.id,
    kind: row.kind as AlarmKind,
    why: row.why,
    cents: row.cents,
    customer: isKnown
      ? { id: customer_id, fullname: fullnameOf({ firstname, lastname, displayName }) }
      : null,
    jobs: row.jobs,
    attemptID: row.attempt_id,
    transactionID: row.transaction_id,
    paymentIntentID: row.stripe_pi_id,
    providerRef: row.provider_ref,
    raisedAt: wireTime(row.raised_at),
    resolution: row.resolution as Resolution | null,
    reason: row.reason,
    settledAt: wireTimeOrNull(row.settled_at),
    settledBy: row.settled_by,
    settledTransactionID: row.settled_transaction_id,
  };
}
