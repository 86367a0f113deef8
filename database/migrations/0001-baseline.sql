-- The schema of Kemas 0.1.0: one section for each feature, in the order of features/order.ts, under the names of
-- database/owners.ts. A change after 0.1.0 is the next file (database/README.md); database/schema.sql has the result of all.
-- What an index of a large table gains is in docs/performance.md.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- For tables whose rows never change.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Text as lists search it: lower case, without accents, one kind of apostrophe, full-width characters as plain ones, the
-- wildcards of LIKE as dashes. What is not ASCII is written as octal bytes (`王` is `x347x216x213`): pg_trgm takes no
-- trigrams from other letters where the database's locale is C.
create function search_text(text) returns text
  language sql immutable parallel safe
  return case
    when octet_length($1) = length($1) then lower(translate($1, '`%_\', '''---'))
    else translate(
      encode(
        decode(
          lower(
            translate(
              regexp_replace(
                regexp_replace(normalize($1, NFKD), '[\u0300-\u036f\u00ad\u200b]', '', 'g'),
                '[\u2018\u2019\u02bc]', '''', 'g'
              ),
              U&'`%_\\\0111\0110\00F8\00D8\0142\0141', '''---dDoOlL'
            )
          ),
          'escape'
        ),
        'escape'
      ),
      '\',
      'x'
    )
  end;

-- A record with these fields set to null, or all of them where `fields` is null. The names of the fields stay.
create function erase_fields(record jsonb, fields text[]) returns jsonb language sql immutable as $$
  select case
    when record is null then null
    when jsonb_typeof(record) = 'object' then (
      select coalesce(
        jsonb_object_agg(key, case when fields is null or key = any(fields) then 'null'::jsonb else value end), '{}')
      from jsonb_each(record))
    when fields is null then 'null'::jsonb
    else record
  end
$$;

-- Whether `changed` is `record` with nothing but some values set to null.
create function is_erased(record jsonb, changed jsonb) returns boolean language sql immutable as $$
  select case
    when record is not distinct from changed then true
    when jsonb_typeof(record) = 'object' then not exists (
      select from jsonb_each(record) as old full join jsonb_each(changed) as new using (key)
      where old.value is null or new.value is null or (new.value <> old.value and new.value <> 'null'))
    else record is not null and changed = 'null'
  end
$$;

-- What changed, for the screens that are open: see live_event. For records with an id; the argument is the topic.
create function record_live_event() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  insert into live_event (topic, record_id, customer_id)
  values (tg_argv[0], (changed ->> 'id')::uuid, (changed ->> 'customer_id')::uuid);
  return null;
end $$;

-- ==== platform ====

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
  user_agent text not null,
  -- Who vouched for the person, where they showed neither code nor password here: `facebook`.
  vouched_by text,
  -- The role of its admin when it began: the session ends when that changes.
  office_role text,
  -- When its holder last proved who they are (a code or their password) after signing in; null if only then.
  proven_at timestamptz,
  constraint session_office_role_check check ((role = 'admin') = (office_role is not null))
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

-- What changed, for the screens that are open: platform/server/live. Triggers write it, so that no use case, task or cron
-- job can forget to. An event names the record and the people who may see it, never its content: screens read that again.
create table live_event (
  id bigint generated always as identity primary key,
  -- The database's time, which only the retention of this table uses.
  at timestamptz not null default now(),
  topic text not null,
  record_id uuid,
  customer_id uuid,
  cleaner_ids uuid[] not null default '{}'
);
create index live_event_by_age on live_event (at);

create function notify_live_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_event', json_build_object('id', new.id, 'topic', new.topic, 'recordID', new.record_id,
    'customerID', new.customer_id, 'cleanerIDs', new.cleaner_ids)::text);
  return null;
end $$;
create trigger live_event_notifies after insert on live_event for each row execute function notify_live_event();

-- Settings of the business that the office may change; defaults are in the code that reads them.
create table setting (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid
);
create trigger setting_is_live after insert or update on setting
  for each row execute function record_live_event('setting');

-- Who did what, before and after, when and from where. The audit trail is a hash chain,
-- docs/decisions/0027-audit-chain.md: `npm run verify:audit` detects a changed, missing, added or reordered entry.
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
  request_id text not null,
  -- Hashed with the values of an entry and replaced when they are erased, so that nobody can find erased values by trying.
  salt uuid not null default gen_random_uuid()
);
create index audit_entry_of_subject on audit_entry (subject_kind, subject_id, at desc);
create index audit_entry_of_actor on audit_entry (actor_id, at desc);
create index audit_entry_by_age on audit_entry (at);
-- The office's list of entries, by action.
create index audit_entry_of_action on audit_entry (action, at desc);

-- Append-only, except in a transaction that has set kemas.retention to 'on' (platform/server/retention.ts): the values of
-- closed accounts are erased, and old entries deleted. An erasure replaces the salt.
create function guard_audit_entry() returns trigger language plpgsql as $$
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

create function queue_audit_entry() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (kind, entry_id) values ('entry', new.id);
  return null;
end $$;

create function queue_audit_erasure() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (kind, entry_id) values ('erasure', new.id);
  return null;
end $$;
create trigger audit_entry_is_append_only before truncate on audit_entry
  for each statement execute function refuse_change();
create trigger audit_entry_guard before update or delete on audit_entry
  for each row execute function guard_audit_entry();
create trigger audit_entry_is_queued after insert on audit_entry for each row execute function queue_audit_entry();
create trigger audit_entry_erasure_is_queued after update on audit_entry
  for each row execute function queue_audit_erasure();
create trigger audit_entry_is_live after insert on audit_entry
  for each row execute function record_live_event('audit');

-- Audit entries that are not in the chain yet, in the order of writing. A cron job seals them.
create table audit_unsealed (
  id bigint generated always as identity primary key,
  -- `entry`: a new entry. `erasure`: values of an entry were erased. `purge`: entries older than `at` were deleted.
  kind text not null,
  entry_id uuid,
  at timestamptz,
  constraint audit_unsealed_kind_check check (
    kind in ('entry', 'erasure') and entry_id is not null and at is null
    or kind = 'purge' and entry_id is null and at is not null)
);
create index audit_unsealed_of_entry on audit_unsealed (entry_id);

-- The chain. Append-only, and kept after the entries are deleted. It has no personal data.
create table audit_link (
  -- Without gaps, from 1.
  seq bigint primary key,
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
  constraint audit_link_kind_check check (kind in ('entry', 'erasure', 'purge') and (kind = 'purge') = (entry_id is null))
);
create index audit_link_of_entry on audit_link (entry_id, seq);
create trigger audit_link_is_append_only before update or delete or truncate on audit_link
  for each statement execute function refuse_change();

-- One row: the last link. Sealing locks it.
create table audit_head (
  only_row boolean primary key default true constraint audit_head_only_row_check check (only_row),
  seq bigint not null,
  hash bytea not null,
  -- The time of a sealing run that has not sealed everything yet: the next process that seals continues it. Otherwise a
  -- second process would begin another run in the middle, and what was waiting would look as if it had been added
  -- afterwards.
  open_run_at timestamptz
);
insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

-- The daily checks of the whole chain.
create table audit_check (
  id uuid primary key,
  at timestamptz not null,
  entries bigint not null,
  seq bigint not null,
  hash bytea not null,
  -- The first broken entry and what is wrong with it; null if nothing is.
  problem text
);
create index audit_check_by_age on audit_check (at);

-- What the office did about a contact request or an application: it came into another state, or was replied to.
create table inbox_step (
  id uuid primary key,
  subject_kind text not null,
  subject_id uuid not null,
  state text,
  reply text,
  at timestamptz not null,
  by_id uuid,
  constraint inbox_step_does_one check ((state is null) <> (reply is null))
);
create index inbox_step_of_subject on inbox_step (subject_id, at, id);

-- What leaves by e-mail and SMS: one row a message, from the transaction that announces it to what became of it.
create table message (
  id uuid primary key,
  -- What it is about: `visit-booked`, `code`; see features/messages/messages/rules/kinds.ts.
  kind text not null,
  channel text not null constraint message_channel check (channel in ('sms', 'email')),
  -- A mobile or an e-mail address; empty once the person is forgotten.
  recipient text not null,
  -- Not checked against their tables: a message must not wait for a lock on the person.
  customer_id uuid,
  cleaner_id uuid,
  -- The job, and the version of it that the message knows.
  job_id uuid,
  job_version integer,
  -- Under which a later message takes it back while it has not left.
  key text,
  -- Unused. It goes once exports from before 0.1.0 need not be imported any more: docs/decisions/0033-one-baseline.md
  note jsonb,
  -- What it is written from when it leaves; null where the sender has written it already.
  data jsonb,
  language text,
  subject text,
  -- As it left, without the fragments of links, which act without signing in. Kept only of what is written from `data`:
  -- codes, gifts and links are nobody's to read again.
  body text,
  state text not null constraint message_state
    check (state in ('held', 'queued', 'sending', 'sent', 'delivered', 'failed', 'superseded')),
  attempts integer not null,
  -- Why it has not left, in words for the office; empty otherwise.
  failure text not null,
  -- The message that this one repeats.
  repeats uuid,
  due_at timestamptz not null,
  not_after timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- As the SMS gateway reports it after it took the message.
  delivered_at timestamptz,
  constraint message_of_version check ((job_id is null) = (job_version is null)),
  -- A message that left can fail on its way: when it left stays.
  constraint message_sent check (
    case when state in ('sent', 'delivered') then sent_at is not null else sent_at is null or state = 'failed' end),
  constraint message_delivered check ((delivered_at is not null) = (state = 'delivered'))
);
create index message_held on message (due_at, id) where state = 'held';
create index message_unsent on message (key) where key is not null and state in ('held', 'queued');
create index message_of_job on message (job_id, created_at, id) where job_id is not null;
create index message_of_customer on message (customer_id, created_at, id) where customer_id is not null;
create index message_of_cleaner on message (cleaner_id) where cleaner_id is not null;
create index message_to on message (recipient, created_at, id);
create index message_by_age on message (created_at, id);
-- The office looks for messages that could not be delivered and have not been sent again.
create index message_undelivered on message (created_at, id) where state = 'failed';
create index message_repeats on message (repeats) where repeats is not null;
-- The message log can be searched.
create index message_words on message using gin (
  search_text(' ' || recipient) gin_trgm_ops,
  search_text(' ' || subject) gin_trgm_ops,
  search_text(' ' || body) gin_trgm_ops);
create trigger message_is_live after insert or update on message
  for each row execute function record_live_event('message');

-- When each cron job last ended well, by the database's clock: readiness and the health check look at the newest.
create table cron_run (
  name text primary key,
  completed_at timestamptz not null
);

-- ==== uploads ====

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

-- ==== places ====

-- Singapore's map for operations: five regions, 28 postal districts (areas), 81 sectors, public holidays.
-- Sources: two public lists of sectors that agree; regions and centroids are our own approximations.
create table region (
  id uuid primary key,
  name text not null unique
);
insert into region (id, name) values
  ('01900000-0000-7000-8000-000000000101', 'Central'),
  ('01900000-0000-7000-8000-000000000102', 'West'),
  ('01900000-0000-7000-8000-000000000103', 'East'),
  ('01900000-0000-7000-8000-000000000104', 'North-East'),
  ('01900000-0000-7000-8000-000000000105', 'North');

create table area (
  id uuid primary key,
  district text not null unique check (district ~ '^\d\d$'),
  name text not null,
  region_id uuid not null references region,
  latitude double precision not null,
  longitude double precision not null
);
insert into area (id, district, name, region_id, latitude, longitude) values
  ('01900000-0000-7000-8000-000000000201', '01', 'Raffles Place, Cecil, Marina, People''s Park', '01900000-0000-7000-8000-000000000101', 1.284, 103.851),
  ('01900000-0000-7000-8000-000000000202', '02', 'Anson, Tanjong Pagar', '01900000-0000-7000-8000-000000000101', 1.2765, 103.8455),
  ('01900000-0000-7000-8000-000000000203', '03', 'Queenstown, Tiong Bahru', '01900000-0000-7000-8000-000000000101', 1.289, 103.813),
  ('01900000-0000-7000-8000-000000000204', '04', 'Telok Blangah, Harbourfront', '01900000-0000-7000-8000-000000000101', 1.27, 103.817),
  ('01900000-0000-7000-8000-000000000205', '05', 'Pasir Panjang, Hong Leong Garden, Clementi New Town', '01900000-0000-7000-8000-000000000102', 1.305, 103.769),
  ('01900000-0000-7000-8000-000000000206', '06', 'High Street, Beach Road (part)', '01900000-0000-7000-8000-000000000101', 1.292, 103.8515),
  ('01900000-0000-7000-8000-000000000207', '07', 'Middle Road, Golden Mile', '01900000-0000-7000-8000-000000000101', 1.301, 103.8585),
  ('01900000-0000-7000-8000-000000000208', '08', 'Little India', '01900000-0000-7000-8000-000000000101', 1.309, 103.854),
  ('01900000-0000-7000-8000-000000000209', '09', 'Orchard, Cairnhill, River Valley', '01900000-0000-7000-8000-000000000101', 1.302, 103.835),
  ('01900000-0000-7000-8000-000000000210', '10', 'Ardmore, Bukit Timah, Holland Road, Tanglin', '01900000-0000-7000-8000-000000000101', 1.315, 103.807),
  ('01900000-0000-7000-8000-000000000211', '11', 'Watten Estate, Novena, Thomson', '01900000-0000-7000-8000-000000000101', 1.323, 103.836),
  ('01900000-0000-7000-8000-000000000212', '12', 'Balestier, Toa Payoh, Serangoon', '01900000-0000-7000-8000-000000000101', 1.331, 103.852),
  ('01900000-0000-7000-8000-000000000213', '13', 'Macpherson, Braddell', '01900000-0000-7000-8000-000000000101', 1.331, 103.879),
  ('01900000-0000-7000-8000-000000000214', '14', 'Geylang, Eunos', '01900000-0000-7000-8000-000000000103', 1.319, 103.892),
  ('01900000-0000-7000-8000-000000000215', '15', 'Katong, Joo Chiat, Amber Road', '01900000-0000-7000-8000-000000000103', 1.306, 103.905),
  ('01900000-0000-7000-8000-000000000216', '16', 'Bedok, Upper East Coast, Eastwood, Kew Drive', '01900000-0000-7000-8000-000000000103', 1.324, 103.937),
  ('01900000-0000-7000-8000-000000000217', '17', 'Loyang, Changi', '01900000-0000-7000-8000-000000000103', 1.365, 103.976),
  ('01900000-0000-7000-8000-000000000218', '18', 'Tampines, Pasir Ris', '01900000-0000-7000-8000-000000000103', 1.356, 103.948),
  ('01900000-0000-7000-8000-000000000219', '19', 'Serangoon Garden, Hougang, Punggol', '01900000-0000-7000-8000-000000000104', 1.379, 103.892),
  ('01900000-0000-7000-8000-000000000220', '20', 'Bishan, Ang Mo Kio', '01900000-0000-7000-8000-000000000104', 1.364, 103.847),
  ('01900000-0000-7000-8000-000000000221', '21', 'Upper Bukit Timah, Clementi Park, Ulu Pandan', '01900000-0000-7000-8000-000000000102', 1.339, 103.773),
  ('01900000-0000-7000-8000-000000000222', '22', 'Jurong', '01900000-0000-7000-8000-000000000102', 1.34, 103.706),
  ('01900000-0000-7000-8000-000000000223', '23', 'Hillview, Dairy Farm, Bukit Panjang, Choa Chu Kang', '01900000-0000-7000-8000-000000000102', 1.378, 103.756),
  ('01900000-0000-7000-8000-000000000224', '24', 'Lim Chu Kang, Tengah', '01900000-0000-7000-8000-000000000102', 1.385, 103.71),
  ('01900000-0000-7000-8000-000000000225', '25', 'Kranji, Woodgrove', '01900000-0000-7000-8000-000000000105', 1.437, 103.7865),
  ('01900000-0000-7000-8000-000000000226', '26', 'Upper Thomson, Springleaf', '01900000-0000-7000-8000-000000000105', 1.4, 103.823),
  ('01900000-0000-7000-8000-000000000227', '27', 'Yishun, Sembawang', '01900000-0000-7000-8000-000000000105', 1.436, 103.83),
  ('01900000-0000-7000-8000-000000000228', '28', 'Seletar', '01900000-0000-7000-8000-000000000104', 1.399, 103.87);

create table postal_sector (
  sector text primary key check (sector ~ '^\d\d$'),
  area_id uuid not null references area
);
insert into postal_sector (sector, area_id) values
  ('01', '01900000-0000-7000-8000-000000000201'), ('02', '01900000-0000-7000-8000-000000000201'), ('03', '01900000-0000-7000-8000-000000000201'), ('04', '01900000-0000-7000-8000-000000000201'), ('05', '01900000-0000-7000-8000-000000000201'), ('06', '01900000-0000-7000-8000-000000000201'),
  ('07', '01900000-0000-7000-8000-000000000202'), ('08', '01900000-0000-7000-8000-000000000202'),
  ('14', '01900000-0000-7000-8000-000000000203'), ('15', '01900000-0000-7000-8000-000000000203'), ('16', '01900000-0000-7000-8000-000000000203'),
  ('09', '01900000-0000-7000-8000-000000000204'), ('10', '01900000-0000-7000-8000-000000000204'),
  ('11', '01900000-0000-7000-8000-000000000205'), ('12', '01900000-0000-7000-8000-000000000205'), ('13', '01900000-0000-7000-8000-000000000205'),
  ('17', '01900000-0000-7000-8000-000000000206'),
  ('18', '01900000-0000-7000-8000-000000000207'), ('19', '01900000-0000-7000-8000-000000000207'),
  ('20', '01900000-0000-7000-8000-000000000208'), ('21', '01900000-0000-7000-8000-000000000208'),
  ('22', '01900000-0000-7000-8000-000000000209'), ('23', '01900000-0000-7000-8000-000000000209'),
  ('24', '01900000-0000-7000-8000-000000000210'), ('25', '01900000-0000-7000-8000-000000000210'), ('26', '01900000-0000-7000-8000-000000000210'), ('27', '01900000-0000-7000-8000-000000000210'),
  ('28', '01900000-0000-7000-8000-000000000211'), ('29', '01900000-0000-7000-8000-000000000211'), ('30', '01900000-0000-7000-8000-000000000211'),
  ('31', '01900000-0000-7000-8000-000000000212'), ('32', '01900000-0000-7000-8000-000000000212'), ('33', '01900000-0000-7000-8000-000000000212'),
  ('34', '01900000-0000-7000-8000-000000000213'), ('35', '01900000-0000-7000-8000-000000000213'), ('36', '01900000-0000-7000-8000-000000000213'), ('37', '01900000-0000-7000-8000-000000000213'),
  ('38', '01900000-0000-7000-8000-000000000214'), ('39', '01900000-0000-7000-8000-000000000214'), ('40', '01900000-0000-7000-8000-000000000214'), ('41', '01900000-0000-7000-8000-000000000214'),
  ('42', '01900000-0000-7000-8000-000000000215'), ('43', '01900000-0000-7000-8000-000000000215'), ('44', '01900000-0000-7000-8000-000000000215'), ('45', '01900000-0000-7000-8000-000000000215'),
  ('46', '01900000-0000-7000-8000-000000000216'), ('47', '01900000-0000-7000-8000-000000000216'), ('48', '01900000-0000-7000-8000-000000000216'),
  ('49', '01900000-0000-7000-8000-000000000217'), ('50', '01900000-0000-7000-8000-000000000217'), ('81', '01900000-0000-7000-8000-000000000217'),
  ('51', '01900000-0000-7000-8000-000000000218'), ('52', '01900000-0000-7000-8000-000000000218'),
  ('53', '01900000-0000-7000-8000-000000000219'), ('54', '01900000-0000-7000-8000-000000000219'), ('55', '01900000-0000-7000-8000-000000000219'), ('82', '01900000-0000-7000-8000-000000000219'),
  ('56', '01900000-0000-7000-8000-000000000220'), ('57', '01900000-0000-7000-8000-000000000220'),
  ('58', '01900000-0000-7000-8000-000000000221'), ('59', '01900000-0000-7000-8000-000000000221'),
  ('60', '01900000-0000-7000-8000-000000000222'), ('61', '01900000-0000-7000-8000-000000000222'), ('62', '01900000-0000-7000-8000-000000000222'), ('63', '01900000-0000-7000-8000-000000000222'), ('64', '01900000-0000-7000-8000-000000000222'),
  ('65', '01900000-0000-7000-8000-000000000223'), ('66', '01900000-0000-7000-8000-000000000223'), ('67', '01900000-0000-7000-8000-000000000223'), ('68', '01900000-0000-7000-8000-000000000223'),
  ('69', '01900000-0000-7000-8000-000000000224'), ('70', '01900000-0000-7000-8000-000000000224'), ('71', '01900000-0000-7000-8000-000000000224'),
  ('72', '01900000-0000-7000-8000-000000000225'), ('73', '01900000-0000-7000-8000-000000000225'),
  ('77', '01900000-0000-7000-8000-000000000226'), ('78', '01900000-0000-7000-8000-000000000226'),
  ('75', '01900000-0000-7000-8000-000000000227'), ('76', '01900000-0000-7000-8000-000000000227'),
  ('79', '01900000-0000-7000-8000-000000000228'), ('80', '01900000-0000-7000-8000-000000000228');

-- Addresses and positions of postal codes as the geocoding provider knows them: it is asked once for each. Empty unless a
-- provider is configured. Nothing here says who lives there.
create table postal_place (
  postal text primary key constraint postal_place_postal check (postal ~ '^\d{6}$'),
  -- False: the provider does not know it.
  found boolean not null,
  block text not null default '',
  street text not null default '',
  building text not null default '',
  latitude double precision,
  longitude double precision,
  looked_up_at timestamptz not null,
  constraint postal_place_position check (found = (latitude is not null) and found = (longitude is not null))
);
-- Each process reads what it does not know yet.
create index postal_place_new on postal_place (looked_up_at) where found;

-- Source: Ministry of Manpower, 2026 and 2027. Elections and in-lieu days are added by the office.
create table public_holiday (
  day date primary key,
  name text not null,
  -- A closed day has no slots.
  closed boolean not null default true
);
insert into public_holiday (day, name) values
  ('2026-01-01', 'New Year''s Day'),
  ('2026-02-17', 'Chinese New Year'),
  ('2026-02-18', 'Chinese New Year'),
  ('2026-03-21', 'Hari Raya Puasa'),
  ('2026-04-03', 'Good Friday'),
  ('2026-05-01', 'Labour Day'),
  ('2026-05-27', 'Hari Raya Haji'),
  ('2026-05-31', 'Vesak Day'),
  ('2026-06-01', 'Vesak Day (in lieu)'),
  ('2026-08-09', 'National Day'),
  ('2026-08-10', 'National Day (in lieu)'),
  ('2026-11-08', 'Deepavali'),
  ('2026-11-09', 'Deepavali (in lieu)'),
  ('2026-12-25', 'Christmas Day'),
  ('2027-01-01', 'New Year''s Day'),
  ('2027-02-06', 'Chinese New Year'),
  ('2027-02-07', 'Chinese New Year'),
  ('2027-02-08', 'Chinese New Year (in lieu)'),
  ('2027-03-10', 'Hari Raya Puasa'),
  ('2027-03-26', 'Good Friday'),
  ('2027-05-01', 'Labour Day'),
  ('2027-05-17', 'Hari Raya Haji'),
  ('2027-05-20', 'Vesak Day'),
  ('2027-08-09', 'National Day'),
  ('2027-10-28', 'Deepavali'),
  ('2027-12-25', 'Christmas Day');
create trigger public_holiday_is_live after insert or update or delete on public_holiday
  for each row execute function record_live_event('schedule');

-- ==== packages ====

create table package (
  id uuid primary key,
  type text not null check (type in ('regular', 'one-time', 'spring-cleaning', 'moving-in-out')),
  category text not null,
  pricing_type text not null check (pricing_type in ('fixed', 'hourly')),
  label text not null,
  description text not null,
  price_per_hour integer not null check (price_per_hour >= 0),
  total_hours numeric(6, 1) not null,
  num_cleaners integer not null check (num_cleaners between 1 and 5),
  hours_per_cleaner numeric(6, 1) not null,
  break_hours numeric(6, 2) not null,
  supplies_cost integer not null check (supplies_cost >= 0),
  supplies_included boolean not null,
  supplies_to_be_prepared text not null,
  start_time text not null,
  credits numeric(8, 1) not null,
  price integer not null check (price >= 0),
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Whether a visit can be paid with prepaid hours: yes, no, or with the difference in price by card.
  takes_hours text not null default 'yes'
    constraint package_takes_hours_check check (takes_hours in ('yes', 'no', 'with-difference')),
  -- Texts that customers read, in Chinese; empty: the English one is shown.
  description_zh text not null default '',
  supplies_to_be_prepared_zh text not null default ''
);
create trigger package_is_live after insert or update on package
  for each row execute function record_live_event('package');

-- ==== checklists ====

create table checklist_item (
  id uuid primary key,
  english text not null,
  chinese text not null,
  category text not null,
  position integer not null,
  -- Empty: for all kinds of jobs.
  job_types text[] not null,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger checklist_item_is_live after insert or update on checklist_item
  for each row execute function record_live_event('checklist');

-- ==== accounts ====

create table admin (
  id uuid primary key,
  identity text not null,
  -- Argon2id in PHC form: $argon2id$v=19$m=…,t=…,p=…$salt$hash
  password_hash text not null,
  fullname text not null,
  email text not null,
  -- Sealed (AES-256-GCM) with a key from SESSION_SECRET.
  totp_secret text,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The office's second step at sign-in: a code from an app on the admin's phone. Null while the secret waits for its
  -- first code.
  totp_since timestamptz,
  -- The 30 seconds (since 1970) whose code was used last: neither it nor an older one works again.
  totp_last_step integer not null default 0,
  -- What an admin is responsible for: platform/kernel/actor.ts.
  office_role text not null
    constraint admin_office_role_check check (office_role in ('owner', 'office', 'dispatcher', 'accountant', 'read-only')),
  constraint admin_totp_has_a_secret check (totp_since is null or totp_secret is not null)
);
create unique index admin_identity_key on admin (lower(identity));
create trigger admin_is_live after insert or update on admin
  for each row execute function record_live_event('admin');

-- Lets an admin in without their phone. SHA-256 of 80 random bits, each used once.
create table admin_recovery_code (
  admin_id uuid not null references admin,
  code_sha256 text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (admin_id, code_sha256)
);

-- One live link to a new password for each admin: asking again ends the one before. SHA-256 of 256 random bits.
create table admin_password_reset (
  id uuid primary key,
  admin_id uuid not null references admin,
  token_sha256 text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('used', 'superseded', 'withdrawn'))
);
create unique index admin_password_reset_token on admin_password_reset (token_sha256);
create unique index admin_password_reset_live on admin_password_reset (admin_id) where ended_at is null;
create index admin_password_reset_age on admin_password_reset (created_at);

-- One live code for each (purpose, mobile, known browser): asking again ends the one before.
create table one_time_code (
  id uuid primary key,
  purpose text not null check (purpose in ('customer-sign-in', 'cleaner-sign-in', 'change-mobile', 'link-facebook')),
  mobile text not null,
  -- The account it is for, where the purpose binds one (change-mobile).
  account_id uuid,
  code_mac text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('used', 'superseded', 'too-many-tries')),
  -- Whether a message went out with the code: of a mobile number that no cleaner has, the code is told to nobody, and
  -- the watch for SMS pumping does not count it.
  is_sent boolean not null,
  -- Codes that a known browser asked for are its own: a stranger who asks for the same number neither ends nor tries them.
  known_browser uuid
);
create index one_time_code_age on one_time_code (created_at);
create unique index one_time_code_live on one_time_code (purpose, mobile, known_browser) nulls not distinct
  where ended_at is null;
-- What happened to a number within a day.
create index one_time_code_mobile on one_time_code (mobile, created_at);

-- Lists of the office that admins have saved under a name: filters, order and columns.
create table list_view (
  id uuid primary key,
  admin_id uuid not null references admin,
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

-- ==== customers ====

create table customer (
  id uuid primary key,
  mobile text not null,
  salutation text not null,
  firstname text not null,
  lastname text not null,
  email text not null,
  otp_verified_at timestamptz,
  stripe_customer_id text unique,
  card_payment_method_id text,
  card_last4 text,
  card_expiry_month integer,
  card_expiry_year integer,
  -- Cached sum of the live lots, kept by the same transaction that moves them; checked nightly.
  credits_left numeric(8, 1) not null default 0 check (credits_left >= 0),
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A closed account names nobody: its number and its e-mail address are free again.
  closed_at timestamptz,
  -- When the customer confirmed the address with its link. Null: it was typed at sign-up or by the office.
  email_confirmed_at timestamptz,
  -- What a person is called where first name before last name is wrong: Lim Siew Hua. Empty where it is right.
  display_name text not null default '',
  -- The brand of the stored card, so that the office and the customer recognise it: `visa`.
  card_brand text,
  constraint customer_closed_is_nobody check (
    closed_at is null
    or (mobile = '' and email = '' and lastname = '' and display_name = '' and trashed_at is not null))
);
create index customer_by_creation on customer (created_at, id) where trashed_at is null;
create index customer_trashed on customer (created_at, id) where trashed_at is not null;
create index customer_by_name on customer (firstname, lastname, id);
create index customer_by_credits on customer (credits_left, id);
create index customer_by_email on customer (email, id);
create unique index customer_mobile_key on customer (mobile) where closed_at is null;
create index customer_by_mobile on customer (mobile, id);
create unique index customer_email_key on customer (lower(email)) where closed_at is null;
create index customer_by_salutation on customer (salutation, firstname, lastname, id);
create index customer_words on customer using gin
  (search_text(' ' || firstname || ' ' || lastname || ' ' || display_name || ' ' || email || ' ' || mobile) gin_trgm_ops);
-- The office sorts its customers by what their list shows: the number's state, the card, and the name.
create index customer_by_confirmation on customer ((otp_verified_at is not null), created_at, id);
create index customer_by_card on customer (coalesce(card_last4, ''), id);
create index customer_by_shown_name on customer
  (coalesce(nullif(display_name, ''), firstname || ' ' || lastname), id);
-- The office's overview: cards by their last month.
create index customer_by_card_expiry on customer (card_expiry_year, card_expiry_month)
  where card_last4 is not null and trashed_at is null;
create trigger customer_is_live after insert or update on customer
  for each row execute function record_live_event('customer');

-- What somebody said about a number that they have not confirmed. It becomes a customer with the code that was sent
-- for it; until then it occupies neither the number nor the e-mail address.
create table customer_registration (
  -- The customer's id, once there is one; the code is bound to it.
  id uuid primary key,
  mobile text not null,
  salutation text not null,
  firstname text not null,
  lastname text not null,
  email text not null,
  -- HMAC of the browser's XSRF token; null for a client without cookies.
  visitor_mac text,
  created_at timestamptz not null,
  -- The ticks of somebody whose number is not confirmed yet.
  consents text[] not null default '{}',
  constraint customer_registration_mobile_key unique (mobile)
);
create index customer_registration_age on customer_registration (created_at);

create table customer_address (
  id uuid primary key,
  customer_id uuid not null references customer,
  label text not null,
  type text not null,
  is_primary boolean not null,
  address_line1 text not null,
  address_line2 text not null,
  address_line3 text not null,
  country text not null,
  postal text not null check (postal ~ '^\d{6}$'),
  latitude double precision,
  longitude double precision,
  has_pets boolean not null,
  language_preference text not null,
  gender_preference text not null check (gender_preference in ('', 'female', 'male')),
  area_id uuid references area,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index customer_address_of_customer on customer_address (customer_id, created_at);
create unique index customer_address_one_primary on customer_address (customer_id)
  where is_primary and trashed_at is null;
create index customer_address_by_creation on customer_address (created_at, id);
create index customer_address_by_rank on customer_address (is_primary, created_at, id) where trashed_at is null;
create index customer_address_trashed on customer_address (is_primary, created_at, id) where trashed_at is not null;
create index customer_address_by_label on customer_address (label, id);
create index customer_address_by_postal on customer_address (postal, id);
create index customer_address_words on customer_address using gin
  (search_text(' ' || label || ' ' || address_line1 || ' ' || address_line2 || ' ' || address_line3 || ' ' || postal) gin_trgm_ops);
create trigger customer_address_is_live after insert or update on customer_address
  for each row execute function record_live_event('customer');

-- A new e-mail address of a customer takes effect once the link that is mailed to it has been confirmed.
create table customer_email_change (
  id uuid primary key,
  customer_id uuid not null references customer,
  email text not null,
  -- SHA-256 of the token in the link, in hex. Null until the link is mailed, and for good when the address belongs to
  -- another customer.
  token_sha256 text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('confirmed', 'superseded', 'cancelled', 'withdrawn')),
  constraint customer_email_change_ended_with_reason check ((ended_at is null) = (end_reason is null))
);
create unique index customer_email_change_token on customer_email_change (token_sha256);
create unique index customer_email_change_open on customer_email_change (customer_id) where ended_at is null;
create index customer_email_change_of_customer on customer_email_change (customer_id);
create index customer_email_change_age on customer_email_change (created_at);

-- What a customer allows the business to write about.
-- One row for each time that somebody agreed, kept after it was withdrawn: it shows what was agreed, and until when.
create table customer_consent (
  id uuid primary key,
  customer_id uuid not null references customer,
  -- `follow-ups`: review requests and renewal offers. Anyone who books gets them until they say no, by a link in each.
  channel text not null check (channel in ('email', 'sms', 'phone', 'follow-ups')),
  -- The wording that the person read, see features/people/customers/rules/consents.ts.
  text_version text not null,
  source text not null check (source in ('sign-up', 'account', 'booking', 'link')),
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_how text check (withdrawn_how in ('account', 'closed', 'link')),
  constraint customer_consent_withdrawn check ((withdrawn_at is null) = (withdrawn_how is null))
);
create unique index customer_consent_one_given on customer_consent (customer_id, channel) where withdrawn_at is null;
create index customer_consent_of_customer on customer_consent (customer_id, given_at);

-- What the office notes about a customer. A note is never edited: it is withdrawn, and another one written.
create table customer_note (
  id uuid primary key,
  customer_id uuid not null references customer,
  admin_id uuid not null,
  text text not null check (text <> ''),
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  constraint customer_note_withdrawn_by_somebody check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index customer_note_of_customer on customer_note (customer_id, created_at, id) where withdrawn_at is null;

create function customer_note_stays() returns trigger language plpgsql as $$
begin
  raise exception 'A note is never edited.' using errcode = 'restrict_violation';
end $$;
create trigger customer_note_stays before update of id, customer_id, admin_id, text, created_at on customer_note
  for each row execute function customer_note_stays();
-- A topic of its own, which only the office is told of: a customer must not learn that a note was written.
create trigger customer_note_is_live after insert or update or delete on customer_note
  for each row execute function record_live_event('customer-note');

-- Who signs in with which Facebook account: it opens one customer, and a customer has one.
create table customer_facebook (
  facebook_id text constraint customer_facebook_key primary key,
  customer_id uuid not null constraint customer_facebook_of_customer unique references customer,
  linked_at timestamptz not null
);

-- Somebody showed a Facebook account that opens no customer: what a code sent to their mobile may link.
create table facebook_proof (
  id uuid primary key,
  facebook_id text not null,
  -- The browser that showed it; null for a client without cookies, which shows the token again instead.
  visitor_mac text,
  token_mac text not null,
  created_at timestamptz not null
);
create index facebook_proof_of_id on facebook_proof (facebook_id, created_at);
create index facebook_proof_by_age on facebook_proof (created_at);

-- How far people came with signing up; kept for 90 days.
create table sign_up_entry (
  id uuid primary key,
  os text not null,
  salutation text not null,
  firstname text not null,
  lastname text not null,
  phone text not null,
  email text not null,
  note text not null,
  action text not null,
  idfb text not null,
  created_at timestamptz not null
);
create index sign_up_entry_by_creation on sign_up_entry (created_at, id);
-- Each column that the list shows sorts it.
create index sign_up_entry_by_action on sign_up_entry (action, id);
create index sign_up_entry_by_name on sign_up_entry (firstname, lastname, id);
create index sign_up_entry_by_phone on sign_up_entry (phone, id);
create index sign_up_entry_by_email on sign_up_entry (email, id);
create index sign_up_entry_by_os on sign_up_entry (os, id);
create index sign_up_entry_by_facebook on sign_up_entry (idfb, id);
create index sign_up_entry_words on sign_up_entry using gin
  (search_text(' ' || firstname || ' ' || lastname || ' ' || email || ' ' || phone || ' ' || action || ' ' || note) gin_trgm_ops);
create index sign_up_entry_by_note on sign_up_entry (left(note, 100), id);

-- ==== cleaners ====

create table cleaner (
  id uuid primary key,
  salutation text not null,
  firstname text not null,
  lastname text not null,
  -- Gender may stay unsaid: a cleaner without one is left out only where a home asks for one.
  gender text not null check (gender in ('', 'female', 'male')),
  profile_photo text not null,
  email text not null,
  mobile text not null,
  languages text[] not null,
  address_line1 text not null,
  address_line2 text not null,
  address_line3 text not null,
  country text not null,
  postal text not null,
  latitude double precision,
  longitude double precision,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A cleaner may say that she does not work in homes with pets.
  avoids_pets boolean not null default false,
  -- What a person is called where first name before last name is wrong: Lim Siew Hua. Empty where it is right.
  display_name text not null default '',
  -- When the office last sent a cleaner the SMS that they can sign in; null if never.
  invited_at timestamptz,
  constraint cleaner_mobile_key unique (mobile)
);
-- Everyone who works here is looked through for each price, each day of free times and each booking; their rows, which hold
-- much more, are not.
create index cleaner_working on cleaner (id) include (gender, postal, languages) where trashed_at is null;

-- A cleaner's name as lists show it.
create function shown_name(cleaner) returns text language sql immutable as $$
  select coalesce(nullif($1.display_name, ''), $1.firstname || ' ' || $1.lastname)
$$;
create trigger cleaner_is_live after insert or update on cleaner
  for each row execute function record_live_event('cleaner');

-- The regular week. Shifts are minutes since midnight in business time: {[540,780),[840,1080)}.
create table cleaner_week (
  cleaner_id uuid not null references cleaner,
  weekday smallint not null check (weekday between 0 and 6), -- 0 is Sunday
  available boolean not null,
  shifts int4multirange not null,
  primary key (cleaner_id, weekday)
);
-- Answers alone what bookings ask most.
create index cleaner_week_by_day on cleaner_week (weekday) include (cleaner_id, shifts) where available;
create trigger cleaner_week_is_live after insert or update on cleaner_week
  for each row execute function record_live_event('schedule');

-- Where a cleaner works. No rows: everywhere.
create table cleaner_region (
  cleaner_id uuid not null references cleaner,
  region_id uuid not null references region,
  primary key (cleaner_id, region_id)
);

-- ==== content ====

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
create trigger site_block_version_is_live after insert on site_block_version
  for each row execute function record_live_event('content');

-- What the office has begun and not yet shown: one for each block.
create table site_block_draft (
  block text primary key,
  content jsonb not null,
  -- The version it was begun from.
  based_on integer not null,
  saved_at timestamptz not null,
  saved_by uuid,
  -- Each time a draft is saved it gets another id: anyone who saves theirs over one that they have not seen is told.
  revision uuid not null
);

-- Testimonials, service options, scope of work: lists of at most 200.
create table site_item (
  id uuid primary key,
  kind text not null constraint site_item_kind check (kind in ('testimonials', 'service-options', 'scope-of-work')),
  position integer not null,
  content jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index site_item_in_order on site_item (kind, position, id);
create trigger site_item_is_live after insert or update or delete on site_item
  for each row execute function record_live_event('content');

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

-- ==== contact-requests ====

-- Questions that people write to the business.
create table contact_request (
  id uuid primary key,
  firstname text not null,
  lastname text not null,
  -- 65XXXXXXXX where it is a Singapore mobile, else as it was written; empty where none was given.
  mobile text not null,
  email text not null,
  subject text not null,
  message text not null,
  state text not null constraint contact_request_state check (state in ('new', 'answering', 'answered', 'closed')),
  -- The office's own.
  note text not null,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index contact_request_by_creation on contact_request (created_at, id) where trashed_at is null;
create index contact_request_trashed on contact_request (created_at, id) where trashed_at is not null;
create index contact_request_by_state on contact_request (state, created_at, id) where trashed_at is null;
create index contact_request_by_name on contact_request (firstname, lastname, id);
-- Deleted after a year, in the trash or not.
create index contact_request_by_age on contact_request (created_at);
-- Each column that an inbox shows sorts it.
create index contact_request_by_subject on contact_request (subject, id);
create index contact_request_by_email on contact_request (email, id);
create index contact_request_by_mobile on contact_request (mobile, id);
create index contact_request_words on contact_request using gin
  (search_text(' ' || firstname || ' ' || lastname || ' ' || email || ' ' || mobile || ' ' || subject || ' ' || message) gin_trgm_ops);
create index contact_request_by_note on contact_request (left(note, 100), id);
create trigger contact_request_is_live after insert or update on contact_request
  for each row execute function record_live_event('contact-request');

-- ==== applications ====

-- Applications of cleaners.
create table application (
  id uuid primary key,
  firstname text not null,
  lastname text not null,
  phone text not null,
  email text not null,
  gender text not null,
  age smallint constraint application_age check (age between 16 and 99),
  experience text not null,
  nationality text not null,
  home_area text not null,
  apply_for text not null,
  message text not null,
  state text not null constraint application_state check (state in ('new', 'invited', 'hired', 'declined')),
  note text not null,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The cleaner that an applicant became: one application each.
  cleaner_id uuid references cleaner
);
create index application_by_creation on application (created_at, id) where trashed_at is null;
create index application_trashed on application (created_at, id) where trashed_at is not null;
create index application_by_state on application (state, created_at, id) where trashed_at is null;
create index application_by_name on application (firstname, lastname, id);
-- Deleted after a year, in the trash or not.
create index application_by_age on application (created_at);
create unique index application_of_cleaner on application (cleaner_id) where cleaner_id is not null;
-- Each column that an inbox shows sorts it.
create index application_by_phone on application (phone, id);
create index application_by_email on application (email, id);
create index application_by_job on application (apply_for, id);
create index application_by_area on application (home_area, id);
create index application_words on application using gin
  (search_text(' ' || firstname || ' ' || lastname || ' ' || email || ' ' || phone || ' ' || home_area || ' ' || apply_for || ' ' || message) gin_trgm_ops);
create index application_by_note on application (left(note, 100), id);
create trigger application_is_live after insert or update on application
  for each row execute function record_live_event('application');

-- ==== ledger ====

-- The ledger: append-only, double entry. Every transaction sums to zero in each commodity.
create table ledger_tx (
  id uuid primary key,
  kind text not null,
  -- What it is about: 'job', 'attempt', 'transaction' … and its id.
  ref_kind text not null,
  ref_id text not null,
  idempotency_key text not null unique,
  created_at timestamptz not null
);
-- Statistics: the hours in the ledger.
create index ledger_tx_by_time on ledger_tx (created_at) include (id);

create function ledger_tx_must_have_entries() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entry where tx_id = new.id) then
    raise exception 'ledger transaction % has no entries', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_tx_has_entries after insert on ledger_tx
  deferrable initially deferred for each row execute function ledger_tx_must_have_entries();
create trigger ledger_tx_is_append_only before update or delete or truncate on ledger_tx
  for each statement execute function refuse_change();

create table ledger_entry (
  tx_id uuid not null references ledger_tx,
  line smallint not null,
  -- 'customer:{id}:card', 'stripe_clearing', 'revenue:{jobType}', 'customer:{id}:credits:{tier}:{lot}' …
  account text not null,
  -- 'SGD' in cents, or 'H27', 'H25', 'H24', 'H0': tenths of an hour of a tier.
  commodity text not null check (commodity ~ '^(SGD|H\d+)$'),
  amount bigint not null check (amount <> 0),
  primary key (tx_id, line)
);
create index ledger_entry_of_account on ledger_entry (account, commodity);
-- Statistics: the hours in the ledger.
create index ledger_entry_of_hours on ledger_entry (commodity, tx_id) include (amount)
  where account like 'customer:%' and commodity <> 'SGD';

create function ledger_tx_must_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_entry where tx_id = new.tx_id group by commodity having sum(amount) <> 0
  ) then
    raise exception 'ledger transaction % does not balance', new.tx_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_balances after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_tx_must_balance();
create trigger ledger_entry_is_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();

-- ==== promo-codes ====

-- Codes that take something off a price.
create table promo_code (
  id uuid primary key,
  -- As the office wrote it; `PROMO10` and `promo10` are one code.
  code text not null,
  label text not null,
  type text not null check (type in ('percent', 'amount', 'hours')),
  -- Whole percent, cents, or hours.
  amount numeric(10, 1) not null check (amount > 0),
  -- Days in business time, both included; open where null.
  start_date date,
  end_date date,
  -- Empty: any kind of job, any package.
  booking_types text[] not null,
  packages uuid[] not null,
  -- How often it can be used, by all and by one customer; no limit where null.
  total_allocation integer check (total_allocation >= 0),
  max_per_customer integer check (max_per_customer > 0),
  -- Live uses, reserved and used. Kept by the transaction that writes promo_use.
  taken integer not null default 0,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- For a customer's first booking only, and for homes in these regions (empty: all).
  first_booking_only boolean not null default false,
  regions uuid[] not null default '{}',
  constraint promo_code_window check (start_date <= end_date),
  constraint promo_code_not_overused check (taken >= 0 and (total_allocation is null or taken <= total_allocation))
);
-- A code in the trash gives its name back.
create unique index promo_code_code_key on promo_code (upper(code)) where trashed_at is null;
create index promo_code_newest on promo_code (created_at desc, id);
-- Promo codes are found without their dashes.
create index promo_code_plain on promo_code (replace(upper(code), '-', ''));
create trigger promo_code_is_live after insert or update on promo_code
  for each row execute function record_live_event('promo-code');

-- One use of a code: reserved with a hold or a purchase, used when that is paid, released when it ends otherwise.
create table promo_use (
  id uuid primary key,
  promo_code_id uuid not null references promo_code,
  customer_id uuid not null references customer,
  target_kind text not null check (target_kind in ('job', 'credit-package')),
  -- The job or the purchase.
  target_id uuid not null,
  -- Cents that it took off.
  discount integer not null check (discount >= 0),
  reserved_at timestamptz not null,
  used_at timestamptz,
  released_at timestamptz,
  -- A customer has at most one live use of codes for a first booking, whichever of them.
  first_booking boolean not null default false
);
create unique index promo_use_one_a_target on promo_use (target_kind, target_id) where released_at is null;
-- Uses of one code, in the three orders of its list.
create index promo_use_of_code on promo_use (promo_code_id, reserved_at, id);
create index promo_use_by_discount on promo_use (promo_code_id, discount, id);
create index promo_use_of_customer on promo_use (customer_id, promo_code_id);
-- Few are reserved at a time; what is paid is the rest of what is taken.
create index promo_use_reserved on promo_use (promo_code_id, reserved_at, id) where used_at is null and released_at is null;
create index promo_use_paid on promo_use (promo_code_id, reserved_at, id) where used_at is not null and released_at is null;
-- What codes took off in a range of days, without the table.
create index promo_use_by_payment on promo_use (used_at) include (promo_code_id, discount)
  where used_at is not null and released_at is null;
-- The use that a purchase had and gave back, when it is paid after all.
create index promo_use_of_target on promo_use (target_id);
-- What was given back of a code that is used all the time. Written only when a use is released.
create index promo_use_released on promo_use (promo_code_id, reserved_at, id) where released_at is not null;
create unique index promo_use_first_booking on promo_use (customer_id) where first_booking and released_at is null;

-- ==== payments ====

-- One try to take money: reserve, charge, confirm. Its id is Stripe's idempotency key.
create table payment_attempt (
  id uuid primary key,
  purpose text not null check (purpose in ('job', 'job-change', 'job-charge', 'credit-package', 'ad-hoc', 'save-card')),
  target_id uuid not null,
  customer_id uuid not null references customer,
  amount integer not null check (amount >= 0),
  currency text not null default 'SGD',
  credits_spent numeric(8, 1) not null default 0,
  -- The itemised price that the person agreed to, frozen.
  price_snapshot jsonb not null,
  -- How it was to be paid: token of a new card or stored card, keep the card, receipt e-mail. The token stays until the
  -- attempt is decided, so that another process can finish it; then it is erased.
  instrument jsonb not null,
  status text not null check (status in ('created', 'sent', 'requires_action', 'succeeded', 'failed', 'unknown', 'canceled')),
  stripe_pi_id text unique,
  client_secret text,
  failure_code text,
  failure_message text,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  next_check_at timestamptz,
  -- Where a payment was asked for: declines are counted per address, customer and target before a card is tried again.
  ip text,
  -- What identifies the request that began a payment: only its Idempotency-Key tells a repeat from another payment.
  request_key text
);
comment on column payment_attempt.instrument is 'token (erased once decided) or stored card, keep, receipt e-mail';
create unique index payment_attempt_one_open on payment_attempt (purpose, target_id)
  where status in ('created', 'sent', 'requires_action', 'unknown');
create index payment_attempt_to_recover on payment_attempt (created_at)
  where status in ('created', 'sent', 'requires_action', 'unknown');
create index payment_attempt_ended on payment_attempt (settled_at) where status in ('failed', 'canceled');
-- Whether a target is paid is asked before every charge: without this every attempt there ever was is read.
create index payment_attempt_of_target on payment_attempt (target_id);
-- A second press on the office's charge, and how many cards somebody tries.
create index payment_attempt_of_customer on payment_attempt (customer_id, created_at);

create sequence receipt_no;

create table money_transaction (
  id uuid primary key,
  type text not null check (type in ('job', 'credit-package', 'ad-hoc', 'refund', 'manual', 'invoice-payment')),
  -- `invoice`: on credit; the money itself is an `invoice-payment`.
  method text not null check (method in ('card', 'credits', 'cash', 'paynow', 'bank', 'adjustment', 'invoice')),
  -- Cents; negative for a refund.
  total integer not null,
  customer_id uuid not null references customer,
  job_id uuid,
  package_id uuid references package,
  attempt_id uuid unique references payment_attempt,
  refund_of uuid references money_transaction,
  ledger_tx_id uuid references ledger_tx,
  details text not null,
  receipt_no bigint not null unique default nextval('receipt_no'),
  trashed_at timestamptz,
  created_at timestamptz not null,
  -- With which card a payment was made, where the provider says so.
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$')
);
create index money_transaction_of_customer on money_transaction (customer_id, created_at desc);
create index money_transaction_of_job on money_transaction (job_id) where job_id is not null;
create index money_transaction_trashed on money_transaction (created_at, id) where trashed_at is not null;
create index money_transaction_by_total on money_transaction (total, id);
create index money_transaction_refunds on money_transaction (refund_of) where refund_of is not null;
-- Charges of the office, day by day.
create index money_transaction_ad_hoc on money_transaction (created_at) where type = 'ad-hoc';
-- Of a kind or a way of paying, the newest first: the filter and the sort in one.
create index money_transaction_by_type on money_transaction (type, created_at, id) where trashed_at is null;
create index money_transaction_by_method on money_transaction (method, created_at, id) where trashed_at is null;
-- A few values, so that the whole of it is small: what the first page of transactions is counted by.
create index money_transaction_count on money_transaction (type, method) where trashed_at is null;
create index money_transaction_words on money_transaction using gin (search_text(' ' || details) gin_trgm_ops);
-- Long texts are sorted by their first 100 characters: an index takes no more than 2,700 bytes.
create index money_transaction_by_details on money_transaction (left(details, 100), id);
-- The totals below the office's list are summed from the index alone.
create index money_transaction_by_creation on money_transaction (created_at, id)
  include (type, method, total)
  where trashed_at is null;

create function payment_allocation_must_add_up() returns trigger language plpgsql as $$
declare
  about uuid;
begin
  if tg_table_name = 'money_transaction' then about := new.id;
  elsif tg_op = 'DELETE' then about := old.transaction_id;
  else about := new.transaction_id;
  end if;
  if exists (
    select from money_transaction as paid
    left join payment_allocation as part on part.transaction_id = paid.id
    where paid.id = about
    group by paid.id
    having (count(part.job_id) > 0) <> (paid.job_id is not null)
      or (paid.job_id is not null and sum(part.cents) <> paid.total)
  ) then
    raise exception 'the allocations of transaction % do not add up to its total', about
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger money_transaction_is_allocated after insert or update on money_transaction
  deferrable initially deferred for each row execute function payment_allocation_must_add_up();
create trigger money_transaction_is_live after insert or update on money_transaction
  for each row execute function record_live_event('transaction');

-- Which job a transaction's money is for: one row a job, so that one visit of a series can be refunded alone.
create table payment_allocation (
  transaction_id uuid not null references money_transaction,
  job_id uuid not null,
  -- Negative where the transaction gives money back.
  cents integer not null,
  primary key (transaction_id, job_id)
);
create index payment_allocation_of_job on payment_allocation (job_id);
create constraint trigger payment_allocation_adds_up after insert or update or delete on payment_allocation
  deferrable initially deferred for each row execute function payment_allocation_must_add_up();

-- Card money on its way back. The refund transaction is in the books from the start; this is what the provider does.
create table payment_refund (
  -- The provider's idempotency key.
  id uuid primary key,
  -- The transaction that gives the money back, and the payment that it gives back from.
  transaction_id uuid not null unique references money_transaction,
  payment_id uuid not null references money_transaction,
  stripe_pi_id text not null,
  cents integer not null check (cents > 0),
  -- provider: made by hand at the provider, and booked here.
  origin text not null check (origin in ('kemas', 'provider')),
  status text not null check (status in ('created', 'sent', 'pending', 'succeeded', 'failed', 'unknown')),
  provider_refund_id text unique,
  failure_code text,
  -- The transaction that put the money of a failed refund back into the books.
  reversal_id uuid references money_transaction,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  next_check_at timestamptz,
  constraint payment_refund_reversed check (reversal_id is null or status = 'failed')
);
create index payment_refund_of_intent on payment_refund (stripe_pi_id);
create index payment_refund_to_recover on payment_refund (next_check_at, created_at)
  where status in ('created', 'sent', 'pending', 'unknown');

-- A cardholder asks their bank for a payment back: from when until when, and how the bank decided. It is known by the
-- provider's payment, because it may be heard of before the payment is in the books.
create table payment_dispute (
  id uuid primary key,
  provider_ref text not null unique,
  payment_intent_id text not null,
  cents integer not null check (cents > 0),
  reason text not null,
  opened_at timestamptz not null,
  due_by timestamptz,
  closed_at timestamptz,
  outcome text check (outcome in ('won', 'lost')),
  next_check_at timestamptz not null,
  constraint payment_dispute_closed check ((closed_at is null) = (outcome is null))
);
create index payment_dispute_of_payment on payment_dispute (payment_intent_id);
create index payment_dispute_due on payment_dispute (next_check_at) where outcome is null;
create trigger payment_dispute_is_live after insert or update on payment_dispute
  for each row execute function record_live_event('payment-problem');

-- What a cancelled visit is to give back once the dispute of its payment is won.
create table payment_waiting_refund (
  id uuid primary key,
  payment_id uuid not null references money_transaction,
  job_id uuid not null,
  cents integer not null check (cents > 0),
  requested_at timestamptz not null,
  ended_at timestamptz,
  refund_id uuid references money_transaction,
  constraint payment_waiting_refund_ended check (refund_id is null or ended_at is not null)
);
create index payment_waiting_refund_of_job on payment_waiting_refund (job_id);
create index payment_waiting_refund_open on payment_waiting_refund (requested_at) where ended_at is null;

-- Money that moved otherwise than agreed: a person looks, and writes down what became of it. Also a chargeback, a refund
-- that did not arrive, and one that fits no payment.
create table payment_alarm (
  id uuid primary key,
  -- `refund_by_hand`: what came as cash, by PayNow or by bank transfer goes back by hand, and the office sees what it still
  -- has to give back.
  kind text not null check (kind in (
    'amount_mismatch', 'other_payment', 'unwanted_payment', 'unknown_payment', 'dispute', 'refund_failed',
    'unknown_refund', 'refund_by_hand')),
  attempt_id uuid references payment_attempt,
  transaction_id uuid references money_transaction,
  customer_id uuid references customer,
  stripe_pi_id text,
  -- What was taken; null where only the provider knows, or where it was not taken in Singapore dollars.
  cents integer check (cents > 0),
  why text not null,
  -- The jobs that could not take the money, and how much of it each.
  jobs jsonb not null default '[]',
  raised_at timestamptz not null,
  resolution text check (resolution in ('refunded', 'kept', 'not_charged')),
  reason text,
  settled_at timestamptz,
  settled_by uuid,
  -- The transaction that the settlement wrote: the refund, or the payment that was kept.
  settled_transaction_id uuid references money_transaction,
  -- The refund's or dispute's id at the provider, or our own id of the refund.
  provider_ref text,
  constraint payment_alarm_settled check (
    (settled_at is null) = (resolution is null) and (settled_at is null) = (reason is null)
    and (settled_at is null) = (settled_by is null)
  ),
  constraint payment_alarm_once unique nulls not distinct
    (kind, attempt_id, transaction_id, stripe_pi_id, provider_ref)
);
create index payment_alarm_newest on payment_alarm (raised_at desc, id);
create index payment_alarm_open on payment_alarm (raised_at) where settled_at is null;
create trigger payment_alarm_is_live after insert or update on payment_alarm
  for each row execute function record_live_event('payment-problem');

-- Stripe's events by their id, so that a duplicate does nothing.
create table webhook_event (
  id text primary key,
  type text not null,
  outcome text not null,
  received_at timestamptz not null
);

-- ==== cards ====

-- A card that is being kept for later payments, through the bank's challenge if there is one.
create table card_setup (
  -- The provider's idempotency key.
  id uuid primary key,
  customer_id uuid not null references customer,
  -- Kept until it is decided, so that another process can finish it, and no longer.
  token text,
  -- SHA-256 of the token: tells a repeat from another card.
  token_key text not null,
  status text not null check (status in ('created', 'sent', 'requires_action', 'succeeded', 'failed', 'unknown', 'canceled')),
  stripe_si_id text unique,
  client_secret text,
  failure_code text,
  ip text,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  next_check_at timestamptz
);
create unique index card_setup_one_open on card_setup (customer_id)
  where status in ('created', 'sent', 'requires_action', 'unknown');
create index card_setup_of_customer on card_setup (customer_id, created_at desc);
create index card_setup_to_recover on card_setup (next_check_at, created_at)
  where status in ('created', 'sent', 'requires_action', 'unknown');
create index card_setup_ended on card_setup (settled_at) where status in ('failed', 'canceled');

-- ==== credits ====

-- Prepaid hours. A lot is what was bought at once, in one tier; it never goes below zero.
create table credit_lot (
  id uuid primary key,
  customer_id uuid not null references customer,
  per_hour integer not null check (per_hour >= 0), -- whole dollars: the tier's name
  granted numeric(8, 1) not null check (granted > 0),
  remaining numeric(8, 1) not null check (remaining >= 0 and remaining <= granted),
  source text not null check (source in ('purchase', 'gift', 'adjustment', 'refund')),
  transaction_id uuid references money_transaction,
  purchased_at timestamptz not null,
  expires_at timestamptz,
  -- What the hours of a lot were paid for, so that their worth can be told to the cent. 0 where nobody paid.
  cost integer not null default 0 check (cost >= 0),
  -- The part of it that the remaining hours stand for.
  cost_left integer not null default 0,
  -- The shortest notice of its expiry, in days, that was given of a lot; null while none was.
  notice_given smallint constraint credit_lot_notice check (notice_given in (30, 7)),
  -- When a visit is cancelled after its hours have expired, their lot is extended once more. This column keeps the lot's
  -- own expiry, so that hours which were booked during the extension are not extended again.
  original_expires_at timestamptz,
  constraint credit_lot_tier check (per_hour in (27, 25, 24, 0)),
  constraint credit_lot_cost_left check (cost_left >= 0 and cost_left <= cost and (remaining > 0 or cost_left = 0))
);
create index credit_lot_of_customer on credit_lot (customer_id, expires_at) where remaining > 0;
create index credit_lot_expiring on credit_lot (expires_at) where remaining > 0;
create index credit_lot_newest on credit_lot (purchased_at, id);
create index credit_lot_by_remaining on credit_lot (remaining, id);
create index credit_lot_of_holder on credit_lot (customer_id, purchased_at, id);
-- Lots that hold something are what is looked at: those that are used up lie at the front of every other order.
create index credit_lot_held on credit_lot (purchased_at, id) where remaining > 0;
create index credit_lot_by_expiry on credit_lot ((coalesce(expires_at, 'infinity'::timestamptz)), id) where remaining > 0;
create index credit_lot_by_tier on credit_lot (per_hour, purchased_at, id) where remaining > 0;
-- Whose expiry is to be told of: those who heard of it once wait for the last days.
create index credit_lot_to_notice on credit_lot (notice_given, expires_at) where remaining > 0;
create trigger credit_lot_is_live after insert or update on credit_lot
  for each row execute function record_live_event('credit');

-- A purchase of a package of hours: what a payment attempt for one pays for.
create table credit_purchase (
  id uuid primary key,
  customer_id uuid not null references customer,
  package_id uuid not null references package,
  -- As they were when it was bought.
  label text not null,
  per_hour integer not null,
  hours numeric(8, 1) not null check (hours > 0),
  price jsonb not null,
  total integer not null check (total >= 0),
  promocode text not null,
  status text not null check (status in ('open', 'paid', 'failed')),
  lot_id uuid references credit_lot,
  transaction_id uuid references money_transaction,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Only the Idempotency-Key of a request tells a repeat of a purchase from another one.
  request_key text,
  constraint credit_purchase_decided check ((status = 'open') = (decided_at is null)),
  constraint credit_purchase_lot check ((status = 'paid') = (lot_id is not null))
);
create index credit_purchase_of_customer on credit_purchase (customer_id, created_at desc);

-- Hours on their way to a friend. The code goes by e-mail only; here is its hash.
create table credit_gift (
  id uuid primary key,
  sender_id uuid not null references customer,
  email text not null,
  -- As the sender said it, null if they did not: they must not learn whether an address has an account.
  email_type text check (email_type in ('existing', 'new')),
  message text not null,
  hours numeric(8, 1) not null check (hours > 0),
  code_hash bytea not null unique,
  sent_at timestamptz not null,
  -- A gift can be claimed for as long as all of its hours can be used.
  expires_at timestamptz not null,
  claimed_at timestamptz,
  claimed_by uuid references customer,
  returned_at timestamptz,
  -- Until when the hours of a gift can be used, as its sender and its receiver are told. Null: they do not expire.
  hours_expire_at timestamptz,
  constraint credit_gift_claimed check ((claimed_at is null) = (claimed_by is null)),
  constraint credit_gift_one_end check (claimed_at is null or returned_at is null)
);
create index credit_gift_of_sender on credit_gift (sender_id, sent_at desc, id);
create index credit_gift_of_receiver on credit_gift (claimed_by, claimed_at desc, id) where claimed_by is not null;
create index credit_gift_unclaimed on credit_gift (expires_at) where claimed_at is null and returned_at is null;
create index credit_gift_newest on credit_gift (sent_at, id);
create index credit_gift_claims on credit_gift (claimed_at, id) where claimed_at is not null;

-- From which lots a gift was taken, and what it makes of them at the friend's: tier and cost travel with the hours.
create table credit_gift_part (
  gift_id uuid not null references credit_gift,
  lot_id uuid not null references credit_lot,
  hours numeric(8, 1) not null check (hours > 0),
  cost integer not null check (cost >= 0),
  primary key (gift_id, lot_id)
);

-- Hours of a lot that a job uses: held with the job, spent when it is paid, given back when it ends otherwise.
create table credit_use (
  id uuid primary key,
  job_id uuid not null,
  lot_id uuid not null references credit_lot,
  customer_id uuid not null references customer,
  hours numeric(8, 1) not null check (hours > 0),
  cost integer not null check (cost >= 0),
  held_at timestamptz not null,
  spent_at timestamptz,
  ended_at timestamptz,
  -- Of a job that was paid and then cancelled, the rest is forfeited.
  returned numeric(8, 1) not null default 0,
  returned_cost integer not null default 0,
  constraint credit_use_returned check (returned between 0 and hours and returned_cost between 0 and cost),
  constraint credit_use_end check (ended_at is not null or returned = 0)
);
create unique index credit_use_one_a_lot on credit_use (job_id, lot_id) where ended_at is null;
create index credit_use_of_job on credit_use (job_id);
-- Kept for jobs, and on their way: what the nightly check of the books adds up.
create index credit_use_open on credit_use (lot_id) where spent_at is null and ended_at is null;
-- Statistics: hours in use.
create index credit_use_in_use on credit_use (job_id) include (lot_id, hours) where ended_at is null;

-- Every movement of hours, the customer's statement: what is in a lot is the sum of its movements.
create table credit_movement (
  id uuid primary key,
  lot_id uuid not null references credit_lot,
  customer_id uuid not null references customer,
  kind text not null check (kind in (
    'bought', 'adjusted', 'held', 'returned', 'sent', 'gift-returned', 'received', 'expired', 'refunded')),
  -- Hours; negative where they leave the lot.
  hours numeric(8, 1) not null check (hours <> 0),
  job_id uuid,
  gift_id uuid references credit_gift,
  transaction_id uuid references money_transaction,
  reason text not null,
  ledger_tx_id uuid not null references ledger_tx,
  created_at timestamptz not null
);
create index credit_movement_of_customer on credit_movement (customer_id, created_at desc, id desc);
create index credit_movement_of_lot on credit_movement (lot_id);
create index credit_movement_of_job on credit_movement (job_id) where job_id is not null;
-- The office's overview: movements of hours of a period.
create index credit_movement_by_time on credit_movement (created_at);

-- Append-only, except that a transaction that has set kemas.retention to 'on' (platform/server/retention.ts) may erase the
-- reason.
create function guard_credit_movement() returns trigger language plpgsql as $$
begin
  if current_setting('kemas.retention', true) is distinct from 'on'
    or new.reason <> '' or to_jsonb(new) - 'reason' <> to_jsonb(old) - 'reason'
  then
    raise exception 'credit_movement is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_movement_is_append_only before delete or truncate on credit_movement
  for each statement execute function refuse_change();
create trigger credit_movement_guard before update on credit_movement
  for each row execute function guard_credit_movement();

-- A customer hears of hours that are about to expire once a day at most.
create table credit_notice (
  customer_id uuid not null references customer,
  day date not null,
  primary key (customer_id, day)
);

-- ==== messages ====

-- In which language somebody is written to: the one that they use Kemas in.
create table message_language (
  person_role text not null constraint message_language_role check (person_role in ('customer', 'cleaner')),
  account_id uuid not null,
  language text not null constraint message_language_known check (language ~ '^[a-z]{2,3}$'),
  chosen_at timestamptz not null,
  primary key (person_role, account_id)
);

-- The texts that the office has written, every version of them. A row without words is the way back to the default.
create table message_text (
  id uuid primary key,
  kind text not null,
  channel text not null constraint message_text_channel check (channel in ('sms', 'email')),
  language text not null constraint message_text_language check (language ~ '^[a-z]{2,3}$'),
  version integer not null constraint message_text_version check (version > 0),
  subject text,
  body text,
  admin_id uuid not null,
  created_at timestamptz not null,
  constraint message_text_once unique (kind, channel, language, version)
);

-- Links in text messages: long ones look like fraud and split messages. The target is sealed, as it may act without a
-- session.
create table short_link (
  code text primary key,
  target text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index short_link_expires_at on short_link (expires_at);

-- ==== schedule ====

-- Time that the office keeps free of visits for many cleaners at once: a training day, a stocktaking.
create table block_booking (
  id uuid primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  description text not null,
  -- The one kind of visit that it keeps away; empty for all.
  only_job_type text not null,
  cleaner_type text not null constraint block_booking_cleaner_type check (cleaner_type in ('all', 'selected')),
  created_at timestamptz not null,
  created_by uuid,
  removed_at timestamptz,
  constraint block_booking_bounds check (starts_at < ends_at)
);
create index block_booking_by_start on block_booking (starts_at, id);
create index block_booking_by_end on block_booking (ends_at, id);
create index block_booking_by_creation on block_booking (created_at, id);
create index block_booking_by_description on block_booking (description, id);
create index block_booking_by_job_type on block_booking (only_job_type, id);
create index block_booking_words on block_booking using gin (search_text(' ' || description) gin_trgm_ops);

-- Time off and blocks as the office wrote them. What they take from the diary is in cleaner_occupation.
create table time_off (
  id uuid primary key,
  cleaner_id uuid not null references cleaner,
  kind text not null check (kind in ('time-off', 'block')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  description text not null,
  -- A block of one kind of work only; null blocks all work.
  only_job_type text,
  created_at timestamptz not null,
  created_by uuid,
  removed_at timestamptz,
  -- The block for many cleaners that it is a part of.
  block_id uuid references block_booking,
  -- Whether time off was written over a visit; set by a trigger, because code would forget it somewhere. No visit is booked
  -- over time off, so only these rows can lie over one; they are few, and visits that need crew are found from them alone.
  -- Judged by the diary as it is under the cleaner's lock, holds included: a visit that has left since changes nothing.
  over_visits boolean not null default false,
  check (starts_at < ends_at),
  check (only_job_type is null or kind = 'block')
);
create index time_off_of_cleaner on time_off (cleaner_id, starts_at) where removed_at is null;
-- Time off of a day is found by when it is, however long.
create index time_off_by_time on time_off using gist (tstzrange(starts_at, ends_at)) where removed_at is null;
create index time_off_of_cleaner_by_end on time_off (cleaner_id, ends_at) where removed_at is null;
create index time_off_of_block on time_off (block_id) where block_id is not null;
-- Only of these rows: few inserted rows belong to them, so time off is written with one index less.
create index time_off_over_visits on time_off (ends_at) where over_visits and removed_at is null;

create function time_off_is_over_visits() returns trigger language plpgsql as $$
begin
  -- An entry of the diary is at most 24 hours long, which leads the index.
  new.over_visits := exists (
    select from cleaner_occupation as entry
    where entry.cleaner_id = new.cleaner_id and entry.kind = 'job' and entry.released_at is null
      and entry.starts_at > new.starts_at - interval '24 hours'
      and entry.starts_at < new.ends_at and entry.ends_at > new.starts_at);
  return new;
end $$;
create trigger time_off_is_over_visits before insert on time_off
  for each row execute function time_off_is_over_visits();

-- THE diary: where a cleaner is. Every path writes through this table, and the database refuses a second place at the same
-- time. Rows are at most 24 h long (longer time off is one row a day), so that the index on the start time finds all that
-- can touch a slot.
create table cleaner_occupation (
  id uuid primary key,
  cleaner_id uuid not null references cleaner,
  kind text not null check (kind in ('job', 'time-off', 'block')),
  job_id uuid,
  time_off_id uuid references time_off,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Jobs only: the same interval widened by half the travel buffer on each side, and the place.
  travel_from timestamptz,
  travel_until timestamptz,
  postal text,
  created_at timestamptz not null,
  released_at timestamptz,
  -- Until when a job is held (null: it is firm) and whose it is.
  held_until timestamptz,
  customer_id uuid references customer,
  constraint cleaner_occupation_bounds check (starts_at < ends_at and ends_at - starts_at <= interval '24 hours'),
  constraint cleaner_occupation_source check (
    (kind = 'job' and job_id is not null and time_off_id is null and postal is not null
      and travel_from <= starts_at and travel_until >= ends_at)
    or (kind <> 'job' and job_id is null and time_off_id is not null and postal is null)
  ),
  -- No cleaner is in two places.
  constraint cleaner_occupation_no_overlap exclude using gist (
    cleaner_id with =,
    tstzrange(starts_at, ends_at) with &&
  ) where (released_at is null),
  -- Between two jobs at different postal codes there is the travel buffer.
  constraint cleaner_occupation_travel exclude using gist (
    cleaner_id with =,
    postal with <>,
    tstzrange(travel_from, travel_until) with &&
  ) where (released_at is null and kind = 'job'),
  constraint cleaner_occupation_held check (held_until is null or kind = 'job')
);
create index cleaner_occupation_of_job on cleaner_occupation (job_id) where job_id is not null;
create index cleaner_occupation_of_time_off on cleaner_occupation (time_off_id) where time_off_id is not null;
create index cleaner_occupation_held on cleaner_occupation (cleaner_id)
  where released_at is null and held_until is not null;
-- What the rule needs of a day's jobs, in one index.
create index cleaner_occupation_by_start on cleaner_occupation (starts_at)
  include (ends_at, cleaner_id, job_id, postal, held_until)
  where released_at is null and kind = 'job';
create index cleaner_occupation_of_cleaner on cleaner_occupation (cleaner_id, starts_at)
  include (ends_at, kind, job_id, postal, held_until)
  where released_at is null;
-- Who usually comes to a customer is asked with every price, every day of free times and every booking: answered by the
-- index alone, instead of by twenty rows that lie anywhere in the table.
create index cleaner_occupation_of_customer on cleaner_occupation (customer_id, starts_at desc, id)
  include (cleaner_id, held_until) where released_at is null and customer_id is not null;

-- A cleaner's time: her day and the free times that everyone sees. The event of a job that she loses names her too.
create function record_schedule_event() returns trigger language plpgsql as $$
declare
  changed cleaner_occupation := coalesce(new, old);
begin
  insert into live_event (topic, record_id, customer_id, cleaner_ids)
  values ('schedule', changed.job_id, changed.customer_id, array[changed.cleaner_id]);
  return null;
end $$;
create trigger cleaner_occupation_is_live after insert or update or delete on cleaner_occupation
  for each row execute function record_schedule_event();

-- ==== jobs ====

create table job_series (
  id uuid primary key,
  customer_id uuid not null references customer,
  interval text not null check (interval in ('weekly', 'fortnightly', 'three-weekly', 'four-weekly', 'monthly')),
  -- Several visits a week, Monday is 1; empty: on the weekday of the first one.
  weekdays smallint[] not null default '{}' check (weekdays <@ '{1,2,3,4,5,6,7}'),
  -- Null: without an end, once the customer has agreed that each visit is charged.
  count integer check (count between 2 and 52),
  -- A regular date, from which interval and weekdays give all others.
  first_at timestamptz not null,
  -- What every visit that is added is: package, size, list price and cancellation terms, frozen.
  visit jsonb not null,
  created_at timestamptz not null,
  -- What the customer agreed to, word for word, when each visit is charged to the saved card; null if paid ahead.
  mandate text,
  agreed_at timestamptz,
  charged text check (charged in ('evening-before', 'after-visit', 'weekly', 'invoice')),
  -- Of a series without an end: its dates until then have their visits, and none are added once it has ended.
  added_until timestamptz,
  ended_at timestamptz,
  constraint job_series_agreed check ((mandate is null) = (agreed_at is null) and (charged is null) = (agreed_at is null))
);
create index job_series_without_end on job_series (added_until)
  where count is null and agreed_at is not null and ended_at is null;

-- Days on which the customer of a series without an end wants no visits, both included.
create table series_pause (
  id uuid primary key,
  series_id uuid not null references job_series,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  created_at timestamptz not null
);
create index series_pause_of_series on series_pause (series_id);

-- A hold: the time that one job, or all visits of a series, keep for a customer who has not paid yet. How and when
-- it ended is written down; a job that is held again gets a new one.
create table job_hold (
  id uuid primary key,
  -- The first of the holds that took each other's place: at most one of them is live.
  root_id uuid not null references job_hold,
  customer_id uuid not null references customer,
  began_at timestamptz not null,
  first_expires_at timestamptz not null,
  expires_at timestamptz not null,
  -- A charge is under way since then: the hold does not run out until the charge is decided.
  paying_since timestamptz,
  ended_at timestamptz,
  ended_how text,
  -- The day by which a customer who pays later is to pay, in business time; null if the hold runs out.
  due_on date,
  -- When the saved card is charged for it without anybody asking, or that it goes on an invoice; null if somebody pays.
  charged text check (charged in ('evening-before', 'after-visit', 'weekly', 'invoice')),
  -- How often the bank has declined that charge, and when it is tried again; null after a decline: it is not.
  charge_declines smallint not null default 0,
  charge_again_at timestamptz,
  constraint job_hold_bounds check (first_expires_at > began_at and expires_at >= first_expires_at),
  constraint job_hold_charged check (charged is null or due_on is not null),
  constraint job_hold_end check ((ended_at is null) = (ended_how is null)),
  constraint job_hold_ended_how check (ended_how in ('paid', 'expired', 'replaced', 'trashed', 'cancelled'))
);
create index job_hold_live on job_hold (expires_at) where ended_at is null;
-- What the saved cards have still to pay.
create index job_hold_charged on job_hold (charged) where ended_at is null and charged is not null;
create index job_hold_of_root on job_hold (root_id);
create index job_hold_of_customer on job_hold (customer_id) where ended_at is null;
-- How many holds a customer has begun in the last hour.
create index job_hold_begun on job_hold (customer_id, began_at);
-- The office is told of its holds that have just ended unpaid.
create index job_hold_expired on job_hold (ended_at) where ended_how = 'expired';

create table job (
  id uuid primary key,
  series_id uuid references job_series,
  label text not null,
  package_id uuid not null references package,
  customer_id uuid not null references customer,
  address_id uuid not null references customer_address,
  job_type text not null check (job_type in ('regular', 'one-time', 'spring-cleaning', 'moving-in-out')),
  cleaner_type text not null check (cleaner_type in ('any', 'preferred')),
  -- `confirmed`: the office lets the customer pay later. The hold does not end until the visit is paid.
  status text not null check (status in ('pending', 'confirmed', 'paid', 'expired', 'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Hours that each cleaner works; the break is on top.
  hours numeric(6, 1) not null check (hours > 0),
  break_hours numeric(6, 2) not null,
  num_cleaners integer not null check (num_cleaners between 1 and 5),
  require_cleaning_supplies boolean not null,
  special_requests text not null,
  contact_details text not null,
  -- The itemised quote and the cancellation terms as they were agreed, frozen.
  price jsonb not null,
  policy jsonb not null,
  amount_to_pay integer not null check (amount_to_pay >= 0),
  credits_used numeric(8, 1) not null default 0,
  has_changed_date boolean not null default false,
  -- The address and the contact as they were at the booking.
  address_line1 text not null,
  address_line2 text not null,
  address_line3 text not null,
  address_postal text not null,
  address_type text not null,
  address_country text not null,
  address_latitude double precision,
  address_longitude double precision,
  address_gender_preference text not null,
  address_has_pets boolean not null,
  address_language_preference text not null,
  address_area_id uuid references area,
  customer_email text not null,
  checklist_comment text not null default '',
  review text,
  review_stars smallint check (review_stars between 1 and 5),
  reviewed_at timestamptz,
  paid_at timestamptz,
  confirmed_at timestamptz,
  confirmed_by uuid,
  cancelled_at timestamptz,
  cancelled_by text,
  cancel_reason text,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  hold_id uuid references job_hold,
  -- Counts the changes of a job, from 1.
  version integer not null default 1,
  -- How far the visit is, kept by triggers on job_crew, so that indexes know it.
  stage text not null default 'upcoming'
    constraint job_stage_check check (stage in ('upcoming', 'in-progress', 'done')),
  -- Whether the public may read the review: the office says, and until then it waits (null).
  review_decision text constraint job_review_decision check (review_decision in ('shown', 'hidden')),
  -- The name that the package had when it was booked. The app writes it, with the rest of what was agreed.
  package_label text not null default '',
  -- The office sorts its jobs by crew: by the name of the first cleaner, as lists show it. Empty without a crew. Kept by
  -- triggers on job_crew and cleaner.
  crew_name text not null default '',
  -- A short number for each job, in the order of booking, that can be read aloud on the phone.
  number integer not null generated by default as identity,
  -- Who booked it: the customer on the site, or the office for them.
  source text not null default 'site' check (source in ('site', 'office')),
  -- The customer's answer to "Did we come?", for a visit that ended without a clock-in.
  came boolean,
  came_answered_at timestamptz,
  -- A visit free of charge that makes good an earlier one.
  reclean_of uuid references job,
  reclean_reason text not null default '',
  constraint job_bounds check (starts_at < ends_at),
  constraint job_review check ((review_stars is null) = (reviewed_at is null)),
  constraint job_review_was_given check (review_decision is null or reviewed_at is not null),
  constraint job_unpaid_is_held check (status not in ('pending', 'confirmed') or hold_id is not null),
  constraint job_came check ((came is null) = (came_answered_at is null)),
  constraint job_reclean check (reclean_of is not null or reclean_reason = '')
);
create index job_of_customer on job (customer_id, starts_at desc);
create index job_of_hold on job (hold_id) where hold_id is not null;
create index job_of_series on job (series_id) where series_id is not null;
create unique index job_number on job (number);
-- What is counted most: jobs by status, and those of a stage.
create index job_count on job (status, stage) where trashed_at is null;
-- The list of jobs, in the order of each column that it shows.
create index job_by_status on job (status, starts_at, id) where trashed_at is null;
create index job_by_stage on job (stage, status, starts_at, id) where trashed_at is null;
create index job_by_type on job (job_type, starts_at, id) include (status) where trashed_at is null;
create index job_by_creation on job (created_at, id) include (status) where trashed_at is null;
create index job_by_label on job (label, id) include (status) where trashed_at is null;
create index job_by_amount on job (amount_to_pay, id) include (status) where trashed_at is null;
create index job_by_package on job (package_label, starts_at, id) include (status) where trashed_at is null;
create index job_by_postal on job (address_postal, starts_at, id) include (status) where trashed_at is null;
create index job_by_address on job (address_line1, id) include (status) where trashed_at is null;
create index job_by_crew on job (crew_name, starts_at, id) include (status) where trashed_at is null;
create index job_trashed on job (starts_at, id) where trashed_at is not null;
create index job_words on job using gin
  (search_text(' ' || label || ' ' || address_postal || ' ' || address_line1) gin_trgm_ops);
-- The totals below the office's list, and the statistics of a month or a year, are read from the index alone.
create index job_by_start on job (starts_at, id)
  include (status, stage, job_type, amount_to_pay, hours, num_cleaners, address_area_id, ends_at, credits_used, customer_id, source)
  where trashed_at is null;
-- Statistics: each customer's visits in order, and visits paid after they took place.
create index job_of_customer_ahead on job (customer_id, starts_at, id) include (created_at)
  where status in ('confirmed', 'paid') and trashed_at is null;
create index job_paid_after_start on job (paid_at) where status = 'paid' and paid_at > starts_at and trashed_at is null;
-- The list of reviews, in the order of each column that it shows. Long texts are sorted by their first 100 characters: an
-- index takes no more than 2,700 bytes.
create index job_reviews on job (reviewed_at, id) where reviewed_at is not null;
create index job_reviews_by_decision on job (review_decision, reviewed_at, id) where reviewed_at is not null;
create index job_reviews_by_stars on job (review_stars, reviewed_at, id) where reviewed_at is not null;
create index job_reviews_by_label on job (label, id) where reviewed_at is not null;
create index job_reviews_by_start on job (starts_at, id) where reviewed_at is not null;
create index job_reviews_by_customer on job (customer_id, id) where reviewed_at is not null;
create index job_reviews_by_text on job (coalesce(left(review, 100), ''), id) where reviewed_at is not null;
create index job_review_words on job using gin (search_text(' ' || review) gin_trgm_ops) where reviewed_at is not null;
-- The site's front page shows the average of all stars: read from the index alone.
create index job_reviews_shown on job (review_stars)
  where review_decision = 'shown' and reviewed_at is not null and trashed_at is null;
-- The office's overview: reviews that wait for a decision, and stars of a period.
create index job_reviews_waiting on job (review_stars, reviewed_at, id)
  where reviewed_at is not null and review_decision is null and trashed_at is null;
create index job_stars on job (reviewed_at) include (review_stars)
  where reviewed_at is not null and trashed_at is null;
-- Visits that are over but not clocked out: without it, every visit ahead is read to find them. Only visits that go ahead:
-- cancelled and expired jobs keep their stage, and there are more of them every year.
create index job_unfinished on job (starts_at) include (ends_at)
  where stage in ('upcoming', 'in-progress') and status in ('confirmed', 'paid') and trashed_at is null;
create index job_said_no on job (starts_at) where came is false and stage = 'upcoming';
-- What is owed, for the list of the office: few jobs at any time.
create index job_owed on job (starts_at) where status = 'confirmed';
-- Series that end soon are found by their visits of a few days.
create index job_of_series_by_start on job (starts_at, series_id)
  where series_id is not null and status in ('confirmed', 'paid') and trashed_at is null;
-- When an expired job can be deleted.
create index job_expired on job (updated_at) where status = 'expired';
create index job_reclean on job (reclean_of) where reclean_of is not null;

create function record_change_of_job() returns trigger language plpgsql as $$
begin
  insert into live_event (topic, record_id, customer_id, cleaner_ids)
  values ('job', new.id, new.customer_id, array(select cleaner_id from job_crew where job_id = new.id));
  return null;
end $$;

-- For tables whose rows belong to a job.
create function record_job_event() returns trigger language plpgsql as $$
declare
  about uuid := (to_jsonb(coalesce(new, old)) ->> 'job_id')::uuid;
begin
  insert into live_event (topic, record_id, customer_id, cleaner_ids)
  select 'job', job.id, job.customer_id, array(select cleaner_id from job_crew where job_id = job.id)
  from job where job.id = about;
  return null;
end $$;
-- Deferred to the end of the transaction, when the job's crew is saved.
create constraint trigger job_is_live after insert or update on job deferrable initially deferred
  for each row execute function record_change_of_job();

-- Tables of features before this one that name a job.
alter table cleaner_occupation add foreign key (job_id) references job;
alter table credit_movement add foreign key (job_id) references job;
alter table credit_use add foreign key (job_id) references job;
alter table money_transaction add foreign key (job_id) references job;
alter table payment_allocation add foreign key (job_id) references job;
alter table payment_waiting_refund add foreign key (job_id) references job;

-- The crew, in order: cleaner1ID … cleaner5ID on the wire. Each clocks in and out alone.
create table job_crew (
  job_id uuid not null references job,
  place smallint not null check (place between 1 and 5),
  cleaner_id uuid not null references cleaner,
  started_at timestamptz,
  start_latitude double precision,
  start_longitude double precision,
  finished_at timestamptz,
  finish_latitude double precision,
  finish_longitude double precision,
  -- What happened on a phone may reach the server later: started_at and finished_at say when it happened, these
  -- when the server heard of it. The window for taking a finish back counts from the latter.
  start_received_at timestamptz,
  finish_received_at timestamptz,
  on_the_way_at timestamptz,
  -- The phone's own estimate, in metres around the position.
  start_accuracy real check (start_accuracy >= 0),
  finish_accuracy real check (finish_accuracy >= 0),
  -- The office corrects the clock times of a crew member: the last correction. The audit trail has the earlier ones.
  corrected_at timestamptz,
  corrected_by uuid,
  correction_reason text,
  primary key (job_id, place),
  constraint job_crew_once unique (job_id, cleaner_id),
  constraint job_crew_clock check (finished_at is null or (started_at is not null and finished_at >= started_at)),
  constraint job_crew_received check (
    (started_at is null or start_received_at >= started_at)
    and (finished_at is null or finish_received_at >= finished_at)
  ),
  constraint job_crew_correction check (
    (corrected_at is null) = (corrected_by is null) and (corrected_at is null) = (correction_reason is null))
);
create index job_crew_of_cleaner on job_crew (cleaner_id, job_id);
-- What is ahead of a cleaner: every visit begins here and leaves as it begins, so it does not grow with the past, but for
-- visits that were cancelled. One small index more for each place in a crew; a cleaner's plan is looked at all day.
create index job_crew_not_begun on job_crew (cleaner_id, job_id) where started_at is null;
-- Statistics: who worked on a visit.
create index job_crew_clocks on job_crew (job_id) include (cleaner_id, started_at);

-- The same as stageOf in features/work/jobs/rules/stage.ts: begun with the first start, done with the last finish.
create function job_stage_of(about uuid) returns text language sql stable as $$
  select case
    when count(*) > 0 and count(*) = count(finished_at) then 'done'
    when count(started_at) > 0 then 'in-progress'
    else 'upcoming'
  end
  from job_crew where job_id = about
$$;

create function job_stage_follows_crew() returns trigger language plpgsql as $$
declare
  about uuid := case when tg_op = 'DELETE' then old.job_id else new.job_id end;
begin
  update job set stage = job_stage_of(about) where id = about and stage <> job_stage_of(about);
  return null;
end $$;

create function job_crew_name_follows_crew() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update job set crew_name = '' where id = old.job_id;
  else
    update job set crew_name = shown_name(cleaner) from cleaner
    where job.id = new.job_id and cleaner.id = new.cleaner_id;
  end if;
  return null;
end $$;

create function job_crew_name_follows_cleaner() returns trigger language plpgsql as $$
begin
  update job set crew_name = shown_name(new)
  where id in (select job_id from job_crew where cleaner_id = new.id and place = 1);
  return null;
end $$;
create trigger job_stage_follows_crew after insert or delete or update of started_at, finished_at on job_crew
  for each row execute function job_stage_follows_crew();
create trigger job_crew_name_follows_new_crew after insert or update of place, cleaner_id on job_crew
  for each row when (new.place = 1) execute function job_crew_name_follows_crew();
create trigger job_crew_name_follows_old_crew after delete on job_crew
  for each row when (old.place = 1) execute function job_crew_name_follows_crew();
-- On cleaner, but here, because it keeps a column of job.
create trigger job_crew_name_follows_cleaner after update of firstname, lastname, display_name on cleaner
  for each row when (shown_name(old) <> shown_name(new)) execute function job_crew_name_follows_cleaner();

-- Cleaners who were replaced on a visit that goes ahead, with what they had clocked: they are paid for it, and their
-- phone may have been offline until then.
create table job_former_crew (
  job_id uuid not null references job,
  cleaner_id uuid not null references cleaner,
  replaced_at timestamptz not null,
  on_the_way_at timestamptz,
  started_at timestamptz,
  start_received_at timestamptz,
  start_latitude double precision,
  start_longitude double precision,
  start_accuracy double precision,
  finished_at timestamptz,
  finish_received_at timestamptz,
  finish_latitude double precision,
  finish_longitude double precision,
  finish_accuracy double precision,
  corrected_at timestamptz,
  corrected_by uuid,
  correction_reason text,
  primary key (job_id, cleaner_id),
  constraint job_former_crew_clock check (
    finished_at is null or started_at is not null and finished_at >= started_at),
  constraint job_former_crew_correction check (
    (corrected_at is null) = (corrected_by is null) and (corrected_at is null) = (correction_reason is null))
);
create index job_former_crew_clocked on job_former_crew (job_id) where started_at is not null;

-- A visit that was called off: the terms as they counted, exactly what was given back, and why.
create table job_cancellation (
  job_id uuid primary key references job,
  on_behalf_of text not null check (on_behalf_of in ('customer', 'company')),
  -- Cents that were kept and given back, hours that were given back and forfeited.
  fee integer not null check (fee >= 0),
  refund integer not null check (refund >= 0),
  credits_returned numeric(8, 1) not null check (credits_returned >= 0),
  credits_forfeited numeric(8, 1) not null check (credits_forfeited >= 0),
  reason text not null,
  cancelled_by uuid,
  created_at timestamptz not null,
  -- Nothing was paid: the fee is a charge (job_charge).
  fee_charged boolean not null default false,
  -- Visits that were called off together name the one from which on: asked again, the call replies the same.
  first_job_id uuid references job
);
create index job_cancellation_together on job_cancellation (first_job_id) where first_job_id is not null;
-- The office's overview: cancellations of a period.
create index job_cancellation_by_time on job_cancellation (created_at);

-- What a visit that is paid or cancelled costs in addition to its price, and how it ended. Owed until then.
create table job_charge (
  id uuid primary key,
  job_id uuid not null references job,
  kind text not null check (kind in ('extra-time', 'parking', 'key', 'lock-out', 'other', 'late-cancellation')),
  -- Of the office, for the customer.
  note text not null default '',
  cents integer not null check (cents > 0),
  created_by uuid,
  created_at timestamptz not null,
  -- The saved card: how often it was declined, and when it is charged next (null: the customer pays another way).
  declines smallint not null default 0,
  charge_at timestamptz,
  ended_at timestamptz,
  ended_as text check (ended_as in ('paid', 'waived')),
  transaction_id uuid references money_transaction,
  constraint job_charge_end check (
    (ended_at is null) = (ended_as is null) and (transaction_id is not null) = (ended_as is not distinct from 'paid'))
);
create index job_charge_job on job_charge (job_id);
create index job_charge_owed on job_charge (charge_at, job_id) where ended_at is null;
create index job_charge_transaction on job_charge (transaction_id) where transaction_id is not null;

-- Money that a changed visit cost more, or less, after it was paid. `transaction_id` is the payment or the refund; while a
-- charge for it is open there is none yet.
create table job_price_change (
  id uuid primary key,
  job_id uuid not null references job,
  -- Positive: paid in addition. Negative: given back.
  cents integer not null check (cents <> 0),
  transaction_id uuid references money_transaction,
  attempt_id uuid references payment_attempt,
  -- What becomes of the visit once the charge has succeeded; null when that is decided.
  change jsonb,
  created_at timestamptz not null,
  -- The charge was declined, or its money went back because the visit had changed meanwhile.
  ended_at timestamptz,
  check (transaction_id is not null or attempt_id is not null)
);
create index job_price_change_job on job_price_change (job_id);
create unique index job_price_change_open on job_price_change (job_id) where transaction_id is null and ended_at is null;

-- What a reader was last told of a visit that has changed since. The task tell-of-changes compares the two and removes the
-- row.
create table visit_last_told (
  job_id uuid not null references job on delete cascade,
  reader_id uuid not null,
  reader_kind text not null check (reader_kind in ('customer', 'cleaner')),
  visit jsonb,
  tell_after timestamptz,
  primary key (job_id, reader_id)
);
comment on column visit_last_told.visit is 'A ToldVisit; null where they were told of no such visit.';
comment on column visit_last_told.tell_after is 'Nobody is told before this moment: the end of the night. Null: as soon as the task runs.';
create index visit_last_told_waiting on visit_last_told (tell_after) where tell_after is not null;

-- ==== reminders ====

-- What a moment asked for, decided once: the reminder of a visit at this time, the last call of this hold.
create table reminder (
  kind text not null,
  about_id uuid not null,
  about_time timestamptz not null,
  decided_at timestamptz not null,
  primary key (kind, about_id, about_time)
);
create index reminder_by_age on reminder (decided_at);

-- ==== conversations ====

-- A thread between the customer and the office about one job.
create table job_message (
  id uuid primary key,
  job_id uuid not null references job,
  customer_id uuid not null references customer,
  written_by text not null constraint job_message_by check (written_by in ('customer', 'admin')),
  -- Of an admin who answered.
  admin_id uuid,
  text text not null constraint job_message_text check (text <> ''),
  -- Of a customer's words: when the office had answered, or said that there is nothing to answer.
  answered_at timestamptz,
  created_at timestamptz not null,
  constraint job_message_admin check ((written_by = 'admin') = (admin_id is not null))
);
create index job_message_of_job on job_message (job_id, created_at, id);
create index job_message_of_customer on job_message (customer_id);
create index job_message_unanswered on job_message (created_at, id)
  where written_by = 'customer' and answered_at is null;
create trigger job_message_is_live after insert or update on job_message
  for each row execute function record_live_event('message-of-customer');

-- ==== series ====

-- A series that ends soon: its customer was told of it, and perhaps wants to hear no more of it.
create table series_renewal (
  series_id uuid primary key references job_series,
  offered_at timestamptz not null,
  declined_at timestamptz,
  -- When the office last sent the offer to continue a series: once, however often it is asked for.
  office_offered_at timestamptz
);

-- A date of a series without an end on which its cleaner is not free: the customer chooses until a day, then what the
-- message said happens.
create table series_question (
  id uuid primary key,
  series_id uuid not null references job_series,
  starts_at timestamptz not null,
  created_at timestamptz not null,
  answer_by timestamptz not null,
  answer text check (answer in ('another-cleaner', 'another-time', 'no-visit')),
  answered_at timestamptz,
  -- The visit that was added.
  job_id uuid references job,
  unique (series_id, starts_at),
  constraint series_question_answered check ((answer is null) = (answered_at is null)),
  constraint series_question_visit check ((job_id is not null) = (answer is not null and answer <> 'no-visit'))
);
create index series_question_open on series_question (answer_by) where answer is null;
create index series_question_of_job on series_question (job_id) where job_id is not null;

-- What the office moved of a series at once: put back by its Undo, as long as no visit of it has changed since.
create table series_move (
  id uuid primary key,
  series_id uuid not null references job_series,
  moved_at timestamptz not null,
  -- The pattern before the move.
  first_at timestamptz not null,
  weekdays smallint[] not null,
  added_until timestamptz,
  undone_at timestamptz
);

-- Each visit as it was before, and the version that the move made of it.
create table series_move_visit (
  move_id uuid not null references series_move,
  job_id uuid not null references job,
  version integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  crew uuid[] not null,
  primary key (move_id, job_id)
);
create index series_move_visit_of_job on series_move_visit (job_id);

-- ==== visits ====

-- The checklist as it stood when the job was paid.
create table job_checklist_item (
  job_id uuid not null references job,
  item_id uuid not null references checklist_item,
  english text not null,
  chinese text not null,
  category text not null,
  position integer not null,
  done_at timestamptz,
  done_by uuid references cleaner,
  -- When a line was last ticked or cleared, as the phone says it. An earlier press that arrives later changes nothing.
  marked_at timestamptz,
  primary key (job_id, item_id)
);
-- How much of a checklist is ticked, for each row of a list of jobs.
create index job_checklist_item_counts on job_checklist_item (job_id) include (done_at);
create trigger job_checklist_item_is_live after update on job_checklist_item
  for each row execute function record_job_event();

-- Photos of a visit, before and after.
create table visit_photo (
  -- Made on the phone when the photo was taken: sent twice it is one photo.
  id uuid primary key,
  job_id uuid not null references job,
  kind text not null check (kind in ('before', 'after')),
  cleaner_id uuid not null references cleaner,
  -- Of an upload. Empty once the photo was removed; the row stays, so that a phone that sends it late does not bring it
  -- back.
  url text not null,
  taken_at timestamptz not null,
  received_at timestamptz not null check (received_at >= taken_at),
  removed_at timestamptz,
  constraint visit_photo_shown_or_removed check ((removed_at is null) = (url <> ''))
);
create index visit_photo_of_job on visit_photo (job_id, taken_at, id);
create index visit_photo_by_receipt on visit_photo (received_at);
create trigger visit_photo_is_live after insert or update on visit_photo
  for each row execute function record_job_event();

-- What a cleaner's phone sent and the server refused: work that would be lost if the office did not hear of it.
create table refused_action (
  id uuid primary key,
  job_id uuid not null references job,
  cleaner_id uuid not null references cleaner,
  act text not null constraint refused_action_act_check check (act in ('start', 'finish', 'tick', 'comment', 'photo')),
  -- When it was done on the phone.
  happened_at timestamptz not null,
  -- The code of the refusal.
  refusal text not null,
  -- Of a note that was not saved.
  note text not null default '',
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid,
  constraint refused_action_once unique (job_id, cleaner_id, act, happened_at)
);
create index refused_action_open on refused_action (created_at) where resolved_at is null;

-- ==== pay ====

-- Rates of pay. Append-only: the rate of a visit is the last one saved with the latest first day on or before the visit's
-- business day.
create table pay_rate (
  id uuid primary key,
  -- Null: for everyone.
  cleaner_id uuid references cleaner,
  -- Null: for every kind of work.
  job_type text constraint pay_rate_job_type_check
    check (job_type in ('regular', 'one-time', 'spring-cleaning', 'moving-in-out')),
  -- Null: from that day there is no such rate, and the next more general one counts.
  cents_per_hour integer constraint pay_rate_cents_per_hour_check check (cents_per_hour between 1 and 100000),
  valid_from date not null,
  created_by uuid not null,
  created_at timestamptz not null
);
create index pay_rate_of_cleaner on pay_rate (cleaner_id, valid_from);
create trigger pay_rate_is_live after insert on pay_rate
  for each row execute function record_live_event('pay');

-- The sheet of a month. A month without a row is a draft in which nothing was added by hand.
create table pay_sheet (
  month date primary key
    constraint pay_sheet_month_check check (extract(day from month) = 1),
  status text not null constraint pay_sheet_status_check check (status in ('draft', 'approved', 'locked')),
  -- As approved; null in a draft.
  cleaners integer,
  visits integer,
  paid_minutes integer,
  total integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint pay_sheet_approved_totals check ((status = 'draft') = (total is null)
    and (total is null) = (cleaners is null) and (total is null) = (visits is null)
    and (total is null) = (paid_minutes is null))
);

-- A locked sheet is final.
create function refuse_change_of_locked_pay() returns trigger language plpgsql as $$
begin
  if exists (select from pay_sheet join changed using (month) where pay_sheet.status = 'locked') then
    raise exception 'the pay sheet is locked' using errcode = 'check_violation', constraint = 'pay_sheet_locked';
  end if;
  return null;
end $$;

create function refuse_unlocking_pay() returns trigger language plpgsql as $$
begin
  raise exception 'the pay sheet is locked' using errcode = 'check_violation', constraint = 'pay_sheet_locked';
end $$;
create trigger pay_sheet_stays_locked before update or delete on pay_sheet
  for each row when (old.status = 'locked') execute function refuse_unlocking_pay();
create trigger pay_sheet_is_live after insert or update on pay_sheet
  for each row execute function record_live_event('pay');

-- Who approved, reopened and locked a sheet, when and why.
create table pay_sheet_change (
  id uuid primary key,
  month date not null references pay_sheet,
  action text not null constraint pay_sheet_change_action_check check (action in ('approved', 'reopened', 'locked')),
  reason text not null,
  -- The sheet's total in cents.
  total integer not null,
  changed_by uuid not null,
  created_at timestamptz not null
);
create index pay_sheet_change_of_month on pay_sheet_change (month, created_at);
create trigger pay_sheet_change_added after insert on pay_sheet_change referencing new table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_sheet_change_changed after update on pay_sheet_change referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_sheet_change_removed after delete on pay_sheet_change referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();

-- A cleaner's part of a visit as approved, with the clock events that it comes from.
create table pay_line (
  month date not null references pay_sheet,
  cleaner_id uuid not null references cleaner,
  job_id uuid not null references job,
  job_type text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  planned_minutes integer not null,
  break_minutes integer not null,
  started_at timestamptz,
  finished_at timestamptz,
  cancelled boolean not null,
  paid_minutes integer not null constraint pay_line_paid_minutes_check check (paid_minutes >= 0),
  -- Cents per hour.
  rate integer not null constraint pay_line_rate_check check (rate > 0),
  amount integer not null constraint pay_line_amount_check check (amount >= 0),
  -- A visit that was paid in another month and then moved is not paid again.
  paid_before boolean not null default false,
  -- Times that a person has set are paid as they stand.
  corrected boolean not null default false,
  primary key (month, cleaner_id, job_id)
);
create index pay_line_of_visit on pay_line (job_id, cleaner_id) where paid_minutes > 0;
create trigger pay_line_added after insert on pay_line referencing new table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_line_changed after update on pay_line referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_line_removed after delete on pay_line referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();

-- What is added to a sheet by hand.
create table pay_extra (
  id uuid primary key,
  month date not null references pay_sheet,
  cleaner_id uuid not null references cleaner,
  job_id uuid references job,
  kind text not null constraint pay_extra_kind_check check (kind in ('extra', 'tip', 'deduction')),
  -- Cents; a deduction is subtracted.
  amount integer not null constraint pay_extra_amount_check check (amount > 0),
  reason text not null,
  created_by uuid not null,
  created_at timestamptz not null
);
create index pay_extra_of_month on pay_extra (month, cleaner_id, created_at);
create trigger pay_extra_added after insert on pay_extra referencing new table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_extra_changed after update on pay_extra referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_extra_removed after delete on pay_extra referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_extra_is_live after insert or update or delete on pay_extra
  for each row execute function record_live_event('pay');

-- ==== calendar ====

-- Secret addresses under which calendar programs read somebody's visits. Only a fingerprint of the secret is kept.
create table calendar_feed (
  id uuid primary key,
  role text not null check (role in ('customer', 'cleaner', 'admin')),
  account_id uuid not null,
  secret_mac text not null unique,
  created_at timestamptz not null,
  last_read_at timestamptz,
  ended_at timestamptz
);
create unique index calendar_feed_live on calendar_feed (role, account_id) where ended_at is null;
create index calendar_feed_of_person on calendar_feed (account_id);

-- ==== cover ====

-- What was done about the visits of a cleaner who could not come.
create table cover (
  id uuid primary key,
  -- Null: visits of several cleaners, or of everyone, are covered together (blocks and holidays).
  cleaner_id uuid references cleaner,
  -- Set together with it; null if she already had time off.
  time_off_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  undo_until timestamptz not null,
  undone_at timestamptz
);
create index cover_of_cleaner on cover (cleaner_id);

-- A visit, what was chosen for it, and what came of it.
create table cover_visit (
  id uuid primary key,
  cover_id uuid not null references cover,
  job_id uuid not null references job,
  choice jsonb not null,
  state text not null constraint cover_visit_state_check
    check (state in ('open', 'waiting', 'done', 'failed', 'undone')),
  detail text not null,
  -- Crews as they were before, by job: that of this visit, and of the one with which it swaps.
  crews jsonb not null,
  starts_at timestamptz not null,
  -- Versions of these jobs afterwards; an undo leaves what was changed since.
  versions jsonb not null,
  -- The start times offered to the customer.
  offers jsonb not null,
  chosen text,
  -- Who cannot come to this visit; null if the whole crew cannot.
  away_id uuid references cleaner,
  -- Everyone of the crew who cannot come: the question to the customer closes once none of them is in the crew any more.
  away_ids jsonb not null default '[]',
  constraint cover_visit_once unique (cover_id, job_id)
);
create index cover_visit_of_job on cover_visit (job_id);
-- Read with each change of a job.
create index cover_visit_waiting on cover_visit (job_id) where state = 'waiting';

-- A cleaner's own report that they cannot come. It sets time off at once; the office then covers their visits.
create table absence (
  id uuid primary key,
  cleaner_id uuid not null references cleaner,
  time_off_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null constraint absence_reason_check check (reason in ('sick', 'family', 'other')),
  created_at timestamptz not null,
  -- By the cleaner, before the office had acted.
  withdrawn_at timestamptz,
  -- What the office did about it; null until then.
  cover_id uuid references cover
);
create index absence_of_cleaner on absence (cleaner_id, ends_at);
create index absence_of_cover on absence (cover_id) where cover_id is not null;
create index absence_open on absence (ends_at) where withdrawn_at is null and cover_id is null;

create function record_absence_event() returns trigger language plpgsql as $$
begin
  insert into live_event (topic, record_id, cleaner_ids) values ('absence', new.id, array[new.cleaner_id]);
  return null;
end $$;
create trigger absence_is_live after insert or update on absence
  for each row execute function record_absence_event();

-- Time off that cleaners ask for in their app; it counts only once the office has accepted it.
create table time_off_request (
  id uuid primary key,
  cleaner_id uuid not null references cleaner,
  first_day date not null,
  last_day date not null,
  note text not null,
  created_at timestamptz not null,
  -- By the cleaner, before the office had decided.
  withdrawn_at timestamptz,
  decided_at timestamptz,
  decided_by uuid,
  -- Of an accepted request; null for a declined one.
  time_off_id uuid,
  constraint time_off_request_days_check check (first_day <= last_day),
  constraint time_off_request_end_check check (withdrawn_at is null or decided_at is null),
  constraint time_off_request_time_off_check check (time_off_id is null or decided_at is not null)
);
create index time_off_request_of_cleaner on time_off_request (cleaner_id, last_day);
create index time_off_request_open on time_off_request (last_day) where withdrawn_at is null and decided_at is null;

create function record_time_off_request_event() returns trigger language plpgsql as $$
begin
  insert into live_event (topic, record_id, cleaner_ids)
  values ('time-off-request', new.id, array[new.cleaner_id]);
  return null;
end $$;
create trigger time_off_request_is_live after insert or update on time_off_request
  for each row execute function record_time_off_request_event();

-- ==== dispatch ====

-- Plans of a day's crews: calculated in the background, accepted in whole or in part, and undone.
create table dispatch_plan (
  id uuid primary key,
  day date not null,
  kind text not null
    constraint dispatch_plan_kind_check check (kind in ('fill', 'improve', 'cleaner-away', 'extra-cleaner')),
  cleaner_id uuid references cleaner on delete cascade,
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
-- The day board shows the latest plan of its day.
create index dispatch_plan_of_day on dispatch_plan (day, created_at);
create trigger dispatch_plan_is_live after insert or update on dispatch_plan
  for each row execute function record_live_event('dispatch');

-- A visit that a plan changes, or cannot serve.
create table dispatch_plan_visit (
  plan_id uuid not null references dispatch_plan on delete cascade,
  job_id uuid not null references job on delete cascade,
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
  primary key (plan_id, job_id)
);
create index dispatch_plan_visit_of_job on dispatch_plan_visit (job_id);

-- ==== waiting-list ====

-- Customers who wait for a day that is full.
create table waiting_entry (
  id uuid primary key,
  customer_id uuid not null references customer,
  address_id uuid not null references customer_address,
  package_id uuid not null references package,
  day date not null,
  part text not null constraint waiting_entry_part_check check (part in ('any', 'morning', 'afternoon')),
  -- Null: the package's own.
  hours numeric(6, 1),
  num_cleaners integer,
  -- Only times at which this cleaner is free are offered; null: anyone.
  cleaner_id uuid references cleaner,
  require_cleaning_supplies boolean not null,
  special_requests text not null,
  contact_details text not null,
  state text not null constraint waiting_entry_state_check
    check (state in ('waiting', 'offered', 'booked', 'passed', 'declined', 'withdrawn', 'closed')),
  -- The booking that was offered; null once it is purged unpaid.
  job_id uuid references job on delete set null,
  created_at timestamptz not null,
  -- When the state last changed.
  changed_at timestamptz not null,
  -- When free times are next looked for, if nothing is freed before.
  check_at timestamptz not null
);
create unique index waiting_entry_once on waiting_entry (customer_id, day, package_id)
  where state in ('waiting', 'offered');
-- The line of a day, first come first.
create index waiting_entry_in_line on waiting_entry (day, created_at, id) where state in ('waiting', 'offered');
create index waiting_entry_by_day on waiting_entry (day, created_at, id);
create index waiting_entry_by_age on waiting_entry (created_at, id);
create index waiting_entry_of_customer on waiting_entry (customer_id);
create index waiting_entry_of_address on waiting_entry (address_id);
create index waiting_entry_of_package on waiting_entry (package_id);
create index waiting_entry_of_cleaner on waiting_entry (cleaner_id) where cleaner_id is not null;
create index waiting_entry_of_job on waiting_entry (job_id) where job_id is not null;
create trigger waiting_entry_is_live after insert or update on waiting_entry
  for each row execute function record_live_event('waiting-list');

-- ==== receipts ====

-- A receipt as it was issued: its document never changes afterwards.
create table issued_receipt (
  transaction_id uuid primary key references money_transaction,
  customer_id uuid not null references customer,
  content jsonb not null,
  issued_at timestamptz not null
);
create index issued_receipt_customer on issued_receipt (customer_id);

-- ==== invoices ====

-- A customer who may be billed by invoice, and what is printed on their invoices. Ended: no longer, for new bookings.
create table customer_billing (
  customer_id uuid primary key references customer,
  bill_to text not null,
  uen text not null,
  -- Lines, as printed.
  address text not null,
  contact text not null,
  email text not null,
  po_number text not null,
  -- Days from the invoice to the day on which it is due.
  terms_days smallint not null constraint customer_billing_terms check (terms_days between 0 and 120),
  -- An invoice for each visit, or one for all visits of a month.
  collect text not null constraint customer_billing_collect check (collect in ('visit', 'month')),
  allowed_by uuid,
  allowed_at timestamptz not null,
  ended_at timestamptz,
  version integer not null default 1
);

-- An issued invoice: what is printed and its total never change. What is written off or paid of it is kept by the same
-- transaction that posts it, and checked against the ledger every night.
create table invoice (
  id uuid primary key,
  -- Without gaps: a number is given under a lock, and no invoice is deleted.
  number integer not null constraint invoice_number unique check (number > 0),
  customer_id uuid not null references customer,
  issued_on date not null,
  due_on date not null,
  -- Cents.
  total integer not null check (total > 0),
  content jsonb not null,
  issued_by uuid,
  issued_at timestamptz not null,
  sent_at timestamptz,
  -- How many of the three reminders were sent.
  reminders smallint not null default 0 check (reminders between 0 and 3),
  reminded_at timestamptz,
  -- Cents: credit notes of its visits, money received for it, and what will never be.
  credited integer not null default 0,
  paid integer not null default 0,
  written_off integer not null default 0,
  written_off_at timestamptz,
  written_off_by uuid,
  write_off_reason text not null default '',
  constraint invoice_due check (due_on >= issued_on),
  -- A visit may be credited after its invoice was written off; money never pays more than is left.
  constraint invoice_sums check (
    least(credited, paid, written_off) >= 0 and greatest(credited, written_off) <= total
    and paid <= greatest(0, total - credited - written_off)),
  constraint invoice_written_off check ((written_off > 0) = (written_off_at is not null))
);
create index invoice_of_customer on invoice (customer_id, number);
create index invoice_by_due on invoice (due_on, number);
create index invoice_open on invoice (due_on) where credited + paid + written_off < total;
create trigger invoice_is_live after insert or update on invoice
  for each row execute function record_live_event('invoice');

create function invoice_stays() returns trigger language plpgsql as $$
begin
  raise exception 'An issued invoice is never changed or deleted.' using errcode = 'restrict_violation';
end $$;
create trigger invoice_stays before delete or update of id, number, customer_id, issued_on, due_on, total, issued_at
  on invoice for each row execute function invoice_stays();

-- A visit or a late cancellation on an invoice: the payment on credit that paid for it.
create table invoice_line (
  transaction_id uuid primary key references money_transaction,
  invoice_id uuid not null references invoice,
  job_id uuid not null references job,
  -- Of what the visit owes besides its price; '' for the visit itself.
  name text not null,
  constraint invoice_line_once unique (invoice_id, job_id)
);
create index invoice_line_of_job on invoice_line (job_id);

-- Money received on account, and the invoice that it names. What is over pays the others, the oldest first.
create table invoice_payment (
  transaction_id uuid primary key references money_transaction,
  invoice_id uuid not null references invoice
);
create index invoice_payment_of_invoice on invoice_payment (invoice_id);

-- ==== overview ====

-- Rows of the overview that a person of the office has put off until later in the day. Deleted once their time has come.
create table need_put_off (
  admin_id uuid not null,
  need text not null,
  until timestamptz not null,
  primary key (admin_id, need)
);

-- ==== import ====

-- Imports of customers and cleaners from a file: one batch per file, one row per person in it.
create table import_batch (
  id uuid primary key,
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
create trigger import_batch_is_live after insert or update on import_batch
  for each row execute function record_live_event('import');

create table import_row (
  batch_id uuid not null references import_batch,
  -- As a spreadsheet numbers it: the header is row 1.
  row_number integer not null,
  -- `kept`: created, and an undo could not remove it.
  outcome text not null
    constraint import_row_outcome_check check (outcome in ('created', 'skipped', 'removed', 'kept')),
  customer_id uuid references customer on delete set null,
  cleaner_id uuid references cleaner on delete set null,
  -- Why it was skipped or kept, without personal data.
  reason text not null,
  -- An undo keeps the people who were changed since.
  written_at timestamptz not null,
  primary key (batch_id, row_number)
);
create index import_row_of_customer on import_row (customer_id) where customer_id is not null;
create index import_row_of_cleaner on import_row (cleaner_id) where cleaner_id is not null;

-- ==== archive ====

-- Exports of everything into one file, which owners download: features/office/archive.
create table archive_export (
  id uuid primary key,
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

-- ==== api-keys ====

-- Keys with which other systems call the API: features/office/api-keys.
create table api_key (
  id uuid primary key,
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

-- ==== webhooks ====

-- Systems that are told of events, and what was sent to them: features/office/webhooks.
create table webhook_endpoint (
  id uuid primary key,
  url text not null,
  description text not null,
  -- Empty: all, also those that are added in later versions.
  event_types text[] not null,
  is_on boolean not null,
  -- Sealed with a key from SESSION_SECRET.
  secret text not null,
  -- Signs as well until then, so that the receiver has time to change to the new one.
  previous_secret text,
  previous_secret_until timestamptz,
  -- Since when every attempt has failed; null if the last one succeeded.
  failing_since timestamptz,
  -- Why it was turned off without anyone asking for it; empty otherwise.
  off_reason text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted by the office. Its row stays as long as its deliveries.
  deleted_at timestamptz,
  constraint webhook_endpoint_previous_check
    check ((previous_secret is null) = (previous_secret_until is null)),
  constraint webhook_endpoint_off_check check (not is_on or (off_reason = '' and deleted_at is null))
);
create trigger webhook_endpoint_is_live after insert or update on webhook_endpoint
  for each row execute function record_live_event('webhook');

-- An event for one endpoint.
create table webhook_delivery (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint,
  -- The same for all endpoints, and whenever it is sent again: the header `webhook-id`.
  event_id uuid not null,
  event_type text not null,
  -- The body as it is sent: its signature covers every byte.
  payload text not null,
  state text not null
    constraint webhook_delivery_state_check check (state in ('waiting', 'delivered', 'failed')),
  -- Since it was published, or last sent again by a person.
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Until then a worker is sending it.
  leased_until timestamptz,
  last_attempt_at timestamptz,
  -- HTTP status of the last reply; null if there was none.
  last_status integer,
  -- Why there was no reply; empty otherwise.
  last_problem text not null default '',
  -- The beginning of the reply's body.
  last_response text not null default '',
  last_duration_ms integer,
  created_at timestamptz not null,
  constraint webhook_delivery_once unique (endpoint_id, event_id),
  constraint webhook_delivery_waiting_check check ((state = 'waiting') = (next_attempt_at is not null))
);
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, created_at, id);
create index webhook_delivery_by_age on webhook_delivery (created_at, id);
create index webhook_delivery_failed on webhook_delivery (endpoint_id, created_at, id) where state = 'failed';
-- The due attempts of each webhook, read separately so that the backlog of one does not delay another:
-- features/office/webhooks/server/cron-jobs.ts.
create index webhook_delivery_due_of_endpoint on webhook_delivery (endpoint_id, next_attempt_at, id)
  where state = 'waiting';
create trigger webhook_delivery_is_live after insert or update on webhook_delivery
  for each row execute function record_live_event('webhook');

-- ==== sandbox ====

-- What the fake providers of platform/server/fakes and the sandbox's clock remember.
create schema sandbox;

create table sandbox.clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);

create table sandbox.message (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  subject text,
  body text not null,
  sent_at timestamptz not null,
  html text
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

create table sandbox.calendar_event (
  id text primary key,
  body jsonb not null,
  deleted_at timestamptz
);
