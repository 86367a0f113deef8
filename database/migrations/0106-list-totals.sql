-- The totals below the office's lists of jobs and transactions are summed from indexes alone.
create index job_by_start_with_sums on job (starts_at, id)
  include (status, stage, job_type, amount_to_pay, hours, num_cleaners, address_area_id)
  where trashed_at is null;
drop index job_by_start;
alter index job_by_start_with_sums rename to job_by_start;

create index money_transaction_by_creation_with_sums on money_transaction (created_at, id)
  include (type, method, total)
  where trashed_at is null;
drop index money_transaction_by_creation;
alter index money_transaction_by_creation_with_sums rename to money_transaction_by_creation;
