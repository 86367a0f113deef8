-- Visits that are over but not clocked out: without it, every visit ahead is read to find them.
create index job_unfinished on job (starts_at) include (ends_at, status)
  where stage in ('upcoming', 'in-progress') and trashed_at is null;
