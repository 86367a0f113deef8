-- Time that the office keeps free of visits for many cleaners at once: a training day, a stocktaking.
create table block_booking (
  id uuid primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  description text not null,
  -- The one kind of visit that it keeps away; empty for all.
  only_job_type text not null,
  cleaner_type text not null constraint block_booking_cleaner_type check (cleaner_type in ('all', 'selected')),
  created_at timestamptz not null,
  created_by uuid,
  removed_at timestamptz,
  constraint block_booking_bounds check (starts_at < ends_at)
);
create index block_booking_by_start on block_booking (starts_at, id);
create index block_booking_by_end on block_booking (ends_at, id);
create index block_booking_by_creation on block_booking (created_at, id);
create index block_booking_by_description on block_booking (description, id);
create index block_booking_by_job_type on block_booking (only_job_type, id);
create index block_booking_words on block_booking using gin ((' ' || description) gin_trgm_ops);

-- A cleaner's part of one.
alter table time_off add column block_id uuid references block_booking;
alter table time_off drop column cleaner_type;
create index time_off_of_block on time_off (block_id) where block_id is not null;
