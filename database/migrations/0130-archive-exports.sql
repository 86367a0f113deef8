-- Exports of everything into one file, which owners download: features/office/archive.
create table archive_export (
  id uuid not null constraint archive_export_pkey primary key,
  state text not null
    constraint archive_export_state_check
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'removed')),
  -- The file in the archive that is being written.
  path text not null default '',
  rows bigint not null default 0,
  of_rows bigint not null default 0,
  pictures bigint not null default 0,
  of_pictures bigint not null default 0,
  -- Written so far.
  bytes bigint not null default 0,
  -- The file is stored in parts. Counted before each is written, so that none is left behind.
  parts integer not null default 0,
  -- Why it failed, for the office.
  failure text not null default '',
  -- By the database's clock: the process that writes it was alive then.
  beat_at timestamptz not null default now(),
  started_by uuid not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint archive_export_ended_check check ((ended_at is null) = (state in ('waiting', 'running')))
);
create unique index archive_export_one_at_a_time on archive_export ((true)) where state in ('waiting', 'running');
create index archive_export_by_age on archive_export (created_at, id);

create trigger archive_export_is_live after insert or update on archive_export
  for each row execute function record_live_event('export');
