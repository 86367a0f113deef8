import { sql } from 'kysely';
import type { LedgerCheck } from '#features/payments/server/index.ts';

/** What jobs promise of the books. `I5` as in DOMAIN.md 7.2. */
export const jobLedgerChecks: readonly LedgerCheck[] = [
  {
    invariant: 'I5 a job that a card paid for is not waiting for payment',
    broken: sql`
      select job.id::text as what from job
      where job.status = 'pending'
        and exists (select from money_transaction as paid where paid.job_id = job.id and paid.type = 'job')`,
  },
  {
    invariant: 'I5 a paid job has a transaction',
    broken: sql`
      select job.id::text as what from job
      where job.status = 'paid' and job.series_id is null
        and not exists (select from money_transaction as paid where paid.job_id = job.id)`,
  },
];
