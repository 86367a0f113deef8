-- What a cleaner's phone sent and the server refused: work that would be lost if the office did not hear of it.
create table refused_action (
  id uuid not null constraint refused_action_pkey primary key,
  job_id uuid not null constraint refused_action_job_id_fkey references job (id),
  cleaner_id uuid not null constraint refused_action_cleaner_id_fkey references cleaner (id),
  act text not null constraint refused_action_act_check check (act in ('start', 'finish', 'tick', 'comment', 'photo')),
  -- When it was done on the phone.
  happened_at timestamptz not null,
  -- The code of the refusal.
  refusal text not null,
  -- Of a note that was not saved.
  note text not null default '',
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid,
  constraint refused_action_once unique (job_id, cleaner_id, act, happened_at)
);
create index refused_action_open on refused_action (created_at) where resolved_at is null;
