-- What the office and cleaners look for most, found without reading the past or everybody's plans.

-- Whether time off was written over a visit that stood: kept by hand, it would be forgotten somewhere. No visit is booked over
-- time off that stands, so only these rows can lie over one; they are few, and visits that need crew are found from them
-- alone. Judged by the diary as it is under the cleaner's lock, holds included: a visit that has left since changes nothing.
alter table time_off add column over_visits boolean not null default false;

create function time_off_is_over_visits() returns trigger language plpgsql as $$
begin
  -- An entry of the diary is at most 24 hours long, which leads the index.
  new.over_visits := exists (
    select from cleaner_occupation as entry
    where entry.cleaner_id = new.cleaner_id and entry.kind = 'job' and entry.released_at is null
      and entry.starts_at > new.starts_at - interval '24 hours'
      and entry.starts_at < new.ends_at and entry.ends_at > new.starts_at);
  return new;
end $$;

create trigger time_off_is_over_visits before insert on time_off
  for each row execute function time_off_is_over_visits();

-- `limit`, so that each row is looked up by the index, and no join of everything with everything is planned.
update time_off set over_visits = true where (
  select true from cleaner_occupation as entry
  where entry.cleaner_id = time_off.cleaner_id and entry.kind = 'job' and entry.released_at is null
    and entry.starts_at > time_off.starts_at - interval '24 hours'
    and entry.starts_at < time_off.ends_at and entry.ends_at > time_off.starts_at
  limit 1);

-- In place of all that is not over: what is inserted seldom belongs to it, so time off is written with one index less.
drop index time_off_by_end;
create index time_off_over_visits on time_off (ends_at) where over_visits and removed_at is null;

-- What is ahead of a cleaner: every visit begins here and leaves as it begins, so it does not grow with the past, but for
-- visits that were cancelled. One small index more for each place in a crew; a cleaner's plan is looked at all day.
create index job_crew_not_begun on job_crew (cleaner_id, job_id) where started_at is null;

-- What was given back of a code that is used all the time. Written only when a use is released.
create index promo_use_released on promo_use (promo_code_id, reserved_at, id) where released_at is not null;
