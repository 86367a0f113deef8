import { sql } from 'kysely';
import type { LedgerCheck } from '#features/payments/server/index.ts';

/** What credits promise of the books. Numbers as in DOMAIN.md 7.2. */
export const creditChecks: readonly LedgerCheck[] = [
  {
    invariant: 'I2 no lot of credits is below zero or above what was granted',
    broken: sql`select id::text as what from credit_lot where remaining < 0 or remaining > granted`,
  },
  {
    invariant: 'I2 a lot holds what its movements and its account in the ledger add up to',
    broken: sql`
      select lot.id::text as what from credit_lot as lot
      left join (select lot_id, sum(hours) as hours from credit_movement group by lot_id) as moved on moved.lot_id = lot.id
      left join (
        select account, sum(amount) / 10.0 as hours from ledger_entry where account like 'customer:%:credits:%' group by account
      ) as booked on booked.account = 'customer:' || lot.customer_id || ':credits:' || lot.per_hour || ':' || lot.id
      where lot.remaining <> coalesce(moved.hours, 0) or lot.remaining <> coalesce(booked.hours, 0)`,
  },
  {
    invariant: 'I3 what a customer is shown as credits is what the lots hold',
    broken: sql`
      select customer.id::text as what from customer
      left join credit_lot as lot on lot.customer_id = customer.id
      group by customer.id having customer.credits_left <> coalesce(sum(lot.remaining), 0)`,
  },
  {
    invariant: 'I8 hours issued are held in lots, kept for jobs, sent, used or expired',
    broken: sql`
      select 'H' || tier.per_hour as what
      from (values (27), (25), (24), (0)) as tier(per_hour)
      left join lateral (
        select
          coalesce(sum(amount) filter (where account = 'credits_held'), 0) / 10.0 as held,
          coalesce(sum(amount) filter (where account = 'gift_escrow'), 0) / 10.0 as escrow
        from ledger_entry where commodity = 'H' || tier.per_hour
      ) as booked on true
      where booked.held <> (
        select coalesce(sum(use.hours), 0) from credit_use as use join credit_lot as lot on lot.id = use.lot_id
        where use.spent_at is null and use.ended_at is null and lot.per_hour = tier.per_hour)
      or booked.escrow <> (
        select coalesce(sum(part.hours), 0) from credit_gift_part as part
        join credit_gift as gift on gift.id = part.gift_id join credit_lot as lot on lot.id = part.lot_id
        where gift.claimed_at is null and gift.returned_at is null and lot.per_hour = tier.per_hour)`,
  },
  {
    invariant: 'I8 what was paid for hours that are still owed is deferred, to the cent',
    broken: sql`
      select 'deferred_revenue' as what
      where (select coalesce(sum(amount), 0) from ledger_entry where account = 'deferred_revenue' and commodity = 'SGD') <> -(
        (select coalesce(sum(cost_left), 0) from credit_lot)
        + (select coalesce(sum(cost), 0) from credit_use where spent_at is null and ended_at is null)
        + (select coalesce(sum(part.cost), 0) from credit_gift_part as part join credit_gift as gift on gift.id = part.gift_id
           where gift.claimed_at is null and gift.returned_at is null))`,
  },
];
