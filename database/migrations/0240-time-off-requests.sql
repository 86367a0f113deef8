-- Time off that cleaners ask for in their app; it counts only once the office has accepted it.
create table time_off_request (
  id uuid not null constraint time_off_request_pkey primary key,
  cleaner_id uuid not null constraint time_off_request_cleaner_id_fkey references cleaner (id),
  first_day date not null,
  last_day date not null,
  note text not null,
  created_at timestamptz not null,
  -- By the cleaner, before the office had decided.
  withdrawn_at timestamptz,
  decided_at timestamptz,
  decided_by uuid,
  -- Of an accepted request; null for a declined one.
  time_off_id uuid,
  constraint time_off_request_days_check check (first_day <= last_day),
  constraint time_off_request_end_check check (withdrawn_at is null or decided_at is null),
  constraint time_off_request_time_off_check check (time_off_id is null or decided_at is not null)
);
create index time_off_request_of_cleaner on time_off_request (cleaner_id, last_day);
create index time_off_request_open on time_off_request (last_day) where withdrawn_at is null and decided_at is null;

create function record_time_off_request_event() returns trigger language plpgsql as $$
begin
  insert into live_event (topic, record_id, cleaner_ids)
  values ('time-off-request', new.id, array[new.cleaner_id]);
  return null;
end $$;
create trigger time_off_request_is_live after insert or update on time_off_request
  for each row execute function record_time_off_request_event();
