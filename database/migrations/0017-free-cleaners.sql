-- Who is free for one visit, and how busy a few cleaners are, answered by indexes alone.

create index cleaner_week_by_day on cleaner_week (weekday) include (cleaner_id, shifts) where available;

drop index cleaner_occupation_of_cleaner;
create index cleaner_occupation_of_cleaner on cleaner_occupation (cleaner_id, starts_at)
  include (ends_at, kind, job_id, postal, held_until)
  where released_at is null;

create index time_off_of_cleaner_by_end on time_off (cleaner_id, ends_at) where removed_at is null;
