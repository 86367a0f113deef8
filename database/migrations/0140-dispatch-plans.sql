-- Plans of a day's crews: calculated in the background, accepted in whole or in part, and undone.
create table dispatch_plan (
  id uuid not null constraint dispatch_plan_pkey primary key,
  day date not null,
  kind text not null
    constraint dispatch_plan_kind_check check (kind in ('fill', 'improve', 'cleaner-away', 'extra-cleaner')),
  cleaner_id uuid constraint dispatch_plan_cleaner_id_fkey references cleaner (id) on delete cascade,
  -- `stopped`: by someone, with the best plan found until then, or because its process ended, without one.
  state text not null
    constraint dispatch_plan_state_check check (state in ('running', 'ready', 'stopped', 'failed')),
  -- From 0 to 1.
  progress double precision not null default 0
    constraint dispatch_plan_progress_check check (progress between 0 and 1),
  stop_requested boolean not null default false,
  -- What the day costs before and after; null until there is a plan.
  summary jsonb,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dispatch_plan_away_check check ((kind = 'cleaner-away') = (cleaner_id is not null))
);
create index dispatch_plan_by_age on dispatch_plan (created_at);
create index dispatch_plan_of_cleaner on dispatch_plan (cleaner_id) where cleaner_id is not null;
-- A plan takes a whole core, and the server has few.
create unique index dispatch_plan_one_running on dispatch_plan ((true)) where state = 'running';

-- A visit that a plan changes, or cannot serve.
create table dispatch_plan_visit (
  plan_id uuid not null
    constraint dispatch_plan_visit_plan_id_fkey references dispatch_plan (id) on delete cascade,
  job_id uuid not null constraint dispatch_plan_visit_job_id_fkey references job (id) on delete cascade,
  starts_at timestamptz not null,
  -- By position.
  crew_before uuid[] not null,
  -- Null: nobody can come, for the reasons in `details`.
  crew_after uuid[],
  -- Visits of one number take cleaners from each other, so they change together.
  change_group integer not null,
  details jsonb not null,
  -- Null: not decided. `not-undone`: it stays as planned.
  outcome text
    constraint dispatch_plan_visit_outcome_check check (outcome in ('accepted', 'refused', 'undone', 'not-undone')),
  -- Why it was refused or could not be undone.
  reason text not null default '',
  constraint dispatch_plan_visit_pkey primary key (plan_id, job_id)
);
create index dispatch_plan_visit_of_job on dispatch_plan_visit (job_id);

create trigger dispatch_plan_is_live after insert or update on dispatch_plan
  for each row execute function record_live_event('dispatch');
