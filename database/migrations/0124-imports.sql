-- Imports of customers and cleaners from a file: one batch per file, one row per person in it.
create table import_batch (
  id uuid not null constraint import_batch_pkey primary key,
  kind text not null constraint import_batch_kind_check check (kind in ('customers', 'cleaners')),
  source text not null
    constraint import_batch_source_check check (source in ('kemas', 'jobber', 'bookingkoala', 'other')),
  filename text not null,
  -- People that the dry run found new.
  total integer not null constraint import_batch_total_check check (total > 0),
  created integer not null default 0,
  skipped integer not null default 0,
  removed integer not null default 0,
  -- Null: rows may still come.
  ended_at timestamptz,
  cancelled boolean not null default false,
  undone_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint import_batch_counts_check check (created + skipped <= total and removed <= created)
);
create index import_batch_by_age on import_batch (created_at, id);

create table import_row (
  batch_id uuid not null constraint import_row_batch_id_fkey references import_batch (id),
  -- As a spreadsheet numbers it: the header is row 1.
  row_number integer not null,
  -- `kept`: created, and an undo could not remove it.
  outcome text not null
    constraint import_row_outcome_check check (outcome in ('created', 'skipped', 'removed', 'kept')),
  customer_id uuid constraint import_row_customer_id_fkey references customer (id) on delete set null,
  cleaner_id uuid constraint import_row_cleaner_id_fkey references cleaner (id) on delete set null,
  -- Why it was skipped or kept, without personal data.
  reason text not null,
  constraint import_row_pkey primary key (batch_id, row_number)
);
create index import_row_of_customer on import_row (customer_id) where customer_id is not null;
create index import_row_of_cleaner on import_row (cleaner_id) where cleaner_id is not null;

create trigger import_batch_is_live after insert or update on import_batch
  for each row execute function record_live_event('import');
