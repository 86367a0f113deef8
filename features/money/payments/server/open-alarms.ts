import { sql } from 'kysely';
import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import type { AlarmKind } from '../rules/alarm.ts';

/** Payment problems that nobody has resolved. */
export async function countOpenAlarms({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('payment_alarm')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The same, by the bank's deadline or, without one, by age. */
export async function findOpenAlarms({ db }: Context, limit: number) {
  const rows = await db
    .selectFrom('payment_alarm as alarm')
    .leftJoin('customer', 'customer.id', 'alarm.customer_id')
    .leftJoin('payment_dispute as dispute', (join) =>
      join
        .onRef('dispute.provider_ref', '=', 'alarm.provider_ref')
        .on('alarm.kind', '=', 'dispute')
        .on('dispute.outcome', 'is', null),
    )
    .select(['alarm.id', 'alarm.kind', 'alarm.why', 'alarm.cents', 'alarm.customer_id', 'alarm.raised_at'])
    .select(['customer.firstname', 'customer.lastname', 'customer.display_name as displayName'])
    .select('dispute.due_by')
    .where('alarm.settled_at', 'is', null)
    .orderBy(sql`coalesce(dispute.due_by, alarm.raised_at)`)
    .orderBy('alarm.id')
    .limit(limit)
    .execute();
  return rows.map(({ customer_id: id, firstname, lastname, displayName, ...row }) => ({
    id: row.id,
    kind: row.kind as AlarmKind,
    why: row.why,
    cents: row.cents,
    raisedAt: wireTime(row.raised_at),
    dueBy: wireTimeOrNull(row.due_by),
    customer:
      id === null || firstname === null || lastname === null
        ? null
        : { id, fullname: fullnameOf({ firstname, lastname, displayName }) },
  }));
}
