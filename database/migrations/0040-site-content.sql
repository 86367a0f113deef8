-- What the office writes on the site. A block is replaced by its next version; none is ever changed or deleted.
create table site_block_version (
  id uuid primary key,
  block text not null,
  version integer not null constraint site_block_version_counts check (version >= 1),
  content jsonb not null,
  -- The version that was brought back with it.
  restored_from integer,
  created_at timestamptz not null,
  created_by uuid,
  constraint site_block_version_once unique (block, version)
);

-- What the office has begun and not yet shown: one for each block.
create table site_block_draft (
  block text primary key,
  content jsonb not null,
  -- The version it was begun from.
  based_on integer not null,
  saved_at timestamptz not null,
  saved_by uuid
);

-- Testimonials, service options, scope of work: lists of at most 200.
create table site_item (
  id uuid primary key,
  kind text not null constraint site_item_kind check (kind in ('testimonials', 'service-options', 'scope-of-work')),
  position integer not null,
  content jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index site_item_in_order on site_item (kind, position, id);
