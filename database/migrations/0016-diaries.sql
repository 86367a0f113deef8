-- Diaries at the size of a large company: what the rule needs of a day's jobs lies in one index, and time off is found by
-- when it is, however long.

drop index cleaner_occupation_by_start;
create index cleaner_occupation_by_start on cleaner_occupation (starts_at)
  include (ends_at, cleaner_id, job_id, postal, held_until)
  where released_at is null and kind = 'job';

create index time_off_by_time on time_off using gist (tstzrange(starts_at, ends_at)) where removed_at is null;
