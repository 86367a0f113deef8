-- Pictures that people have sent. The files lie in the store, in sizes that follow from the width.
create table upload (
  id uuid primary key,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  added_by uuid not null,
  created_at timestamptz not null,
  -- When all files were in the store; without it nothing may use the picture.
  stored_at timestamptz,
  -- Whose picture it is: of one thing, or of none.
  used_by_kind text,
  used_by_id uuid,
  unused_since timestamptz,
  -- From then on its files go, and at last this row.
  removed_at timestamptz,
  constraint upload_used_or_not check (
    (used_by_kind is null) = (used_by_id is null) and (used_by_id is null) = (unused_since is not null)
  ),
  constraint upload_removed_only_unused check (removed_at is null or used_by_id is null)
);
create index upload_unused on upload (unused_since) where unused_since is not null;
