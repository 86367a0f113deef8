-- The office sorts its jobs by crew: by the name of the first cleaner, as lists show it. Empty without a crew.
alter table job add column crew_name text not null default '';

create function shown_name(cleaner) returns text language sql immutable as $$
  select coalesce(nullif($1.display_name, ''), $1.firstname || ' ' || $1.lastname)
$$;

create function job_crew_name_follows_crew() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update job set crew_name = '' where id = old.job_id;
  else
    update job set crew_name = shown_name(cleaner) from cleaner
    where job.id = new.job_id and cleaner.id = new.cleaner_id;
  end if;
  return null;
end $$;

create trigger job_crew_name_follows_new_crew after insert or update of place, cleaner_id on job_crew
  for each row when (new.place = 1) execute function job_crew_name_follows_crew();
create trigger job_crew_name_follows_old_crew after delete on job_crew
  for each row when (old.place = 1) execute function job_crew_name_follows_crew();

create function job_crew_name_follows_cleaner() returns trigger language plpgsql as $$
begin
  update job set crew_name = shown_name(new)
  where id in (select job_id from job_crew where cleaner_id = new.id and place = 1);
  return null;
end $$;

create trigger job_crew_name_follows_cleaner after update of firstname, lastname, display_name on cleaner
  for each row when (shown_name(old) <> shown_name(new)) execute function job_crew_name_follows_cleaner();

update job set crew_name = shown_name(cleaner)
from job_crew join cleaner on cleaner.id = job_crew.cleaner_id
where job_crew.job_id = job.id and job_crew.place = 1;

create index job_by_crew on job (crew_name, starts_at, id) include (status) where trashed_at is null;
