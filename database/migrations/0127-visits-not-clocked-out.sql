-- Only visits that go ahead: cancelled and expired jobs keep their stage, and there are more of them every year.
drop index job_unfinished;
create index job_unfinished on job (starts_at) include (ends_at)
  where stage in ('upcoming', 'in-progress') and status in ('confirmed', 'paid') and trashed_at is null;
