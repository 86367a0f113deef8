-- Statistics for the owner: the visits of a month from one index, each customer's visits in order, visits paid after they
-- took place, hours in use, and the hours in the ledger.
drop index job_by_start;
create index job_by_start on job (starts_at, id)
  include (status, stage, job_type, amount_to_pay, hours, num_cleaners, address_area_id, ends_at, credits_used, customer_id, source)
  where trashed_at is null;
create index job_of_customer_ahead on job (customer_id, starts_at, id)
  where status in ('confirmed', 'paid') and trashed_at is null;
create index job_paid_after_start on job (paid_at) where status = 'paid' and paid_at > starts_at and trashed_at is null;
create index job_crew_clocks on job_crew (job_id) include (cleaner_id, started_at);
create index credit_use_in_use on credit_use (job_id) include (lot_id, hours) where ended_at is null;
create index ledger_entry_of_hours on ledger_entry (commodity, tx_id) include (amount)
  where account like 'customer:%' and commodity <> 'SGD';
create index ledger_tx_by_time on ledger_tx (created_at) include (id);
