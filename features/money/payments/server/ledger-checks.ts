import { sql } from 'kysely';
import type { LedgerCheck } from '#features/money/ledger/server/index.ts';
import { AUDIT_BEGIN } from '#platform/server/retention.ts';

/** The ledger invariants of payments. */
export const paymentChecks: readonly LedgerCheck[] = [
  {
    invariant: 'I4 each succeeded payment has one transaction and one ledger posting of its amount',
    broken: sql`
      select attempt.id::text as what from payment_attempt as attempt
      left join money_transaction as paid on paid.attempt_id = attempt.id
      left join ledger_entry as entry
        on entry.tx_id = paid.ledger_tx_id and entry.account = 'stripe_clearing'
      -- What the office kept although another amount was agreed.
      left join payment_alarm as alarm on alarm.settled_transaction_id = paid.id
      where attempt.status = 'succeeded' and (paid.total is distinct from entry.amount
        or paid.total is distinct from coalesce(alarm.cents, attempt.amount))`,
  },
  {
    invariant: 'I4 no money is posted for a payment that has not succeeded',
    broken: sql`
      select paid.id::text as what from money_transaction as paid
      join payment_attempt as attempt on attempt.id = paid.attempt_id
      where attempt.status <> 'succeeded'
      union all
      select posting.id::text from ledger_tx as posting
      left join money_transaction as paid on paid.ledger_tx_id = posting.id
      where posting.kind = 'card-payment' and paid.id is null`,
  },
  {
    invariant: 'I4 the allocations of a transaction add up to its total',
    broken: sql`
      select paid.id::text as what from money_transaction as paid
      left join payment_allocation as part on part.transaction_id = paid.id
      group by paid.id
      having (count(part.job_id) > 0) <> (paid.job_id is not null) or sum(part.cents) <> paid.total`,
  },
  {
    invariant: 'I9 refunds never exceed the payment',
    broken: sql`
      select paid.id::text as what from money_transaction as paid
      join money_transaction as back on back.refund_of = paid.id
      group by paid.id having -sum(back.total) > paid.total`,
  },
  {
    invariant: 'I9 the refunds of a job never exceed its share of the payment',
    broken: sql`
      select part.transaction_id || ' ' || part.job_id as what from payment_allocation as part
      join money_transaction as back on back.refund_of = part.transaction_id
      join payment_allocation as given on given.transaction_id = back.id and given.job_id = part.job_id
      group by part.transaction_id, part.job_id, part.cents having -sum(given.cents) > part.cents`,
  },
  {
    invariant: 'I9 a card refund is posted with the amount that is sent to the provider',
    broken: sql`
      select refund.id::text as what from payment_refund as refund
      join money_transaction as back on back.id = refund.transaction_id
      where back.total <> -refund.cents or back.refund_of is distinct from refund.payment_id`,
  },
  {
    invariant: 'I11 every action of the office on money has an audit entry',
    broken: sql`
      select moved.id::text as what from money_transaction as moved
      where moved.type in ('manual', 'refund') and moved.created_at >= ${AUDIT_BEGIN}
        and not exists (
          select from audit_entry as entry where entry.subject_id = moved.id::text
            and entry.action in ('transaction.created', 'transaction.refunded', 'transaction.refund-reversed'))
        and not exists (select from payment_alarm as alarm where alarm.settled_transaction_id = moved.id)
      union all
      select attempt.id::text from payment_attempt as attempt
      where attempt.purpose = 'ad-hoc' and attempt.created_at >= ${AUDIT_BEGIN}
        and not exists (
          select from audit_entry as entry
          where entry.subject_id = attempt.id::text and entry.action = 'customer.charged')
      union all
      select alarm.id::text from payment_alarm as alarm
      where alarm.settled_at >= ${AUDIT_BEGIN}
        and not exists (
          select from audit_entry as entry
          where entry.subject_id = alarm.id::text and entry.action = 'payment.alarm-settled')`,
  },
];
