-- What an entry of a list said each time that somebody saved, deleted or restored it. No row is ever changed or deleted.
create table site_item_version (
  id uuid primary key,
  item_id uuid not null,
  kind text not null,
  version integer not null constraint site_item_version_counts check (version >= 1),
  change text not null constraint site_item_version_change
    check (change in ('added', 'changed', 'deleted', 'restored')),
  content jsonb not null,
  position integer not null,
  -- The version that was brought back with it.
  restored_from integer,
  created_at timestamptz not null,
  created_by uuid,
  constraint site_item_version_once unique (item_id, version)
);
create index site_item_version_newest on site_item_version (created_at, id);

alter table site_item add column version integer not null default 1;
insert into site_item_version (id, item_id, kind, version, change, content, position, created_at)
  select gen_random_uuid(), id, kind, 1, 'added', content, position, updated_at from site_item;
