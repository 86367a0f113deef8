import { sql } from 'kysely';
import type { LedgerCheck } from '#features/money/ledger/server/index.ts';
import { TEST_CUSTOMER_ID } from '#features/people/customers/rules/test-customer.ts';
import { AUDIT_BEGIN } from '#platform/server/retention.ts';

/** The ledger invariants of jobs. Numbered as in docs/runbook/books.md. */
export const jobLedgerChecks: readonly LedgerCheck[] = [
  {
    invariant: 'I5 a job that was paid for is not waiting for payment',
    broken: sql`
      select job.id::text as what from job
      join payment_allocation as part on part.job_id = job.id
      join money_transaction as paid on paid.id = part.transaction_id
      where job.status in ('pending', 'confirmed') and paid.type in ('job', 'manual') and paid.total >= 0
        and not exists (
          select from payment_alarm as alarm
          where alarm.transaction_id = paid.id and alarm.kind = 'unwanted_payment')`,
  },
  {
    // A later refund by the office does not change that the job was paid, but an unwanted payment never paid for it. The
    // test visit of a new business costs nothing and leaves nothing in the books.
    invariant: 'I5 a paid job has its part of a payment that it was waiting for',
    broken: sql`
      select job.id::text as what from job
      where job.status = 'paid' and job.customer_id <> ${TEST_CUSTOMER_ID}::uuid
        and not exists (
          select from payment_allocation as part
          join money_transaction as paid on paid.id = part.transaction_id
          where part.job_id = job.id and paid.type in ('job', 'manual')
            and not exists (
              select from payment_alarm as alarm
              where alarm.transaction_id = paid.id and alarm.kind = 'unwanted_payment'
                and alarm.jobs @> jsonb_build_array(jsonb_build_object('jobID', job.id::text))))`,
  },
  {
    invariant: 'I5 a job that is held or paid uses the hours of credit that its price says',
    broken: sql`
      select job.id::text as what from job
      left join credit_use as use on use.job_id = job.id and use.ended_at is null
      where job.status in ('pending', 'confirmed', 'paid')
      group by job.id having job.credits_used <> coalesce(sum(use.hours), 0)`,
  },
  {
    // The difference from a later change has a payment or a refund of its own.
    invariant: 'I5 what a card paid for a job is what the job was to cost',
    broken: sql`
      select job.id::text as what from job
      join payment_allocation as part on part.job_id = job.id
      join money_transaction as paid on paid.id = part.transaction_id
      join payment_attempt as attempt on attempt.id = paid.attempt_id
      where job.status = 'paid' and attempt.purpose = 'job' and paid.total = attempt.amount
        and part.cents <> job.amount_to_pay - coalesce((
          select sum(change.cents) from job_price_change as change
          where change.job_id = job.id and change.transaction_id is not null), 0)
        and not exists (
          select from payment_alarm as alarm
          where alarm.transaction_id = paid.id and alarm.kind = 'unwanted_payment')`,
  },
  {
    invariant: 'I5 what a change of a job cost more or less is a payment or a refund of that amount for it',
    broken: sql`
      select change.id::text as what from job_price_change as change
      left join payment_allocation as part
        on part.transaction_id = change.transaction_id and part.job_id = change.job_id
      where change.transaction_id is not null and part.cents is distinct from change.cents`,
  },
  {
    // Normally refused by a database constraint (cleaner_occupation_no_overlap); this detects that the constraint is
    // missing.
    invariant: 'I6 nobody is in two places at once',
    broken: sql`
      select cleaner_id || ' ' || starts_at as what
      from (
        select cleaner_id, starts_at, max(ends_at) over (
          partition by cleaner_id order by starts_at rows between unbounded preceding and 1 preceding) as busy_until
        from cleaner_occupation where released_at is null) as entry
      where busy_until > starts_at`,
  },
  {
    // A job restored from the trash after its visit takes no time any more, which the audit trail shows as far back as
    // it goes.
    invariant: 'I6 the crew of a visit that goes ahead has its time taken',
    broken: sql`
      select job.id || ' ' || crew.cleaner_id as what from job
      join job_crew as crew on crew.job_id = job.id
      left join cleaner_occupation as entry
        on entry.job_id = job.id and entry.cleaner_id = crew.cleaner_id and entry.released_at is null
        and entry.starts_at = job.starts_at and entry.ends_at = job.ends_at
      where job.status in ('confirmed', 'paid') and job.trashed_at is null and entry.id is null and job.ends_at >= ${AUDIT_BEGIN}
        and not exists (
          select from audit_entry as restored
          where restored.subject_kind = 'job' and restored.subject_id = job.id::text
            and restored.action = 'job.untrashed' and restored.at >= job.ends_at)`,
  },
];
