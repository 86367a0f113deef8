-- Changing and cancelling a series after it was booked, and offering to go on before it ends.

-- Visits that were called off together name the one from which on: asked again, the call replies the same.
alter table job_cancellation add column first_job_id uuid references job;
create index job_cancellation_together on job_cancellation (first_job_id) where first_job_id is not null;

-- A series that ends soon: its customer was told of it, and perhaps wants to hear no more of it.
create table series_renewal (
  series_id uuid primary key references job_series,
  offered_at timestamptz not null,
  declined_at timestamptz
);

-- Series that end soon are found by their visits of a few days.
create index job_of_series_by_start on job (starts_at, series_id)
  where series_id is not null and status = 'paid' and trashed_at is null;
