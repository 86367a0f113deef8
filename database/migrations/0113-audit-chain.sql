-- The audit trail as a hash chain, docs/decisions/0027-audit-chain.md: a changed, missing, added or reordered entry is
-- detected by `npm run verify:audit`.

-- Hashed with the values of an entry and replaced when they are erased, so that nobody can find erased values by trying.
alter table audit_entry add column salt uuid not null default gen_random_uuid();

-- What is not in the chain yet, in the order of writing. A cron job seals it.
create table audit_unsealed (
  id bigint generated always as identity,
  -- `entry`: a new entry. `erasure`: values of an entry were erased. `purge`: entries older than `at` were deleted.
  kind text not null,
  entry_id uuid,
  at timestamptz,
  constraint audit_unsealed_pkey primary key (id),
  constraint audit_unsealed_kind_check check (
    kind in ('entry', 'erasure') and entry_id is not null and at is null
    or kind = 'purge' and entry_id is null and at is not null)
);
create index audit_unsealed_of_entry on audit_unsealed (entry_id);

-- Append-only, and kept after the entries are deleted. It has no personal data.
create table audit_link (
  -- Without gaps, from 1.
  seq bigint not null,
  kind text not null,
  entry_id uuid,
  -- The entry's time; of a purge, its limit.
  at timestamptz not null,
  -- The app's time, the same for all links of one run.
  sealed_at timestamptz not null,
  -- SHA-256 of what never changes in the entry, and of the values that can be erased.
  facts bytea not null,
  content bytea not null,
  -- SHA-256 of the previous link's hash and this link.
  hash bytea not null,
  constraint audit_link_pkey primary key (seq),
  constraint audit_link_kind_check check (kind in ('entry', 'erasure', 'purge') and (kind = 'purge') = (entry_id is null))
);
create index audit_link_of_entry on audit_link (entry_id, seq);
create trigger audit_link_is_append_only before update or delete or truncate on audit_link
  for each statement execute function refuse_change();

-- One row: the last link. Sealing locks it.
create table audit_head (
  only_row boolean not null default true,
  seq bigint not null,
  hash bytea not null,
  constraint audit_head_pkey primary key (only_row),
  constraint audit_head_only_row_check check (only_row)
);
insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

-- The daily checks of the whole chain.
create table audit_check (
  id uuid not null,
  at timestamptz not null,
  entries bigint not null,
  seq bigint not null,
  hash bytea not null,
  -- The first broken entry and what is wrong with it; null if nothing is.
  problem text,
  constraint audit_check_pkey primary key (id)
);
create index audit_check_by_age on audit_check (at);

create function queue_audit_entry() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (kind, entry_id) values ('entry', new.id);
  return null;
end $$;
create trigger audit_entry_is_queued after insert on audit_entry for each row execute function queue_audit_entry();

create function queue_audit_erasure() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (kind, entry_id) values ('erasure', new.id);
  return null;
end $$;
create trigger audit_entry_erasure_is_queued after update on audit_entry
  for each row execute function queue_audit_erasure();

-- As before, and an erasure replaces the salt.
create or replace function guard_audit_entry() returns trigger language plpgsql as $$
declare
  erasable constant text[] := '{before,after,reason,ip,salt}';
begin
  if current_setting('kemas.retention', true) is distinct from 'on' then
    raise exception 'audit_entry is append-only' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if to_jsonb(new) - erasable is distinct from to_jsonb(old) - erasable
    or is_erased(old.before, new.before) is not true
    or is_erased(old.after, new.after) is not true
    or new.reason is distinct from old.reason and (old.reason is null or new.reason is distinct from '')
    or new.ip not in (old.ip, '')
  then
    raise exception 'Values of an audit_entry can only be erased' using errcode = 'restrict_violation';
  end if;
  new.salt := gen_random_uuid();
  return new;
end $$;

-- The entries until now become the beginning of the chain.
insert into audit_unsealed (kind, entry_id) select 'entry', id from audit_entry order by at, id;

-- The office's list of entries, by action.
create index audit_entry_of_action on audit_entry (action, at desc);

create trigger audit_entry_is_live after insert on audit_entry
  for each row execute function record_live_event('audit');
