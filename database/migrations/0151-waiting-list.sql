-- Customers who wait for a day that is full.
create table waiting_entry (
  id uuid not null constraint waiting_entry_pkey primary key,
  customer_id uuid not null constraint waiting_entry_customer_id_fkey references customer (id),
  address_id uuid not null constraint waiting_entry_address_id_fkey references customer_address (id),
  package_id uuid not null constraint waiting_entry_package_id_fkey references package (id),
  day date not null,
  part text not null constraint waiting_entry_part_check check (part in ('any', 'morning', 'afternoon')),
  -- Null: the package's own.
  hours numeric(6, 1),
  num_cleaners integer,
  -- Only times at which this cleaner is free are offered; null: anyone.
  cleaner_id uuid constraint waiting_entry_cleaner_id_fkey references cleaner (id),
  require_cleaning_supplies boolean not null,
  special_requests text not null,
  contact_details text not null,
  state text not null constraint waiting_entry_state_check
    check (state in ('waiting', 'offered', 'booked', 'passed', 'declined', 'withdrawn', 'closed')),
  -- The booking that was offered; null once it is purged unpaid.
  job_id uuid constraint waiting_entry_job_id_fkey references job (id) on delete set null,
  created_at timestamptz not null,
  -- When the state last changed.
  changed_at timestamptz not null,
  -- When free times are next looked for, if nothing is freed before.
  check_at timestamptz not null
);
create unique index waiting_entry_once on waiting_entry (customer_id, day, package_id)
  where state in ('waiting', 'offered');
-- The line of a day, first come first.
create index waiting_entry_in_line on waiting_entry (day, created_at, id) where state in ('waiting', 'offered');
create index waiting_entry_by_day on waiting_entry (day, created_at, id);
create index waiting_entry_by_age on waiting_entry (created_at, id);
create index waiting_entry_of_customer on waiting_entry (customer_id);
create index waiting_entry_of_address on waiting_entry (address_id);
create index waiting_entry_of_package on waiting_entry (package_id);
create index waiting_entry_of_cleaner on waiting_entry (cleaner_id) where cleaner_id is not null;
create index waiting_entry_of_job on waiting_entry (job_id) where job_id is not null;

create trigger waiting_entry_is_live after insert or update on waiting_entry
  for each row execute function record_live_event('waiting-list');
