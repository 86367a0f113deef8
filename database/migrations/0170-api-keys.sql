-- Keys with which other systems call the API: features/office/api-keys.
create table api_key (
  id uuid not null constraint api_key_pkey primary key,
  name text not null,
  office_role text not null
    constraint api_key_office_role_check check (office_role in ('office', 'dispatcher', 'accountant', 'read-only')),
  -- SHA-256 in hex. A key has 256 random bits, so nobody can find it from its hash.
  hash text not null constraint api_key_hash_key unique,
  last4 text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  -- Null: it works until it is revoked.
  expires_at timestamptz,
  -- Rounded to the minute.
  last_used_at timestamptz,
  last_used_from text not null default '',
  revoked_at timestamptz,
  revoked_by uuid,
  constraint api_key_revoked_check check ((revoked_at is null) = (revoked_by is null))
);
create index api_key_by_age on api_key (created_at, id);

-- Not for each use: open screens would read the list again every minute.
create trigger api_key_is_live after insert or update of revoked_at on api_key
  for each row execute function record_live_event('api-key');
