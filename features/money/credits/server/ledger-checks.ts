import { sql } from 'kysely';
import type { LedgerCheck } from '#features/money/ledger/server/index.ts';

/** The ledger invariants of credits, numbered as in docs/runbook/books.md. */
export const creditChecks: readonly LedgerCheck[] = [
  {
    invariant: 'I2 no lot of credits is negative or above what was granted',
    broken: sql`select id::text as what from credit_lot where remaining < 0 or remaining > granted`,
  },
  {
    invariant: 'I2 the hours of a lot equal the sums of its movements and its ledger account',
    broken: sql`
      select coalesce(lot.account, posted.account) as what
      from (
        select 'customer:' || customer_id || ':credits:' || per_hour || ':' || id as account, id, remaining from credit_lot
      ) as lot
      left join (select lot_id, sum(hours) as hours from credit_movement group by lot_id) as moved on moved.lot_id = lot.id
      full join (
        select account, sum(amount) / 10.0 as hours from ledger_entry
        where commodity <> 'SGD' and account like 'customer:%:credits:%' group by account
      ) as posted on posted.account = lot.account
      where coalesce(lot.remaining, 0) <> coalesce(posted.hours, 0)
        or coalesce(lot.remaining, 0) <> coalesce(moved.hours, 0)`,
  },
  {
    invariant: 'I3 the displayed credits of a customer equal the sum of their lots',
    broken: sql`
      select customer.id::text as what from customer
      left join credit_lot as lot on lot.customer_id = customer.id
      group by customer.id having customer.credits_left <> coalesce(sum(lot.remaining), 0)`,
  },
  {
    invariant: 'I8 hours outside lots are reserved for jobs, used, sent or expired',
    broken: sql`
      with posted as (
        select account, commodity, sum(amount) / 10.0 as hours from ledger_entry
        where account in ('credits_held', 'credits_used', 'gift_escrow', 'credits_expired')
        group by account, commodity
      ), uses as (
        select lot_id, case when spent_at is null then 'credits_held' else 'credits_used' end as account,
          sum(case when spent_at is not null then hours - returned when ended_at is null then hours else 0 end) as hours
        from credit_use group by 1, 2
      ), kept as (
        select * from uses
        union all
        select part.lot_id, 'gift_escrow', sum(part.hours) from credit_gift as gift
        join credit_gift_part as part on part.gift_id = gift.id
        where gift.claimed_at is null and gift.returned_at is null group by part.lot_id
        union all
        select lot_id, 'credits_expired', -sum(hours) from credit_movement where kind = 'expired' group by lot_id
      ), by_tier as (
        select kept.account, 'H' || lot.per_hour as commodity, sum(kept.hours) as hours
        from kept join credit_lot as lot on lot.id = kept.lot_id group by 1, 2
      )
      select account || ' ' || commodity as what from posted full join by_tier using (account, commodity)
      where coalesce(posted.hours, 0) <> coalesce(by_tier.hours, 0)`,
  },
  {
    invariant: 'I8 deferred revenue equals the cost of all owed hours, to the cent',
    broken: sql`
      select 'deferred_revenue' as what
      where (select coalesce(sum(amount), 0) from ledger_entry where account = 'deferred_revenue' and commodity = 'SGD') <> -(
        (select coalesce(sum(cost_left), 0) from credit_lot)
        + (select coalesce(sum(cost), 0) from credit_use where spent_at is null and ended_at is null)
        + (select coalesce(sum(part.cost), 0) from credit_gift_part as part join credit_gift as gift on gift.id = part.gift_id
           where gift.claimed_at is null and gift.returned_at is null))`,
  },
];
