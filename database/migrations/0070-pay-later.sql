-- The office may let a customer pay later: the booking is confirmed, and what holds it does not end until it is paid.
alter table job drop constraint job_status_check;
alter table job add constraint job_status_check
  check (status in ('pending', 'confirmed', 'paid', 'expired', 'cancelled'));
alter table job drop constraint job_pending_is_held;
alter table job add constraint job_unpaid_is_held check (status not in ('pending', 'confirmed') or hold_id is not null);

-- The day by which the customer is to pay, in business time; null while the hold ends by itself.
alter table job_hold add column due_on date;

-- What is owed, for the list of the office: few jobs at any time.
create index job_owed on job (starts_at) where status = 'confirmed';

drop index job_of_series_by_start;
create index job_of_series_by_start on job (starts_at, series_id)
  where series_id is not null and status in ('confirmed', 'paid') and trashed_at is null;
