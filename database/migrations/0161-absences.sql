-- A cleaner's own report that they cannot come. It sets time off at once; the office then covers their visits.
create table absence (
  id uuid not null constraint absence_pkey primary key,
  cleaner_id uuid not null constraint absence_cleaner_id_fkey references cleaner (id),
  time_off_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null constraint absence_reason_check check (reason in ('sick', 'family', 'other')),
  created_at timestamptz not null,
  -- By the cleaner, before the office had acted.
  withdrawn_at timestamptz,
  -- What the office did about it; null until then.
  cover_id uuid constraint absence_cover_id_fkey references cover (id)
);
create index absence_of_cleaner on absence (cleaner_id, ends_at);
create index absence_of_cover on absence (cover_id) where cover_id is not null;
create index absence_open on absence (ends_at) where withdrawn_at is null and cover_id is null;

create function record_absence_event() returns trigger language plpgsql as $$
begin
  insert into live_event (topic, record_id, cleaner_ids) values ('absence', new.id, array[new.cleaner_id]);
  return null;
end $$;
create trigger absence_is_live after insert or update on absence
  for each row execute function record_absence_event();
