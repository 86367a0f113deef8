-- What was done about the visits of a cleaner who could not come.
create table cover (
  id uuid not null constraint cover_pkey primary key,
  cleaner_id uuid not null constraint cover_cleaner_id_fkey references cleaner (id),
  -- Set together with it; null if she already had time off.
  time_off_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  undo_until timestamptz not null,
  undone_at timestamptz
);
create index cover_of_cleaner on cover (cleaner_id);

create table cover_visit (
  id uuid not null constraint cover_visit_pkey primary key,
  cover_id uuid not null constraint cover_visit_cover_id_fkey references cover (id),
  job_id uuid not null constraint cover_visit_job_id_fkey references job (id),
  choice jsonb not null,
  state text not null constraint cover_visit_state_check
    check (state in ('open', 'waiting', 'done', 'failed', 'undone')),
  detail text not null,
  -- Crews as they were before, by job: that of this visit, and of the one with which it swaps.
  crews jsonb not null,
  starts_at timestamptz not null,
  -- Versions of these jobs afterwards; an undo leaves what was changed since.
  versions jsonb not null,
  -- The start times offered to the customer.
  offers jsonb not null,
  chosen text,
  constraint cover_visit_once unique (cover_id, job_id)
);
create index cover_visit_of_job on cover_visit (job_id);
