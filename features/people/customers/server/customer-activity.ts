import { type RawBuilder, sql } from 'kysely';
import { wireTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import { seeSpending } from '../rules/policy.ts';

interface ActivityRow {
  readonly next_visit: string | null;
  readonly visits_done: number;
  readonly spent: number | null;
}

/** SQL columns of a customer's visits and payments, for the rows of a page. Null spending for those who may not see it. */
export function activityColumns(ctx: Context) {
  const now = ctx.clock.now().toString();
  const visits = sql`from job where job.customer_id = customer.id
    and job.status in ('confirmed', 'paid') and job.trashed_at is null`;
  const spent: RawBuilder<number | null> = may(ctx.actor, seeSpending)
    ? sql`(select coalesce(sum(total), 0)::int from money_transaction as paid
        where paid.customer_id = customer.id and paid.method <> 'credits' and paid.trashed_at is null)`
    : sql`null::int`;
  return [
    sql<string | null>`(select min(job.starts_at) ${visits} and job.starts_at > ${now})`.as('next_visit'),
    sql<number>`(select count(*)::int ${visits} and job.starts_at <= ${now} and job.ends_at <= ${now})`.as(
      'visits_done',
    ),
    spent.as('spent'),
  ] as const;
}

export function toActivity({ next_visit, visits_done, spent }: ActivityRow): CustomerReply['activity'] {
  return { nextVisit: next_visit === null ? null : wireTime(next_visit), visitsDone: visits_done, spent };
}
