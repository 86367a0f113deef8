import type pg from 'pg';
import { features } from '#apps/api/features.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { compose } from '#platform/server/feature.ts';
import { ZONE } from '../business/make-business.ts';

/** Queries that must find nothing when all work is finished. The sandbox's Stripe stores its objects in the same database. */
const CHECKS: Readonly<Record<string, string>> = {
  'a charge whose outcome nobody knows': `
    select id || ' ' || status as what from payment_attempt
    where status in ('created', 'sent', 'unknown', 'requires_action')`,
  'a refund whose outcome nobody knows': `
    select id || ' ' || status as what from payment_refund where status <> 'succeeded'`,
  'money at the provider that is not in the books, or in other cents': `
    select intent.id as what from sandbox.stripe_object as intent
    left join payment_attempt as attempt on attempt.stripe_pi_id = intent.id and attempt.status = 'succeeded'
    left join money_transaction as paid on paid.attempt_id = attempt.id
    where intent.kind = 'payment_intent' and intent.body ->> 'status' = 'succeeded'
      and paid.total is distinct from (intent.body ->> 'amount_received')::int`,
  'money in the books that the provider has not': `
    select paid.id::text as what from money_transaction as paid
    join payment_attempt as attempt on attempt.id = paid.attempt_id
    left join sandbox.stripe_object as intent on intent.id = attempt.stripe_pi_id
    where intent.body ->> 'status' is distinct from 'succeeded'`,
  'a target that was charged twice': `
    select target_id::text as what from payment_attempt where status = 'succeeded' group by target_id having count(*) > 1`,
  'a refund at the provider that is not in the books once': `
    select refund.id as what from sandbox.stripe_object as refund
    left join payment_refund as ours on ours.provider_refund_id = refund.id
    where refund.kind = 'refund'
    group by refund.id, refund.body having count(ours.id) <> 1 or sum(ours.cents) <> (refund.body ->> 'amount')::int`,
  'a hold that nobody ended': `
    select id::text as what from job where status = 'pending'`,
  'an alarm: something happened that only a person can settle': `
    select kind || ' ' || why as what from payment_alarm`,
};

export interface Verdict {
  /** Violations, one line each. */
  readonly broken: readonly string[];
  /** Totals of the run. */
  readonly figures: Readonly<Record<string, number>>;
}

/** Checks the books. The server must be stopped and all work finished. */
export async function judge(databaseUrl: string): Promise<Verdict> {
  const pool = openPool({ url: databaseUrl, timeZone: ZONE, connections: 1 });
  try {
    const violations = await checkLedger({ db: openDatabase(pool), composed: compose(features) });
    const broken = violations.map(({ invariant, what }) => `${invariant}: ${what}`);
    for (const [name, query] of Object.entries(CHECKS)) {
      const { rows } = await pool.query<{ what: string }>(query);
      broken.push(...rows.map(({ what }) => `${name}: ${what}`));
    }
    return { broken, figures: await figuresOf(pool) };
  } finally {
    await pool.end();
  }
}

async function figuresOf(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query(`select
    (select count(*)::int from job) as jobs,
    (select count(*)::int from job where status = 'paid') as "jobs paid",
    (select count(*)::int from payment_attempt) as charges,
    (select count(*)::int from payment_attempt where status = 'succeeded') as "charges that took money",
    (select coalesce(sum(amount), 0)::int from payment_attempt where status = 'succeeded') as "cents taken",
    (select count(*)::int from payment_refund) as refunds,
    (select coalesce(sum(cents), 0)::int from payment_refund) as "cents given back",
    (select count(*)::int from credit_movement) as "movements of hours",
    (select count(*)::int from promo_use) as "uses of the code",
    (select count(*)::int from ledger_tx) as postings`);
  return rows[0];
}
