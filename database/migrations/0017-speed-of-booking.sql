-- Indexes that alone answer what bookings and lists of jobs ask most.

create index cleaner_week_by_day on cleaner_week (weekday) include (cleaner_id, shifts) where available;

drop index cleaner_occupation_of_cleaner;
create index cleaner_occupation_of_cleaner on cleaner_occupation (cleaner_id, starts_at)
  include (ends_at, kind, job_id, postal, held_until)
  where released_at is null;

create index time_off_of_cleaner_by_end on time_off (cleaner_id, ends_at) where removed_at is null;

-- What is counted most: jobs by status, and those of a stage.
drop index job_count;
create index job_count on job (status, stage) where trashed_at is null;

-- How much of a checklist is ticked, for each row of a list of jobs.
create index job_checklist_item_counts on job_checklist_item (job_id) include (done_at);
