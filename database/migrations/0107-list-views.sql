-- Lists of the office that admins have saved under a name: filters, order and columns.
create table list_view (
  id uuid primary key,
  admin_id uuid not null references admin (id),
  -- The list's address: /admin/jobs.
  list text not null check (char_length(list) <= 60),
  name text not null check (char_length(name) between 1 and 60),
  -- The parameters of the list's address.
  query text not null check (char_length(query) <= 1000),
  columns text[] not null check (cardinality(columns) <= 40),
  -- Everyone in the office may use it.
  shared boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index list_view_name on list_view (admin_id, list, lower(name));
create index list_view_shared on list_view (list) where shared;
