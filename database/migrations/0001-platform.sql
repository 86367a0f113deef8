-- What every feature stands on: sessions, idempotency, throttles, the audit trail, settings.
create extension if not exists btree_gist;

create table session (
  id uuid primary key,
  role text not null check (role in ('customer', 'cleaner', 'admin')),
  account_id uuid not null,
  stay_signed_in boolean not null,
  -- SHA-256 of the second, HttpOnly cookie; null for a client without cookies (a script).
  cookie_sha256 text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip text not null,
  user_agent text not null
);
create index session_of_account on session (role, account_id) where ended_at is null;

create table idempotency_key (
  -- Who used the key: keys of two people never meet.
  scope text not null,
  key text not null check (length(key) between 1 and 255),
  call text not null,
  request_sha256 text not null,
  status integer,
  reply text,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (scope, key)
);
create index idempotency_key_age on idempotency_key (started_at);

-- Counted things in fixed windows: how often a key was used since window_start.
create table throttle (
  key text not null,
  window_start timestamptz not null,
  window_end timestamptz not null,
  hits integer not null check (hits > 0),
  primary key (key, window_start)
);
create index throttle_age on throttle (window_end);

-- Who did what, before and after, when and from where. Rows are never changed.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null,
  actor_role text not null,
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  reason text,
  ip text not null,
  request_id text not null
);
create index audit_entry_of_subject on audit_entry (subject_kind, subject_id, at desc);
create index audit_entry_of_actor on audit_entry (actor_id, at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_entry_is_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();

-- Settings of the business that the office may change; defaults stand in the code that reads them.
create table setting (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid
);

-- The sandbox twins' own memory. Nothing outside platform/server/sandbox reads it.
create schema sandbox;
create table sandbox.clock (only_row boolean primary key default true check (only_row), offset_ms bigint not null);
create table sandbox.message (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  subject text,
  body text not null,
  sent_at timestamptz not null
);
create index sandbox_message_newest on sandbox.message (recipient, sent_at desc);
create table sandbox.stripe_object (
  id text primary key,
  kind text not null,
  body jsonb not null,
  created_at timestamptz not null
);
create index sandbox_stripe_object_kind on sandbox.stripe_object (kind, created_at desc);
create table sandbox.stripe_reply (
  idempotency_key text primary key,
  path text not null,
  request_sha256 text not null,
  status integer not null,
  body jsonb not null
);
create table sandbox.calendar_event (id text primary key, body jsonb not null, deleted_at timestamptz);
