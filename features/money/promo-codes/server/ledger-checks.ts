import { sql } from 'kysely';

/**
 * The ledger invariants of promo codes, numbered as in docs/runbook/books.md. Payments, a higher-level feature,
 * registers them.
 */
export const promoChecks = [
  {
    invariant: 'I7 the counter of a code equals its live uses and is within its limit',
    broken: sql<{ what: string }>`
      select code.id::text as what from promo_code as code
      left join (
        select promo_code_id, count(*) as uses from promo_use where released_at is null group by promo_code_id
      ) as live on live.promo_code_id = code.id
      where code.taken <> coalesce(live.uses, 0) or code.taken > code.total_allocation`,
  },
  {
    invariant: 'I7 no customer has more live uses of a code than its limit',
    broken: sql<{ what: string }>`
      select use.promo_code_id || ' ' || use.customer_id as what from promo_use as use
      join promo_code as code on code.id = use.promo_code_id
      where use.released_at is null and code.max_per_customer is not null
      group by use.promo_code_id, use.customer_id, code.max_per_customer
      having count(*) > code.max_per_customer`,
  },
] as const;
