-- Generated from the migrations by `npm run db:generate`; for reading and review, never run.

CREATE OR REPLACE FUNCTION public.customer_note_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A note is never edited.' using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.erase_fields(record jsonb, fields text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when record is null then null
    when jsonb_typeof(record) = 'object' then (
      select coalesce(
        jsonb_object_agg(key, case when fields is null or key = any(fields) then 'null'::jsonb else value end), '{}')
      from jsonb_each(record))
    when fields is null then 'null'::jsonb
    else record
  end
$function$
;

CREATE OR REPLACE FUNCTION public.guard_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_credit_movement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('kemas.retention', true) is distinct from 'on'
    or new.reason <> '' or to_jsonb(new) - 'reason' <> to_jsonb(old) - 'reason'
  then
    raise exception 'credit_movement is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.invoice_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'An issued invoice is never changed or deleted.' using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.is_erased(record jsonb, changed jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when record is not distinct from changed then true
    when jsonb_typeof(record) = 'object' then not exists (
      select from jsonb_each(record) as old full join jsonb_each(changed) as new using (key)
      where old.value is null or new.value is null or (new.value <> old.value and new.value <> 'null'))
    else record is not null and changed = 'null'
  end
$function$
;

CREATE OR REPLACE FUNCTION public.job_crew_name_follows_cleaner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update job set crew_name = shown_name(new)
  where id in (select job_id from job_crew where cleaner_id = new.id and place = 1);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.job_crew_name_follows_crew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    update job set crew_name = '' where id = old.job_id;
  else
    update job set crew_name = shown_name(cleaner) from cleaner
    where job.id = new.job_id and cleaner.id = new.cleaner_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.job_stage_follows_crew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  about uuid := case when tg_op = 'DELETE' then old.job_id else new.job_id end;
begin
  update job set stage = job_stage_of(about) where id = about and stage <> job_stage_of(about);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.job_stage_of(about uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when count(*) > 0 and count(*) = count(finished_at) then 'done'
    when count(started_at) > 0 then 'in-progress'
    else 'upcoming'
  end
  from job_crew where job_id = about
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_tx_must_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from ledger_entry where tx_id = new.tx_id group by commodity having sum(amount) <> 0
  ) then
    raise exception 'ledger transaction % does not balance', new.tx_id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_tx_must_have_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from ledger_entry where tx_id = new.id) then
    raise exception 'ledger transaction % has no entries', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_live_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('live_event', json_build_object('id', new.id, 'topic', new.topic, 'recordID', new.record_id,
    'customerID', new.customer_id, 'cleanerIDs', new.cleaner_ids)::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.payment_allocation_must_add_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit_unsealed (kind, entry_id) values ('entry', new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_audit_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit_unsealed (kind, entry_id) values ('erasure', new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_absence_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_event (topic, record_id, cleaner_ids) values ('absence', new.id, array[new.cleaner_id]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_change_of_job()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_event (topic, record_id, customer_id, cleaner_ids)
  values ('job', new.id, new.customer_id, array(select cleaner_id from job_crew where job_id = new.id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_job_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  about uuid := (to_jsonb(coalesce(new, old)) ->> 'job_id')::uuid;
begin
  insert into live_event (topic, record_id, customer_id, cleaner_ids)
  select 'job', job.id, job.customer_id, array(select cleaner_id from job_crew where job_id = job.id)
  from job where job.id = about;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_live_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  insert into live_event (topic, record_id, customer_id)
  values (tg_argv[0], (changed ->> 'id')::uuid, (changed ->> 'customer_id')::uuid);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_schedule_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed cleaner_occupation := coalesce(new, old);
begin
  insert into live_event (topic, record_id, customer_id, cleaner_ids)
  values ('schedule', changed.job_id, changed.customer_id, array[changed.cleaner_id]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_time_off_request_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_event (topic, record_id, cleaner_ids)
  values ('time-off-request', new.id, array[new.cleaner_id]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change_of_locked_pay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from pay_sheet join changed using (month) where pay_sheet.status = 'locked') then
    raise exception 'the pay sheet is locked' using errcode = 'check_violation', constraint = 'pay_sheet_locked';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_unlocking_pay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the pay sheet is locked' using errcode = 'check_violation', constraint = 'pay_sheet_locked';
end $function$
;

CREATE OR REPLACE FUNCTION public.search_text(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length($1) = length($1)) THEN lower(translate($1, '`%_\'::text, '''---'::text)) ELSE translate(encode(decode(lower(translate(regexp_replace(regexp_replace(NORMALIZE($1, NFKD), '[\u0300-\u036f\u00ad\u200b]'::text, ''::text, 'g'::text), '[\u2018\u2019\u02bc]'::text, ''''::text, 'g'::text), '`%_\đĐøØłŁ'::text, '''---dDoOlL'::text)), 'escape'::text), 'escape'::text), '\'::text, 'x'::text) END
;

CREATE OR REPLACE FUNCTION public.shown_name(cleaner)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(nullif($1.display_name, ''), $1.firstname || ' ' || $1.lastname)
$function$
;

CREATE OR REPLACE FUNCTION public.time_off_is_over_visits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- An entry of the diary is at most 24 hours long, which leads the index.
  new.over_visits := exists (
    select from cleaner_occupation as entry
    where entry.cleaner_id = new.cleaner_id and entry.kind = 'job' and entry.released_at is null
      and entry.starts_at > new.starts_at - interval '24 hours'
      and entry.starts_at < new.ends_at and entry.ends_at > new.starts_at);
  return new;
end $function$
;

create table absence (
  id uuid not null,
  cleaner_id uuid not null,
  time_off_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  reason text not null,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  cover_id uuid,
  constraint absence_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint absence_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES cover(id),
  constraint absence_pkey PRIMARY KEY (id),
  constraint absence_reason_check CHECK ((reason = ANY (ARRAY['sick'::text, 'family'::text, 'other'::text])))
);

create table admin (
  id uuid not null,
  identity text not null,
  password_hash text not null,
  fullname text not null,
  email text not null,
  totp_secret text,
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  totp_since timestamp with time zone,
  totp_last_step integer not null default 0,
  office_role text not null,
  constraint admin_office_role_check CHECK ((office_role = ANY (ARRAY['owner'::text, 'office'::text, 'dispatcher'::text, 'accountant'::text, 'read-only'::text]))),
  constraint admin_pkey PRIMARY KEY (id),
  constraint admin_totp_has_a_secret CHECK (((totp_since IS NULL) OR (totp_secret IS NOT NULL)))
);

create table admin_password_reset (
  id uuid not null,
  admin_id uuid not null,
  token_sha256 text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  constraint admin_password_reset_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id),
  constraint admin_password_reset_end_reason_check CHECK ((end_reason = ANY (ARRAY['used'::text, 'superseded'::text, 'withdrawn'::text]))),
  constraint admin_password_reset_pkey PRIMARY KEY (id)
);

create table admin_recovery_code (
  admin_id uuid not null,
  code_sha256 text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint admin_recovery_code_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id),
  constraint admin_recovery_code_pkey PRIMARY KEY (admin_id, code_sha256)
);

create table api_key (
  id uuid not null,
  name text not null,
  office_role text not null,
  hash text not null,
  last4 text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from text not null default ''::text,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  constraint api_key_hash_key UNIQUE (hash),
  constraint api_key_office_role_check CHECK ((office_role = ANY (ARRAY['office'::text, 'dispatcher'::text, 'accountant'::text, 'read-only'::text]))),
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_revoked_check CHECK (((revoked_at IS NULL) = (revoked_by IS NULL)))
);

create table application (
  id uuid not null,
  firstname text not null,
  lastname text not null,
  phone text not null,
  email text not null,
  gender text not null,
  age smallint,
  experience text not null,
  nationality text not null,
  home_area text not null,
  apply_for text not null,
  message text not null,
  state text not null,
  note text not null,
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  cleaner_id uuid,
  constraint application_age CHECK (((age >= 16) AND (age <= 99))),
  constraint application_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint application_pkey PRIMARY KEY (id),
  constraint application_state CHECK ((state = ANY (ARRAY['new'::text, 'invited'::text, 'hired'::text, 'declined'::text])))
);

create table archive_export (
  id uuid not null,
  state text not null,
  path text not null default ''::text,
  rows bigint not null default 0,
  of_rows bigint not null default 0,
  pictures bigint not null default 0,
  of_pictures bigint not null default 0,
  bytes bigint not null default 0,
  parts integer not null default 0,
  failure text not null default ''::text,
  beat_at timestamp with time zone not null default now(),
  started_by uuid not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint archive_export_ended_check CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'running'::text])))),
  constraint archive_export_pkey PRIMARY KEY (id),
  constraint archive_export_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'removed'::text])))
);

create table area (
  id uuid not null,
  district text not null,
  name text not null,
  region_id uuid not null,
  latitude double precision not null,
  longitude double precision not null,
  constraint area_district_check CHECK ((district ~ '^\d\d$'::text)),
  constraint area_district_key UNIQUE (district),
  constraint area_pkey PRIMARY KEY (id),
  constraint area_region_id_fkey FOREIGN KEY (region_id) REFERENCES region(id)
);

create table audit_check (
  id uuid not null,
  at timestamp with time zone not null,
  entries bigint not null,
  seq bigint not null,
  hash bytea not null,
  problem text,
  constraint audit_check_pkey PRIMARY KEY (id)
);

create table audit_entry (
  id uuid not null,
  at timestamp with time zone not null,
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
  salt uuid not null default gen_random_uuid(),
  constraint audit_entry_pkey PRIMARY KEY (id)
);

create table audit_head (
  only_row boolean not null default true,
  seq bigint not null,
  hash bytea not null,
  open_run_at timestamp with time zone,
  constraint audit_head_only_row_check CHECK (only_row),
  constraint audit_head_pkey PRIMARY KEY (only_row)
);

create table audit_link (
  seq bigint not null,
  kind text not null,
  entry_id uuid,
  at timestamp with time zone not null,
  sealed_at timestamp with time zone not null,
  facts bytea not null,
  content bytea not null,
  hash bytea not null,
  constraint audit_link_kind_check CHECK (((kind = ANY (ARRAY['entry'::text, 'erasure'::text, 'purge'::text])) AND ((kind = 'purge'::text) = (entry_id IS NULL)))),
  constraint audit_link_pkey PRIMARY KEY (seq)
);

create table audit_unsealed (
  id bigint not null,
  kind text not null,
  entry_id uuid,
  at timestamp with time zone,
  constraint audit_unsealed_kind_check CHECK ((((kind = ANY (ARRAY['entry'::text, 'erasure'::text])) AND (entry_id IS NOT NULL) AND (at IS NULL)) OR ((kind = 'purge'::text) AND (entry_id IS NULL) AND (at IS NOT NULL)))),
  constraint audit_unsealed_pkey PRIMARY KEY (id)
);

create table block_booking (
  id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  description text not null,
  only_job_type text not null,
  cleaner_type text not null,
  created_at timestamp with time zone not null,
  created_by uuid,
  removed_at timestamp with time zone,
  constraint block_booking_bounds CHECK ((starts_at < ends_at)),
  constraint block_booking_cleaner_type CHECK ((cleaner_type = ANY (ARRAY['all'::text, 'selected'::text]))),
  constraint block_booking_pkey PRIMARY KEY (id)
);

create table calendar_feed (
  id uuid not null,
  role text not null,
  account_id uuid not null,
  secret_mac text not null,
  created_at timestamp with time zone not null,
  last_read_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint calendar_feed_pkey PRIMARY KEY (id),
  constraint calendar_feed_role_check CHECK ((role = ANY (ARRAY['customer'::text, 'cleaner'::text, 'admin'::text]))),
  constraint calendar_feed_secret_mac_key UNIQUE (secret_mac)
);

create table card_setup (
  id uuid not null,
  customer_id uuid not null,
  token text,
  token_key text not null,
  status text not null,
  stripe_si_id text,
  client_secret text,
  failure_code text,
  ip text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  settled_at timestamp with time zone,
  next_check_at timestamp with time zone,
  constraint card_setup_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint card_setup_pkey PRIMARY KEY (id),
  constraint card_setup_status_check CHECK ((status = ANY (ARRAY['created'::text, 'sent'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text, 'unknown'::text, 'canceled'::text]))),
  constraint card_setup_stripe_si_id_key UNIQUE (stripe_si_id)
);

create table checklist_item (
  id uuid not null,
  english text not null,
  chinese text not null,
  category text not null,
  "position" integer not null,
  job_types text[] not null,
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint checklist_item_pkey PRIMARY KEY (id)
);

create table cleaner (
  id uuid not null,
  salutation text not null,
  firstname text not null,
  lastname text not null,
  gender text not null,
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
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  avoids_pets boolean not null default false,
  display_name text not null default ''::text,
  invited_at timestamp with time zone,
  constraint cleaner_gender_check CHECK ((gender = ANY (ARRAY[''::text, 'female'::text, 'male'::text]))),
  constraint cleaner_mobile_key UNIQUE (mobile),
  constraint cleaner_pkey PRIMARY KEY (id)
);

create table cleaner_occupation (
  id uuid not null,
  cleaner_id uuid not null,
  kind text not null,
  job_id uuid,
  time_off_id uuid,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  travel_from timestamp with time zone,
  travel_until timestamp with time zone,
  postal text,
  created_at timestamp with time zone not null,
  released_at timestamp with time zone,
  held_until timestamp with time zone,
  customer_id uuid,
  constraint cleaner_occupation_bounds CHECK (((starts_at < ends_at) AND ((ends_at - starts_at) <= '24:00:00'::interval))),
  constraint cleaner_occupation_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint cleaner_occupation_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint cleaner_occupation_held CHECK (((held_until IS NULL) OR (kind = 'job'::text))),
  constraint cleaner_occupation_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint cleaner_occupation_kind_check CHECK ((kind = ANY (ARRAY['job'::text, 'time-off'::text, 'block'::text]))),
  constraint cleaner_occupation_no_overlap EXCLUDE USING gist (cleaner_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE ((released_at IS NULL)),
  constraint cleaner_occupation_pkey PRIMARY KEY (id),
  constraint cleaner_occupation_source CHECK ((((kind = 'job'::text) AND (job_id IS NOT NULL) AND (time_off_id IS NULL) AND (postal IS NOT NULL) AND (travel_from <= starts_at) AND (travel_until >= ends_at)) OR ((kind <> 'job'::text) AND (job_id IS NULL) AND (time_off_id IS NOT NULL) AND (postal IS NULL)))),
  constraint cleaner_occupation_time_off_id_fkey FOREIGN KEY (time_off_id) REFERENCES time_off(id),
  constraint cleaner_occupation_travel EXCLUDE USING gist (cleaner_id WITH =, postal WITH <>, tstzrange(travel_from, travel_until) WITH &&) WHERE (((released_at IS NULL) AND (kind = 'job'::text)))
);

create table cleaner_region (
  cleaner_id uuid not null,
  region_id uuid not null,
  constraint cleaner_region_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint cleaner_region_pkey PRIMARY KEY (cleaner_id, region_id),
  constraint cleaner_region_region_id_fkey FOREIGN KEY (region_id) REFERENCES region(id)
);

create table cleaner_week (
  cleaner_id uuid not null,
  weekday smallint not null,
  available boolean not null,
  shifts int4multirange not null,
  constraint cleaner_week_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint cleaner_week_pkey PRIMARY KEY (cleaner_id, weekday),
  constraint cleaner_week_weekday_check CHECK (((weekday >= 0) AND (weekday <= 6)))
);

create table contact_request (
  id uuid not null,
  firstname text not null,
  lastname text not null,
  mobile text not null,
  email text not null,
  subject text not null,
  message text not null,
  state text not null,
  note text not null,
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint contact_request_pkey PRIMARY KEY (id),
  constraint contact_request_state CHECK ((state = ANY (ARRAY['new'::text, 'answering'::text, 'answered'::text, 'closed'::text])))
);

create table cover (
  id uuid not null,
  cleaner_id uuid,
  time_off_id uuid,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  undo_until timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint cover_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint cover_pkey PRIMARY KEY (id)
);

create table cover_visit (
  id uuid not null,
  cover_id uuid not null,
  job_id uuid not null,
  choice jsonb not null,
  state text not null,
  detail text not null,
  crews jsonb not null,
  starts_at timestamp with time zone not null,
  versions jsonb not null,
  offers jsonb not null,
  chosen text,
  away_id uuid,
  away_ids jsonb not null default '[]'::jsonb,
  constraint cover_visit_away_id_fkey FOREIGN KEY (away_id) REFERENCES cleaner(id),
  constraint cover_visit_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES cover(id),
  constraint cover_visit_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint cover_visit_once UNIQUE (cover_id, job_id),
  constraint cover_visit_pkey PRIMARY KEY (id),
  constraint cover_visit_state_check CHECK ((state = ANY (ARRAY['open'::text, 'waiting'::text, 'done'::text, 'failed'::text, 'undone'::text])))
);

create table credit_gift (
  id uuid not null,
  sender_id uuid not null,
  email text not null,
  email_type text,
  message text not null,
  hours numeric(8,1) not null,
  code_hash bytea not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  claimed_at timestamp with time zone,
  claimed_by uuid,
  returned_at timestamp with time zone,
  hours_expire_at timestamp with time zone,
  constraint credit_gift_claimed CHECK (((claimed_at IS NULL) = (claimed_by IS NULL))),
  constraint credit_gift_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES customer(id),
  constraint credit_gift_code_hash_key UNIQUE (code_hash),
  constraint credit_gift_email_type_check CHECK ((email_type = ANY (ARRAY['existing'::text, 'new'::text]))),
  constraint credit_gift_hours_check CHECK ((hours > (0)::numeric)),
  constraint credit_gift_one_end CHECK (((claimed_at IS NULL) OR (returned_at IS NULL))),
  constraint credit_gift_pkey PRIMARY KEY (id),
  constraint credit_gift_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES customer(id)
);

create table credit_gift_part (
  gift_id uuid not null,
  lot_id uuid not null,
  hours numeric(8,1) not null,
  cost integer not null,
  constraint credit_gift_part_cost_check CHECK ((cost >= 0)),
  constraint credit_gift_part_gift_id_fkey FOREIGN KEY (gift_id) REFERENCES credit_gift(id),
  constraint credit_gift_part_hours_check CHECK ((hours > (0)::numeric)),
  constraint credit_gift_part_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES credit_lot(id),
  constraint credit_gift_part_pkey PRIMARY KEY (gift_id, lot_id)
);

create table credit_lot (
  id uuid not null,
  customer_id uuid not null,
  per_hour integer not null,
  granted numeric(8,1) not null,
  remaining numeric(8,1) not null,
  source text not null,
  transaction_id uuid,
  purchased_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  cost integer not null default 0,
  cost_left integer not null default 0,
  notice_given smallint,
  original_expires_at timestamp with time zone,
  constraint credit_lot_check CHECK (((remaining >= (0)::numeric) AND (remaining <= granted))),
  constraint credit_lot_cost_check CHECK ((cost >= 0)),
  constraint credit_lot_cost_left CHECK (((cost_left >= 0) AND (cost_left <= cost) AND ((remaining > (0)::numeric) OR (cost_left = 0)))),
  constraint credit_lot_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint credit_lot_granted_check CHECK ((granted > (0)::numeric)),
  constraint credit_lot_notice CHECK ((notice_given = ANY (ARRAY[30, 7]))),
  constraint credit_lot_per_hour_check CHECK ((per_hour >= 0)),
  constraint credit_lot_pkey PRIMARY KEY (id),
  constraint credit_lot_source_check CHECK ((source = ANY (ARRAY['purchase'::text, 'gift'::text, 'adjustment'::text, 'refund'::text]))),
  constraint credit_lot_tier CHECK ((per_hour = ANY (ARRAY[27, 25, 24, 0]))),
  constraint credit_lot_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES money_transaction(id)
);

create table credit_movement (
  id uuid not null,
  lot_id uuid not null,
  customer_id uuid not null,
  kind text not null,
  hours numeric(8,1) not null,
  job_id uuid,
  gift_id uuid,
  transaction_id uuid,
  reason text not null,
  ledger_tx_id uuid not null,
  created_at timestamp with time zone not null,
  constraint credit_movement_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint credit_movement_gift_id_fkey FOREIGN KEY (gift_id) REFERENCES credit_gift(id),
  constraint credit_movement_hours_check CHECK ((hours <> (0)::numeric)),
  constraint credit_movement_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint credit_movement_kind_check CHECK ((kind = ANY (ARRAY['bought'::text, 'adjusted'::text, 'held'::text, 'returned'::text, 'sent'::text, 'gift-returned'::text, 'received'::text, 'expired'::text, 'refunded'::text]))),
  constraint credit_movement_ledger_tx_id_fkey FOREIGN KEY (ledger_tx_id) REFERENCES ledger_tx(id),
  constraint credit_movement_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES credit_lot(id),
  constraint credit_movement_pkey PRIMARY KEY (id),
  constraint credit_movement_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES money_transaction(id)
);

create table credit_notice (
  customer_id uuid not null,
  day date not null,
  constraint credit_notice_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint credit_notice_pkey PRIMARY KEY (customer_id, day)
);

create table credit_purchase (
  id uuid not null,
  customer_id uuid not null,
  package_id uuid not null,
  label text not null,
  per_hour integer not null,
  hours numeric(8,1) not null,
  price jsonb not null,
  total integer not null,
  promocode text not null,
  status text not null,
  lot_id uuid,
  transaction_id uuid,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  request_key text,
  constraint credit_purchase_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint credit_purchase_decided CHECK (((status = 'open'::text) = (decided_at IS NULL))),
  constraint credit_purchase_hours_check CHECK ((hours > (0)::numeric)),
  constraint credit_purchase_lot CHECK (((status = 'paid'::text) = (lot_id IS NOT NULL))),
  constraint credit_purchase_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES credit_lot(id),
  constraint credit_purchase_package_id_fkey FOREIGN KEY (package_id) REFERENCES package(id),
  constraint credit_purchase_pkey PRIMARY KEY (id),
  constraint credit_purchase_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'failed'::text]))),
  constraint credit_purchase_total_check CHECK ((total >= 0)),
  constraint credit_purchase_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES money_transaction(id)
);

create table credit_use (
  id uuid not null,
  job_id uuid not null,
  lot_id uuid not null,
  customer_id uuid not null,
  hours numeric(8,1) not null,
  cost integer not null,
  held_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  ended_at timestamp with time zone,
  returned numeric(8,1) not null default 0,
  returned_cost integer not null default 0,
  constraint credit_use_cost_check CHECK ((cost >= 0)),
  constraint credit_use_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint credit_use_end CHECK (((ended_at IS NOT NULL) OR (returned = (0)::numeric))),
  constraint credit_use_hours_check CHECK ((hours > (0)::numeric)),
  constraint credit_use_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint credit_use_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES credit_lot(id),
  constraint credit_use_pkey PRIMARY KEY (id),
  constraint credit_use_returned CHECK ((((returned >= (0)::numeric) AND (returned <= hours)) AND ((returned_cost >= 0) AND (returned_cost <= cost))))
);

create table cron_run (
  name text not null,
  completed_at timestamp with time zone not null,
  constraint cron_run_pkey PRIMARY KEY (name)
);

create table customer (
  id uuid not null,
  mobile text not null,
  salutation text not null,
  firstname text not null,
  lastname text not null,
  email text not null,
  otp_verified_at timestamp with time zone,
  stripe_customer_id text,
  card_payment_method_id text,
  card_last4 text,
  card_expiry_month integer,
  card_expiry_year integer,
  credits_left numeric(8,1) not null default 0,
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  email_confirmed_at timestamp with time zone,
  display_name text not null default ''::text,
  card_brand text,
  constraint customer_closed_is_nobody CHECK (((closed_at IS NULL) OR ((mobile = ''::text) AND (email = ''::text) AND (lastname = ''::text) AND (display_name = ''::text) AND (trashed_at IS NOT NULL)))),
  constraint customer_credits_left_check CHECK ((credits_left >= (0)::numeric)),
  constraint customer_pkey PRIMARY KEY (id),
  constraint customer_stripe_customer_id_key UNIQUE (stripe_customer_id)
);

create table customer_address (
  id uuid not null,
  customer_id uuid not null,
  label text not null,
  type text not null,
  is_primary boolean not null,
  address_line1 text not null,
  address_line2 text not null,
  address_line3 text not null,
  country text not null,
  postal text not null,
  latitude double precision,
  longitude double precision,
  has_pets boolean not null,
  language_preference text not null,
  gender_preference text not null,
  area_id uuid,
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint customer_address_area_id_fkey FOREIGN KEY (area_id) REFERENCES area(id),
  constraint customer_address_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_address_gender_preference_check CHECK ((gender_preference = ANY (ARRAY[''::text, 'female'::text, 'male'::text]))),
  constraint customer_address_pkey PRIMARY KEY (id),
  constraint customer_address_postal_check CHECK ((postal ~ '^\d{6}$'::text))
);

create table customer_billing (
  customer_id uuid not null,
  bill_to text not null,
  uen text not null,
  address text not null,
  contact text not null,
  email text not null,
  po_number text not null,
  terms_days smallint not null,
  collect text not null,
  allowed_by uuid,
  allowed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  version integer not null default 1,
  constraint customer_billing_collect CHECK ((collect = ANY (ARRAY['visit'::text, 'month'::text]))),
  constraint customer_billing_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_billing_pkey PRIMARY KEY (customer_id),
  constraint customer_billing_terms CHECK (((terms_days >= 0) AND (terms_days <= 120)))
);

create table customer_consent (
  id uuid not null,
  customer_id uuid not null,
  channel text not null,
  text_version text not null,
  source text not null,
  given_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  withdrawn_how text,
  constraint customer_consent_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'phone'::text, 'follow-ups'::text]))),
  constraint customer_consent_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_consent_pkey PRIMARY KEY (id),
  constraint customer_consent_source_check CHECK ((source = ANY (ARRAY['sign-up'::text, 'account'::text, 'booking'::text, 'link'::text]))),
  constraint customer_consent_withdrawn CHECK (((withdrawn_at IS NULL) = (withdrawn_how IS NULL))),
  constraint customer_consent_withdrawn_how_check CHECK ((withdrawn_how = ANY (ARRAY['account'::text, 'closed'::text, 'link'::text])))
);

create table customer_email_change (
  id uuid not null,
  customer_id uuid not null,
  email text not null,
  token_sha256 text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  constraint customer_email_change_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_email_change_end_reason_check CHECK ((end_reason = ANY (ARRAY['confirmed'::text, 'superseded'::text, 'cancelled'::text, 'withdrawn'::text]))),
  constraint customer_email_change_ended_with_reason CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint customer_email_change_pkey PRIMARY KEY (id)
);

create table customer_facebook (
  facebook_id text not null,
  customer_id uuid not null,
  linked_at timestamp with time zone not null,
  constraint customer_facebook_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_facebook_key PRIMARY KEY (facebook_id),
  constraint customer_facebook_of_customer UNIQUE (customer_id)
);

create table customer_note (
  id uuid not null,
  customer_id uuid not null,
  admin_id uuid not null,
  text text not null,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  constraint customer_note_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_note_pkey PRIMARY KEY (id),
  constraint customer_note_text_check CHECK ((text <> ''::text)),
  constraint customer_note_withdrawn_by_somebody CHECK (((withdrawn_at IS NULL) = (withdrawn_by IS NULL)))
);

create table customer_registration (
  id uuid not null,
  mobile text not null,
  salutation text not null,
  firstname text not null,
  lastname text not null,
  email text not null,
  visitor_mac text,
  created_at timestamp with time zone not null,
  consents text[] not null default '{}'::text[],
  constraint customer_registration_mobile_key UNIQUE (mobile),
  constraint customer_registration_pkey PRIMARY KEY (id)
);

create table dispatch_plan (
  id uuid not null,
  day date not null,
  kind text not null,
  cleaner_id uuid,
  state text not null,
  progress double precision not null default 0,
  stop_requested boolean not null default false,
  summary jsonb,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint dispatch_plan_away_check CHECK (((kind = 'cleaner-away'::text) = (cleaner_id IS NOT NULL))),
  constraint dispatch_plan_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id) ON DELETE CASCADE,
  constraint dispatch_plan_kind_check CHECK ((kind = ANY (ARRAY['fill'::text, 'improve'::text, 'cleaner-away'::text, 'extra-cleaner'::text]))),
  constraint dispatch_plan_pkey PRIMARY KEY (id),
  constraint dispatch_plan_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision))),
  constraint dispatch_plan_state_check CHECK ((state = ANY (ARRAY['running'::text, 'ready'::text, 'stopped'::text, 'failed'::text])))
);

create table dispatch_plan_visit (
  plan_id uuid not null,
  job_id uuid not null,
  starts_at timestamp with time zone not null,
  crew_before uuid[] not null,
  crew_after uuid[],
  change_group integer not null,
  details jsonb not null,
  outcome text,
  reason text not null default ''::text,
  constraint dispatch_plan_visit_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id) ON DELETE CASCADE,
  constraint dispatch_plan_visit_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'refused'::text, 'undone'::text, 'not-undone'::text]))),
  constraint dispatch_plan_visit_pkey PRIMARY KEY (plan_id, job_id),
  constraint dispatch_plan_visit_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES dispatch_plan(id) ON DELETE CASCADE
);

create table extension_migration (
  extension text not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  constraint extension_migration_pkey PRIMARY KEY (extension, name)
);

create table facebook_proof (
  id uuid not null,
  facebook_id text not null,
  visitor_mac text,
  token_mac text not null,
  created_at timestamp with time zone not null,
  constraint facebook_proof_pkey PRIMARY KEY (id)
);

create table idempotency_key (
  scope text not null,
  key text not null,
  call text not null,
  request_sha256 text not null,
  status integer,
  reply text,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint idempotency_key_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  constraint idempotency_key_pkey PRIMARY KEY (scope, key)
);

create table import_batch (
  id uuid not null,
  kind text not null,
  source text not null,
  filename text not null,
  total integer not null,
  created integer not null default 0,
  skipped integer not null default 0,
  removed integer not null default 0,
  ended_at timestamp with time zone,
  cancelled boolean not null default false,
  undone_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint import_batch_counts_check CHECK ((((created + skipped) <= total) AND (removed <= created))),
  constraint import_batch_kind_check CHECK ((kind = ANY (ARRAY['customers'::text, 'cleaners'::text]))),
  constraint import_batch_pkey PRIMARY KEY (id),
  constraint import_batch_source_check CHECK ((source = ANY (ARRAY['kemas'::text, 'jobber'::text, 'bookingkoala'::text, 'other'::text]))),
  constraint import_batch_total_check CHECK ((total > 0))
);

create table import_row (
  batch_id uuid not null,
  row_number integer not null,
  outcome text not null,
  customer_id uuid,
  cleaner_id uuid,
  reason text not null,
  written_at timestamp with time zone not null,
  constraint import_row_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES import_batch(id),
  constraint import_row_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id) ON DELETE SET NULL,
  constraint import_row_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id) ON DELETE SET NULL,
  constraint import_row_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'skipped'::text, 'removed'::text, 'kept'::text]))),
  constraint import_row_pkey PRIMARY KEY (batch_id, row_number)
);

create table inbox_step (
  id uuid not null,
  subject_kind text not null,
  subject_id uuid not null,
  state text,
  reply text,
  at timestamp with time zone not null,
  by_id uuid,
  constraint inbox_step_does_one CHECK (((state IS NULL) <> (reply IS NULL))),
  constraint inbox_step_pkey PRIMARY KEY (id)
);

create table invoice (
  id uuid not null,
  number integer not null,
  customer_id uuid not null,
  issued_on date not null,
  due_on date not null,
  total integer not null,
  content jsonb not null,
  issued_by uuid,
  issued_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  reminders smallint not null default 0,
  reminded_at timestamp with time zone,
  credited integer not null default 0,
  paid integer not null default 0,
  written_off integer not null default 0,
  written_off_at timestamp with time zone,
  written_off_by uuid,
  write_off_reason text not null default ''::text,
  constraint invoice_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint invoice_due CHECK ((due_on >= issued_on)),
  constraint invoice_number UNIQUE (number),
  constraint invoice_number_check CHECK ((number > 0)),
  constraint invoice_pkey PRIMARY KEY (id),
  constraint invoice_reminders_check CHECK (((reminders >= 0) AND (reminders <= 3))),
  constraint invoice_sums CHECK (((LEAST(credited, paid, written_off) >= 0) AND (GREATEST(credited, written_off) <= total) AND (paid <= GREATEST(0, ((total - credited) - written_off))))),
  constraint invoice_total_check CHECK ((total > 0)),
  constraint invoice_written_off CHECK (((written_off > 0) = (written_off_at IS NOT NULL)))
);

create table invoice_line (
  transaction_id uuid not null,
  invoice_id uuid not null,
  job_id uuid not null,
  name text not null,
  constraint invoice_line_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  constraint invoice_line_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint invoice_line_once UNIQUE (invoice_id, job_id),
  constraint invoice_line_pkey PRIMARY KEY (transaction_id),
  constraint invoice_line_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES money_transaction(id)
);

create table invoice_payment (
  transaction_id uuid not null,
  invoice_id uuid not null,
  constraint invoice_payment_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  constraint invoice_payment_pkey PRIMARY KEY (transaction_id),
  constraint invoice_payment_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES money_transaction(id)
);

create table issued_receipt (
  transaction_id uuid not null,
  customer_id uuid not null,
  content jsonb not null,
  issued_at timestamp with time zone not null,
  constraint issued_receipt_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint issued_receipt_pkey PRIMARY KEY (transaction_id),
  constraint issued_receipt_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES money_transaction(id)
);

create table job (
  id uuid not null,
  series_id uuid,
  label text not null,
  package_id uuid not null,
  customer_id uuid not null,
  address_id uuid not null,
  job_type text not null,
  cleaner_type text not null,
  status text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  hours numeric(6,1) not null,
  break_hours numeric(6,2) not null,
  num_cleaners integer not null,
  require_cleaning_supplies boolean not null,
  special_requests text not null,
  contact_details text not null,
  price jsonb not null,
  policy jsonb not null,
  amount_to_pay integer not null,
  credits_used numeric(8,1) not null default 0,
  has_changed_date boolean not null default false,
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
  address_area_id uuid,
  customer_email text not null,
  checklist_comment text not null default ''::text,
  review text,
  review_stars smallint,
  reviewed_at timestamp with time zone,
  paid_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  confirmed_by uuid,
  cancelled_at timestamp with time zone,
  cancelled_by text,
  cancel_reason text,
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  hold_id uuid,
  version integer not null default 1,
  stage text not null default 'upcoming'::text,
  review_decision text,
  package_label text not null default ''::text,
  crew_name text not null default ''::text,
  number integer not null,
  source text not null default 'site'::text,
  came boolean,
  came_answered_at timestamp with time zone,
  reclean_of uuid,
  reclean_reason text not null default ''::text,
  constraint job_address_area_id_fkey FOREIGN KEY (address_area_id) REFERENCES area(id),
  constraint job_address_id_fkey FOREIGN KEY (address_id) REFERENCES customer_address(id),
  constraint job_amount_to_pay_check CHECK ((amount_to_pay >= 0)),
  constraint job_bounds CHECK ((starts_at < ends_at)),
  constraint job_came CHECK (((came IS NULL) = (came_answered_at IS NULL))),
  constraint job_cleaner_type_check CHECK ((cleaner_type = ANY (ARRAY['any'::text, 'preferred'::text]))),
  constraint job_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint job_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES job_hold(id),
  constraint job_hours_check CHECK ((hours > (0)::numeric)),
  constraint job_job_type_check CHECK ((job_type = ANY (ARRAY['regular'::text, 'one-time'::text, 'spring-cleaning'::text, 'moving-in-out'::text]))),
  constraint job_num_cleaners_check CHECK (((num_cleaners >= 1) AND (num_cleaners <= 5))),
  constraint job_package_id_fkey FOREIGN KEY (package_id) REFERENCES package(id),
  constraint job_pkey PRIMARY KEY (id),
  constraint job_reclean CHECK (((reclean_of IS NOT NULL) OR (reclean_reason = ''::text))),
  constraint job_reclean_of_fkey FOREIGN KEY (reclean_of) REFERENCES job(id),
  constraint job_review CHECK (((review_stars IS NULL) = (reviewed_at IS NULL))),
  constraint job_review_decision CHECK ((review_decision = ANY (ARRAY['shown'::text, 'hidden'::text]))),
  constraint job_review_stars_check CHECK (((review_stars >= 1) AND (review_stars <= 5))),
  constraint job_review_was_given CHECK (((review_decision IS NULL) OR (reviewed_at IS NOT NULL))),
  constraint job_series_id_fkey FOREIGN KEY (series_id) REFERENCES job_series(id),
  constraint job_source_check CHECK ((source = ANY (ARRAY['site'::text, 'office'::text]))),
  constraint job_stage_check CHECK ((stage = ANY (ARRAY['upcoming'::text, 'in-progress'::text, 'done'::text]))),
  constraint job_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'paid'::text, 'expired'::text, 'cancelled'::text]))),
  constraint job_unpaid_is_held CHECK (((status <> ALL (ARRAY['pending'::text, 'confirmed'::text])) OR (hold_id IS NOT NULL)))
);

create table job_cancellation (
  job_id uuid not null,
  on_behalf_of text not null,
  fee integer not null,
  refund integer not null,
  credits_returned numeric(8,1) not null,
  credits_forfeited numeric(8,1) not null,
  reason text not null,
  cancelled_by uuid,
  created_at timestamp with time zone not null,
  fee_charged boolean not null default false,
  first_job_id uuid,
  constraint job_cancellation_credits_forfeited_check CHECK ((credits_forfeited >= (0)::numeric)),
  constraint job_cancellation_credits_returned_check CHECK ((credits_returned >= (0)::numeric)),
  constraint job_cancellation_fee_check CHECK ((fee >= 0)),
  constraint job_cancellation_first_job_id_fkey FOREIGN KEY (first_job_id) REFERENCES job(id),
  constraint job_cancellation_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint job_cancellation_on_behalf_of_check CHECK ((on_behalf_of = ANY (ARRAY['customer'::text, 'company'::text]))),
  constraint job_cancellation_pkey PRIMARY KEY (job_id),
  constraint job_cancellation_refund_check CHECK ((refund >= 0))
);

create table job_charge (
  id uuid not null,
  job_id uuid not null,
  kind text not null,
  note text not null default ''::text,
  cents integer not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  declines smallint not null default 0,
  charge_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_as text,
  transaction_id uuid,
  constraint job_charge_cents_check CHECK ((cents > 0)),
  constraint job_charge_end CHECK ((((ended_at IS NULL) = (ended_as IS NULL)) AND ((transaction_id IS NOT NULL) = (NOT (ended_as IS DISTINCT FROM 'paid'::text))))),
  constraint job_charge_ended_as_check CHECK ((ended_as = ANY (ARRAY['paid'::text, 'waived'::text]))),
  constraint job_charge_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint job_charge_kind_check CHECK ((kind = ANY (ARRAY['extra-time'::text, 'parking'::text, 'key'::text, 'lock-out'::text, 'other'::text, 'late-cancellation'::text]))),
  constraint job_charge_pkey PRIMARY KEY (id),
  constraint job_charge_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES money_transaction(id)
);

create table job_checklist_item (
  job_id uuid not null,
  item_id uuid not null,
  english text not null,
  chinese text not null,
  category text not null,
  "position" integer not null,
  done_at timestamp with time zone,
  done_by uuid,
  marked_at timestamp with time zone,
  constraint job_checklist_item_done_by_fkey FOREIGN KEY (done_by) REFERENCES cleaner(id),
  constraint job_checklist_item_item_id_fkey FOREIGN KEY (item_id) REFERENCES checklist_item(id),
  constraint job_checklist_item_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint job_checklist_item_pkey PRIMARY KEY (job_id, item_id)
);

create table job_crew (
  job_id uuid not null,
  place smallint not null,
  cleaner_id uuid not null,
  started_at timestamp with time zone,
  start_latitude double precision,
  start_longitude double precision,
  finished_at timestamp with time zone,
  finish_latitude double precision,
  finish_longitude double precision,
  start_received_at timestamp with time zone,
  finish_received_at timestamp with time zone,
  on_the_way_at timestamp with time zone,
  start_accuracy real,
  finish_accuracy real,
  corrected_at timestamp with time zone,
  corrected_by uuid,
  correction_reason text,
  constraint job_crew_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint job_crew_clock CHECK (((finished_at IS NULL) OR ((started_at IS NOT NULL) AND (finished_at >= started_at)))),
  constraint job_crew_correction CHECK ((((corrected_at IS NULL) = (corrected_by IS NULL)) AND ((corrected_at IS NULL) = (correction_reason IS NULL)))),
  constraint job_crew_finish_accuracy_check CHECK ((finish_accuracy >= (0)::double precision)),
  constraint job_crew_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint job_crew_once UNIQUE (job_id, cleaner_id),
  constraint job_crew_pkey PRIMARY KEY (job_id, place),
  constraint job_crew_place_check CHECK (((place >= 1) AND (place <= 5))),
  constraint job_crew_received CHECK ((((started_at IS NULL) OR (start_received_at >= started_at)) AND ((finished_at IS NULL) OR (finish_received_at >= finished_at)))),
  constraint job_crew_start_accuracy_check CHECK ((start_accuracy >= (0)::double precision))
);

create table job_former_crew (
  job_id uuid not null,
  cleaner_id uuid not null,
  replaced_at timestamp with time zone not null,
  on_the_way_at timestamp with time zone,
  started_at timestamp with time zone,
  start_received_at timestamp with time zone,
  start_latitude double precision,
  start_longitude double precision,
  start_accuracy double precision,
  finished_at timestamp with time zone,
  finish_received_at timestamp with time zone,
  finish_latitude double precision,
  finish_longitude double precision,
  finish_accuracy double precision,
  corrected_at timestamp with time zone,
  corrected_by uuid,
  correction_reason text,
  constraint job_former_crew_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint job_former_crew_clock CHECK (((finished_at IS NULL) OR ((started_at IS NOT NULL) AND (finished_at >= started_at)))),
  constraint job_former_crew_correction CHECK ((((corrected_at IS NULL) = (corrected_by IS NULL)) AND ((corrected_at IS NULL) = (correction_reason IS NULL)))),
  constraint job_former_crew_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint job_former_crew_pkey PRIMARY KEY (job_id, cleaner_id)
);

create table job_hold (
  id uuid not null,
  root_id uuid not null,
  customer_id uuid not null,
  began_at timestamp with time zone not null,
  first_expires_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  paying_since timestamp with time zone,
  ended_at timestamp with time zone,
  ended_how text,
  due_on date,
  charged text,
  charge_declines smallint not null default 0,
  charge_again_at timestamp with time zone,
  constraint job_hold_bounds CHECK (((first_expires_at > began_at) AND (expires_at >= first_expires_at))),
  constraint job_hold_charged CHECK (((charged IS NULL) OR (due_on IS NOT NULL))),
  constraint job_hold_charged_check CHECK ((charged = ANY (ARRAY['evening-before'::text, 'after-visit'::text, 'weekly'::text, 'invoice'::text]))),
  constraint job_hold_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint job_hold_end CHECK (((ended_at IS NULL) = (ended_how IS NULL))),
  constraint job_hold_ended_how CHECK ((ended_how = ANY (ARRAY['paid'::text, 'expired'::text, 'replaced'::text, 'trashed'::text, 'cancelled'::text]))),
  constraint job_hold_pkey PRIMARY KEY (id),
  constraint job_hold_root_id_fkey FOREIGN KEY (root_id) REFERENCES job_hold(id)
);

create table job_message (
  id uuid not null,
  job_id uuid not null,
  customer_id uuid not null,
  written_by text not null,
  admin_id uuid,
  text text not null,
  answered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint job_message_admin CHECK (((written_by = 'admin'::text) = (admin_id IS NOT NULL))),
  constraint job_message_by CHECK ((written_by = ANY (ARRAY['customer'::text, 'admin'::text]))),
  constraint job_message_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint job_message_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint job_message_pkey PRIMARY KEY (id),
  constraint job_message_text CHECK ((text <> ''::text))
);

create table job_price_change (
  id uuid not null,
  job_id uuid not null,
  cents integer not null,
  transaction_id uuid,
  attempt_id uuid,
  change jsonb,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint job_price_change_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempt(id),
  constraint job_price_change_cents_check CHECK ((cents <> 0)),
  constraint job_price_change_check CHECK (((transaction_id IS NOT NULL) OR (attempt_id IS NOT NULL))),
  constraint job_price_change_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint job_price_change_pkey PRIMARY KEY (id),
  constraint job_price_change_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES money_transaction(id)
);

create table job_series (
  id uuid not null,
  customer_id uuid not null,
  "interval" text not null,
  weekdays smallint[] not null default '{}'::smallint[],
  count integer,
  first_at timestamp with time zone not null,
  visit jsonb not null,
  created_at timestamp with time zone not null,
  mandate text,
  agreed_at timestamp with time zone,
  charged text,
  added_until timestamp with time zone,
  ended_at timestamp with time zone,
  constraint job_series_agreed CHECK ((((mandate IS NULL) = (agreed_at IS NULL)) AND ((charged IS NULL) = (agreed_at IS NULL)))),
  constraint job_series_charged_check CHECK ((charged = ANY (ARRAY['evening-before'::text, 'after-visit'::text, 'weekly'::text, 'invoice'::text]))),
  constraint job_series_count_check CHECK (((count >= 2) AND (count <= 52))),
  constraint job_series_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint job_series_interval_check CHECK (("interval" = ANY (ARRAY['weekly'::text, 'fortnightly'::text, 'three-weekly'::text, 'four-weekly'::text, 'monthly'::text]))),
  constraint job_series_pkey PRIMARY KEY (id),
  constraint job_series_weekdays_check CHECK ((weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]))
);

create table ledger_entry (
  tx_id uuid not null,
  line smallint not null,
  account text not null,
  commodity text not null,
  amount bigint not null,
  constraint ledger_entry_amount_check CHECK ((amount <> 0)),
  constraint ledger_entry_commodity_check CHECK ((commodity ~ '^(SGD|H\d+)$'::text)),
  constraint ledger_entry_pkey PRIMARY KEY (tx_id, line),
  constraint ledger_entry_tx_id_fkey FOREIGN KEY (tx_id) REFERENCES ledger_tx(id)
);

create table ledger_tx (
  id uuid not null,
  kind text not null,
  ref_kind text not null,
  ref_id text not null,
  idempotency_key text not null,
  created_at timestamp with time zone not null,
  constraint ledger_tx_idempotency_key_key UNIQUE (idempotency_key),
  constraint ledger_tx_pkey PRIMARY KEY (id)
);

create table list_view (
  id uuid not null,
  admin_id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  columns text[] not null,
  shared boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint list_view_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id),
  constraint list_view_columns_check CHECK ((cardinality(columns) <= 40)),
  constraint list_view_list_check CHECK ((char_length(list) <= 60)),
  constraint list_view_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint list_view_pkey PRIMARY KEY (id),
  constraint list_view_query_check CHECK ((char_length(query) <= 1000))
);

create table live_event (
  id bigint not null,
  at timestamp with time zone not null default now(),
  topic text not null,
  record_id uuid,
  customer_id uuid,
  cleaner_ids uuid[] not null default '{}'::uuid[],
  constraint live_event_pkey PRIMARY KEY (id)
);

create table message (
  id uuid not null,
  kind text not null,
  channel text not null,
  recipient text not null,
  customer_id uuid,
  cleaner_id uuid,
  job_id uuid,
  job_version integer,
  key text,
  note jsonb,
  data jsonb,
  language text,
  subject text,
  body text,
  state text not null,
  attempts integer not null,
  failure text not null,
  repeats uuid,
  due_at timestamp with time zone not null,
  not_after timestamp with time zone,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  constraint message_channel CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text]))),
  constraint message_delivered CHECK (((delivered_at IS NOT NULL) = (state = 'delivered'::text))),
  constraint message_of_version CHECK (((job_id IS NULL) = (job_version IS NULL))),
  constraint message_pkey PRIMARY KEY (id),
  constraint message_sent CHECK (
CASE
    WHEN (state = ANY (ARRAY['sent'::text, 'delivered'::text])) THEN (sent_at IS NOT NULL)
    ELSE ((sent_at IS NULL) OR (state = 'failed'::text))
END),
  constraint message_state CHECK ((state = ANY (ARRAY['held'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'superseded'::text])))
);

create table message_language (
  person_role text not null,
  account_id uuid not null,
  language text not null,
  chosen_at timestamp with time zone not null,
  constraint message_language_known CHECK ((language ~ '^[a-z]{2,3}$'::text)),
  constraint message_language_pkey PRIMARY KEY (person_role, account_id),
  constraint message_language_role CHECK ((person_role = ANY (ARRAY['customer'::text, 'cleaner'::text])))
);

create table message_text (
  id uuid not null,
  kind text not null,
  channel text not null,
  language text not null,
  version integer not null,
  subject text,
  body text,
  admin_id uuid not null,
  created_at timestamp with time zone not null,
  constraint message_text_channel CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text]))),
  constraint message_text_language CHECK ((language ~ '^[a-z]{2,3}$'::text)),
  constraint message_text_once UNIQUE (kind, channel, language, version),
  constraint message_text_pkey PRIMARY KEY (id),
  constraint message_text_version CHECK ((version > 0))
);

create table money_transaction (
  id uuid not null,
  type text not null,
  method text not null,
  total integer not null,
  customer_id uuid not null,
  job_id uuid,
  package_id uuid,
  attempt_id uuid,
  refund_of uuid,
  ledger_tx_id uuid,
  details text not null,
  receipt_no bigint not null default nextval('receipt_no'::regclass),
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  card_brand text,
  card_last4 text,
  constraint money_transaction_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempt(id),
  constraint money_transaction_attempt_id_key UNIQUE (attempt_id),
  constraint money_transaction_card_last4_check CHECK ((card_last4 ~ '^[0-9]{4}$'::text)),
  constraint money_transaction_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint money_transaction_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint money_transaction_ledger_tx_id_fkey FOREIGN KEY (ledger_tx_id) REFERENCES ledger_tx(id),
  constraint money_transaction_method_check CHECK ((method = ANY (ARRAY['card'::text, 'credits'::text, 'cash'::text, 'paynow'::text, 'bank'::text, 'adjustment'::text, 'invoice'::text]))),
  constraint money_transaction_package_id_fkey FOREIGN KEY (package_id) REFERENCES package(id),
  constraint money_transaction_pkey PRIMARY KEY (id),
  constraint money_transaction_receipt_no_key UNIQUE (receipt_no),
  constraint money_transaction_refund_of_fkey FOREIGN KEY (refund_of) REFERENCES money_transaction(id),
  constraint money_transaction_type_check CHECK ((type = ANY (ARRAY['job'::text, 'credit-package'::text, 'ad-hoc'::text, 'refund'::text, 'manual'::text, 'invoice-payment'::text])))
);

create table need_put_off (
  admin_id uuid not null,
  need text not null,
  until timestamp with time zone not null,
  constraint need_put_off_pkey PRIMARY KEY (admin_id, need)
);

create table one_time_code (
  id uuid not null,
  purpose text not null,
  mobile text not null,
  account_id uuid,
  code_mac text not null,
  tries integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  is_sent boolean not null,
  known_browser uuid,
  constraint one_time_code_end_reason_check CHECK ((end_reason = ANY (ARRAY['used'::text, 'superseded'::text, 'too-many-tries'::text]))),
  constraint one_time_code_pkey PRIMARY KEY (id),
  constraint one_time_code_purpose_check CHECK ((purpose = ANY (ARRAY['customer-sign-in'::text, 'cleaner-sign-in'::text, 'change-mobile'::text, 'link-facebook'::text])))
);

create table package (
  id uuid not null,
  type text not null,
  category text not null,
  pricing_type text not null,
  label text not null,
  description text not null,
  price_per_hour integer not null,
  total_hours numeric(6,1) not null,
  num_cleaners integer not null,
  hours_per_cleaner numeric(6,1) not null,
  break_hours numeric(6,2) not null,
  supplies_cost integer not null,
  supplies_included boolean not null,
  supplies_to_be_prepared text not null,
  start_time text not null,
  credits numeric(8,1) not null,
  price integer not null,
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  takes_hours text not null default 'yes'::text,
  description_zh text not null default ''::text,
  supplies_to_be_prepared_zh text not null default ''::text,
  constraint package_num_cleaners_check CHECK (((num_cleaners >= 1) AND (num_cleaners <= 5))),
  constraint package_pkey PRIMARY KEY (id),
  constraint package_price_check CHECK ((price >= 0)),
  constraint package_price_per_hour_check CHECK ((price_per_hour >= 0)),
  constraint package_pricing_type_check CHECK ((pricing_type = ANY (ARRAY['fixed'::text, 'hourly'::text]))),
  constraint package_supplies_cost_check CHECK ((supplies_cost >= 0)),
  constraint package_takes_hours_check CHECK ((takes_hours = ANY (ARRAY['yes'::text, 'no'::text, 'with-difference'::text]))),
  constraint package_type_check CHECK ((type = ANY (ARRAY['regular'::text, 'one-time'::text, 'spring-cleaning'::text, 'moving-in-out'::text])))
);

create table pay_extra (
  id uuid not null,
  month date not null,
  cleaner_id uuid not null,
  job_id uuid,
  kind text not null,
  amount integer not null,
  reason text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint pay_extra_amount_check CHECK ((amount > 0)),
  constraint pay_extra_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint pay_extra_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint pay_extra_kind_check CHECK ((kind = ANY (ARRAY['extra'::text, 'tip'::text, 'deduction'::text]))),
  constraint pay_extra_month_fkey FOREIGN KEY (month) REFERENCES pay_sheet(month),
  constraint pay_extra_pkey PRIMARY KEY (id)
);

create table pay_line (
  month date not null,
  cleaner_id uuid not null,
  job_id uuid not null,
  job_type text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  planned_minutes integer not null,
  break_minutes integer not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  cancelled boolean not null,
  paid_minutes integer not null,
  rate integer not null,
  amount integer not null,
  paid_before boolean not null default false,
  corrected boolean not null default false,
  constraint pay_line_amount_check CHECK ((amount >= 0)),
  constraint pay_line_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint pay_line_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint pay_line_month_fkey FOREIGN KEY (month) REFERENCES pay_sheet(month),
  constraint pay_line_paid_minutes_check CHECK ((paid_minutes >= 0)),
  constraint pay_line_pkey PRIMARY KEY (month, cleaner_id, job_id),
  constraint pay_line_rate_check CHECK ((rate > 0))
);

create table pay_rate (
  id uuid not null,
  cleaner_id uuid,
  job_type text,
  cents_per_hour integer,
  valid_from date not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint pay_rate_cents_per_hour_check CHECK (((cents_per_hour >= 1) AND (cents_per_hour <= 100000))),
  constraint pay_rate_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint pay_rate_job_type_check CHECK ((job_type = ANY (ARRAY['regular'::text, 'one-time'::text, 'spring-cleaning'::text, 'moving-in-out'::text]))),
  constraint pay_rate_pkey PRIMARY KEY (id)
);

create table pay_sheet (
  month date not null,
  status text not null,
  cleaners integer,
  visits integer,
  paid_minutes integer,
  total integer,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint pay_sheet_approved_totals CHECK ((((status = 'draft'::text) = (total IS NULL)) AND ((total IS NULL) = (cleaners IS NULL)) AND ((total IS NULL) = (visits IS NULL)) AND ((total IS NULL) = (paid_minutes IS NULL)))),
  constraint pay_sheet_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint pay_sheet_pkey PRIMARY KEY (month),
  constraint pay_sheet_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'approved'::text, 'locked'::text])))
);

create table pay_sheet_change (
  id uuid not null,
  month date not null,
  action text not null,
  reason text not null,
  total integer not null,
  changed_by uuid not null,
  created_at timestamp with time zone not null,
  constraint pay_sheet_change_action_check CHECK ((action = ANY (ARRAY['approved'::text, 'reopened'::text, 'locked'::text]))),
  constraint pay_sheet_change_month_fkey FOREIGN KEY (month) REFERENCES pay_sheet(month),
  constraint pay_sheet_change_pkey PRIMARY KEY (id)
);

create table payment_alarm (
  id uuid not null,
  kind text not null,
  attempt_id uuid,
  transaction_id uuid,
  customer_id uuid,
  stripe_pi_id text,
  cents integer,
  why text not null,
  jobs jsonb not null default '[]'::jsonb,
  raised_at timestamp with time zone not null,
  resolution text,
  reason text,
  settled_at timestamp with time zone,
  settled_by uuid,
  settled_transaction_id uuid,
  provider_ref text,
  constraint payment_alarm_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempt(id),
  constraint payment_alarm_cents_check CHECK ((cents > 0)),
  constraint payment_alarm_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint payment_alarm_kind_check CHECK ((kind = ANY (ARRAY['amount_mismatch'::text, 'other_payment'::text, 'unwanted_payment'::text, 'unknown_payment'::text, 'dispute'::text, 'refund_failed'::text, 'unknown_refund'::text, 'refund_by_hand'::text]))),
  constraint payment_alarm_once UNIQUE NULLS NOT DISTINCT (kind, attempt_id, transaction_id, stripe_pi_id, provider_ref),
  constraint payment_alarm_pkey PRIMARY KEY (id),
  constraint payment_alarm_resolution_check CHECK ((resolution = ANY (ARRAY['refunded'::text, 'kept'::text, 'not_charged'::text]))),
  constraint payment_alarm_settled CHECK ((((settled_at IS NULL) = (resolution IS NULL)) AND ((settled_at IS NULL) = (reason IS NULL)) AND ((settled_at IS NULL) = (settled_by IS NULL)))),
  constraint payment_alarm_settled_transaction_id_fkey FOREIGN KEY (settled_transaction_id) REFERENCES money_transaction(id),
  constraint payment_alarm_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES money_transaction(id)
);

create table payment_allocation (
  transaction_id uuid not null,
  job_id uuid not null,
  cents integer not null,
  constraint payment_allocation_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint payment_allocation_pkey PRIMARY KEY (transaction_id, job_id),
  constraint payment_allocation_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES money_transaction(id)
);

create table payment_attempt (
  id uuid not null,
  purpose text not null,
  target_id uuid not null,
  customer_id uuid not null,
  amount integer not null,
  currency text not null default 'SGD'::text,
  credits_spent numeric(8,1) not null default 0,
  price_snapshot jsonb not null,
  instrument jsonb not null,
  status text not null,
  stripe_pi_id text,
  client_secret text,
  failure_code text,
  failure_message text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  settled_at timestamp with time zone,
  next_check_at timestamp with time zone,
  ip text,
  request_key text,
  constraint payment_attempt_amount_check CHECK ((amount >= 0)),
  constraint payment_attempt_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint payment_attempt_pkey PRIMARY KEY (id),
  constraint payment_attempt_purpose_check CHECK ((purpose = ANY (ARRAY['job'::text, 'job-change'::text, 'job-charge'::text, 'credit-package'::text, 'ad-hoc'::text, 'save-card'::text]))),
  constraint payment_attempt_status_check CHECK ((status = ANY (ARRAY['created'::text, 'sent'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text, 'unknown'::text, 'canceled'::text]))),
  constraint payment_attempt_stripe_pi_id_key UNIQUE (stripe_pi_id)
);

create table payment_dispute (
  id uuid not null,
  provider_ref text not null,
  payment_intent_id text not null,
  cents integer not null,
  reason text not null,
  opened_at timestamp with time zone not null,
  due_by timestamp with time zone,
  closed_at timestamp with time zone,
  outcome text,
  next_check_at timestamp with time zone not null,
  constraint payment_dispute_cents_check CHECK ((cents > 0)),
  constraint payment_dispute_closed CHECK (((closed_at IS NULL) = (outcome IS NULL))),
  constraint payment_dispute_outcome_check CHECK ((outcome = ANY (ARRAY['won'::text, 'lost'::text]))),
  constraint payment_dispute_pkey PRIMARY KEY (id),
  constraint payment_dispute_provider_ref_key UNIQUE (provider_ref)
);

create table payment_refund (
  id uuid not null,
  transaction_id uuid not null,
  payment_id uuid not null,
  stripe_pi_id text not null,
  cents integer not null,
  origin text not null,
  status text not null,
  provider_refund_id text,
  failure_code text,
  reversal_id uuid,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  settled_at timestamp with time zone,
  next_check_at timestamp with time zone,
  constraint payment_refund_cents_check CHECK ((cents > 0)),
  constraint payment_refund_origin_check CHECK ((origin = ANY (ARRAY['kemas'::text, 'provider'::text]))),
  constraint payment_refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES money_transaction(id),
  constraint payment_refund_pkey PRIMARY KEY (id),
  constraint payment_refund_provider_refund_id_key UNIQUE (provider_refund_id),
  constraint payment_refund_reversal_id_fkey FOREIGN KEY (reversal_id) REFERENCES money_transaction(id),
  constraint payment_refund_reversed CHECK (((reversal_id IS NULL) OR (status = 'failed'::text))),
  constraint payment_refund_status_check CHECK ((status = ANY (ARRAY['created'::text, 'sent'::text, 'pending'::text, 'succeeded'::text, 'failed'::text, 'unknown'::text]))),
  constraint payment_refund_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES money_transaction(id),
  constraint payment_refund_transaction_id_key UNIQUE (transaction_id)
);

create table payment_waiting_refund (
  id uuid not null,
  payment_id uuid not null,
  job_id uuid not null,
  cents integer not null,
  requested_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  refund_id uuid,
  constraint payment_waiting_refund_cents_check CHECK ((cents > 0)),
  constraint payment_waiting_refund_ended CHECK (((refund_id IS NULL) OR (ended_at IS NOT NULL))),
  constraint payment_waiting_refund_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint payment_waiting_refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES money_transaction(id),
  constraint payment_waiting_refund_pkey PRIMARY KEY (id),
  constraint payment_waiting_refund_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES money_transaction(id)
);

create table postal_place (
  postal text not null,
  found boolean not null,
  block text not null default ''::text,
  street text not null default ''::text,
  building text not null default ''::text,
  latitude double precision,
  longitude double precision,
  looked_up_at timestamp with time zone not null,
  constraint postal_place_pkey PRIMARY KEY (postal),
  constraint postal_place_position CHECK (((found = (latitude IS NOT NULL)) AND (found = (longitude IS NOT NULL)))),
  constraint postal_place_postal CHECK ((postal ~ '^\d{6}$'::text))
);

create table postal_sector (
  sector text not null,
  area_id uuid not null,
  constraint postal_sector_area_id_fkey FOREIGN KEY (area_id) REFERENCES area(id),
  constraint postal_sector_pkey PRIMARY KEY (sector),
  constraint postal_sector_sector_check CHECK ((sector ~ '^\d\d$'::text))
);

create table promo_code (
  id uuid not null,
  code text not null,
  label text not null,
  type text not null,
  amount numeric(10,1) not null,
  start_date date,
  end_date date,
  booking_types text[] not null,
  packages uuid[] not null,
  total_allocation integer,
  max_per_customer integer,
  taken integer not null default 0,
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  first_booking_only boolean not null default false,
  regions uuid[] not null default '{}'::uuid[],
  constraint promo_code_amount_check CHECK ((amount > (0)::numeric)),
  constraint promo_code_max_per_customer_check CHECK ((max_per_customer > 0)),
  constraint promo_code_not_overused CHECK (((taken >= 0) AND ((total_allocation IS NULL) OR (taken <= total_allocation)))),
  constraint promo_code_pkey PRIMARY KEY (id),
  constraint promo_code_total_allocation_check CHECK ((total_allocation >= 0)),
  constraint promo_code_type_check CHECK ((type = ANY (ARRAY['percent'::text, 'amount'::text, 'hours'::text]))),
  constraint promo_code_window CHECK ((start_date <= end_date))
);

create table promo_use (
  id uuid not null,
  promo_code_id uuid not null,
  customer_id uuid not null,
  target_kind text not null,
  target_id uuid not null,
  discount integer not null,
  reserved_at timestamp with time zone not null,
  used_at timestamp with time zone,
  released_at timestamp with time zone,
  first_booking boolean not null default false,
  constraint promo_use_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint promo_use_discount_check CHECK ((discount >= 0)),
  constraint promo_use_pkey PRIMARY KEY (id),
  constraint promo_use_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_code(id),
  constraint promo_use_target_kind_check CHECK ((target_kind = ANY (ARRAY['job'::text, 'credit-package'::text])))
);

create table public_holiday (
  day date not null,
  name text not null,
  closed boolean not null default true,
  constraint public_holiday_pkey PRIMARY KEY (day)
);

create table refused_action (
  id uuid not null,
  job_id uuid not null,
  cleaner_id uuid not null,
  act text not null,
  happened_at timestamp with time zone not null,
  refusal text not null,
  note text not null default ''::text,
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  constraint refused_action_act_check CHECK ((act = ANY (ARRAY['start'::text, 'finish'::text, 'tick'::text, 'comment'::text, 'photo'::text]))),
  constraint refused_action_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint refused_action_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint refused_action_once UNIQUE (job_id, cleaner_id, act, happened_at),
  constraint refused_action_pkey PRIMARY KEY (id)
);

create table region (
  id uuid not null,
  name text not null,
  constraint region_name_key UNIQUE (name),
  constraint region_pkey PRIMARY KEY (id)
);

create table reminder (
  kind text not null,
  about_id uuid not null,
  about_time timestamp with time zone not null,
  decided_at timestamp with time zone not null,
  constraint reminder_pkey PRIMARY KEY (kind, about_id, about_time)
);

create table schema_migration (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table series_move (
  id uuid not null,
  series_id uuid not null,
  moved_at timestamp with time zone not null,
  first_at timestamp with time zone not null,
  weekdays smallint[] not null,
  added_until timestamp with time zone,
  undone_at timestamp with time zone,
  constraint series_move_pkey PRIMARY KEY (id),
  constraint series_move_series_id_fkey FOREIGN KEY (series_id) REFERENCES job_series(id)
);

create table series_move_visit (
  move_id uuid not null,
  job_id uuid not null,
  version integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  crew uuid[] not null,
  constraint series_move_visit_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint series_move_visit_move_id_fkey FOREIGN KEY (move_id) REFERENCES series_move(id),
  constraint series_move_visit_pkey PRIMARY KEY (move_id, job_id)
);

create table series_pause (
  id uuid not null,
  series_id uuid not null,
  first_day date not null,
  last_day date not null,
  created_at timestamp with time zone not null,
  constraint series_pause_check CHECK ((last_day >= first_day)),
  constraint series_pause_pkey PRIMARY KEY (id),
  constraint series_pause_series_id_fkey FOREIGN KEY (series_id) REFERENCES job_series(id)
);

create table series_question (
  id uuid not null,
  series_id uuid not null,
  starts_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  answer_by timestamp with time zone not null,
  answer text,
  answered_at timestamp with time zone,
  job_id uuid,
  constraint series_question_answer_check CHECK ((answer = ANY (ARRAY['another-cleaner'::text, 'another-time'::text, 'no-visit'::text]))),
  constraint series_question_answered CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint series_question_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint series_question_pkey PRIMARY KEY (id),
  constraint series_question_series_id_fkey FOREIGN KEY (series_id) REFERENCES job_series(id),
  constraint series_question_series_id_starts_at_key UNIQUE (series_id, starts_at),
  constraint series_question_visit CHECK (((job_id IS NOT NULL) = ((answer IS NOT NULL) AND (answer <> 'no-visit'::text))))
);

create table series_renewal (
  series_id uuid not null,
  offered_at timestamp with time zone not null,
  declined_at timestamp with time zone,
  office_offered_at timestamp with time zone,
  constraint series_renewal_pkey PRIMARY KEY (series_id),
  constraint series_renewal_series_id_fkey FOREIGN KEY (series_id) REFERENCES job_series(id)
);

create table session (
  id uuid not null,
  role text not null,
  account_id uuid not null,
  stay_signed_in boolean not null,
  cookie_sha256 text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  ip text not null,
  user_agent text not null,
  vouched_by text,
  office_role text,
  proven_at timestamp with time zone,
  constraint session_office_role_check CHECK (((role = 'admin'::text) = (office_role IS NOT NULL))),
  constraint session_pkey PRIMARY KEY (id),
  constraint session_role_check CHECK ((role = ANY (ARRAY['customer'::text, 'cleaner'::text, 'admin'::text])))
);

create table setting (
  name text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  updated_by uuid,
  constraint setting_pkey PRIMARY KEY (name)
);

create table short_link (
  code text not null,
  target text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint short_link_pkey PRIMARY KEY (code)
);

create table sign_up_entry (
  id uuid not null,
  os text not null,
  salutation text not null,
  firstname text not null,
  lastname text not null,
  phone text not null,
  email text not null,
  note text not null,
  action text not null,
  idfb text not null,
  created_at timestamp with time zone not null,
  constraint sign_up_entry_pkey PRIMARY KEY (id)
);

create table site_block_draft (
  block text not null,
  content jsonb not null,
  based_on integer not null,
  saved_at timestamp with time zone not null,
  saved_by uuid,
  revision uuid not null,
  constraint site_block_draft_pkey PRIMARY KEY (block)
);

create table site_block_version (
  id uuid not null,
  block text not null,
  version integer not null,
  content jsonb not null,
  restored_from integer,
  created_at timestamp with time zone not null,
  created_by uuid,
  constraint site_block_version_counts CHECK ((version >= 1)),
  constraint site_block_version_once UNIQUE (block, version),
  constraint site_block_version_pkey PRIMARY KEY (id)
);

create table site_item (
  id uuid not null,
  kind text not null,
  "position" integer not null,
  content jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  constraint site_item_kind CHECK ((kind = ANY (ARRAY['testimonials'::text, 'service-options'::text, 'scope-of-work'::text]))),
  constraint site_item_pkey PRIMARY KEY (id)
);

create table site_item_version (
  id uuid not null,
  item_id uuid not null,
  kind text not null,
  version integer not null,
  change text not null,
  content jsonb not null,
  "position" integer not null,
  restored_from integer,
  created_at timestamp with time zone not null,
  created_by uuid,
  constraint site_item_version_change CHECK ((change = ANY (ARRAY['added'::text, 'changed'::text, 'deleted'::text, 'restored'::text]))),
  constraint site_item_version_counts CHECK ((version >= 1)),
  constraint site_item_version_once UNIQUE (item_id, version),
  constraint site_item_version_pkey PRIMARY KEY (id)
);

create table throttle (
  key text not null,
  window_start timestamp with time zone not null,
  window_end timestamp with time zone not null,
  hits integer not null,
  constraint throttle_hits_check CHECK ((hits > 0)),
  constraint throttle_pkey PRIMARY KEY (key, window_start)
);

create table time_off (
  id uuid not null,
  cleaner_id uuid not null,
  kind text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  description text not null,
  only_job_type text,
  created_at timestamp with time zone not null,
  created_by uuid,
  removed_at timestamp with time zone,
  block_id uuid,
  over_visits boolean not null default false,
  constraint time_off_block_id_fkey FOREIGN KEY (block_id) REFERENCES block_booking(id),
  constraint time_off_check CHECK ((starts_at < ends_at)),
  constraint time_off_check1 CHECK (((only_job_type IS NULL) OR (kind = 'block'::text))),
  constraint time_off_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint time_off_kind_check CHECK ((kind = ANY (ARRAY['time-off'::text, 'block'::text]))),
  constraint time_off_pkey PRIMARY KEY (id)
);

create table time_off_request (
  id uuid not null,
  cleaner_id uuid not null,
  first_day date not null,
  last_day date not null,
  note text not null,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by uuid,
  time_off_id uuid,
  constraint time_off_request_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint time_off_request_days_check CHECK ((first_day <= last_day)),
  constraint time_off_request_end_check CHECK (((withdrawn_at IS NULL) OR (decided_at IS NULL))),
  constraint time_off_request_pkey PRIMARY KEY (id),
  constraint time_off_request_time_off_check CHECK (((time_off_id IS NULL) OR (decided_at IS NOT NULL)))
);

create table upload (
  id uuid not null,
  width integer not null,
  height integer not null,
  added_by uuid not null,
  created_at timestamp with time zone not null,
  stored_at timestamp with time zone,
  used_by_kind text,
  used_by_id uuid,
  unused_since timestamp with time zone,
  removed_at timestamp with time zone,
  constraint upload_height_check CHECK ((height > 0)),
  constraint upload_pkey PRIMARY KEY (id),
  constraint upload_removed_only_unused CHECK (((removed_at IS NULL) OR (used_by_id IS NULL))),
  constraint upload_used_or_not CHECK ((((used_by_kind IS NULL) = (used_by_id IS NULL)) AND ((used_by_id IS NULL) = (unused_since IS NOT NULL)))),
  constraint upload_width_check CHECK ((width > 0))
);

create table visit_last_told (
  job_id uuid not null,
  reader_id uuid not null,
  reader_kind text not null,
  visit jsonb,
  tell_after timestamp with time zone,
  constraint visit_last_told_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id) ON DELETE CASCADE,
  constraint visit_last_told_pkey PRIMARY KEY (job_id, reader_id),
  constraint visit_last_told_reader_kind_check CHECK ((reader_kind = ANY (ARRAY['customer'::text, 'cleaner'::text])))
);

create table visit_photo (
  id uuid not null,
  job_id uuid not null,
  kind text not null,
  cleaner_id uuid not null,
  url text not null,
  taken_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint visit_photo_check CHECK ((received_at >= taken_at)),
  constraint visit_photo_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint visit_photo_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint visit_photo_kind_check CHECK ((kind = ANY (ARRAY['before'::text, 'after'::text]))),
  constraint visit_photo_pkey PRIMARY KEY (id),
  constraint visit_photo_shown_or_removed CHECK (((removed_at IS NULL) = (url <> ''::text)))
);

create table waiting_entry (
  id uuid not null,
  customer_id uuid not null,
  address_id uuid not null,
  package_id uuid not null,
  day date not null,
  part text not null,
  hours numeric(6,1),
  num_cleaners integer,
  cleaner_id uuid,
  require_cleaning_supplies boolean not null,
  special_requests text not null,
  contact_details text not null,
  state text not null,
  job_id uuid,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  check_at timestamp with time zone not null,
  constraint waiting_entry_address_id_fkey FOREIGN KEY (address_id) REFERENCES customer_address(id),
  constraint waiting_entry_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaner(id),
  constraint waiting_entry_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint waiting_entry_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id) ON DELETE SET NULL,
  constraint waiting_entry_package_id_fkey FOREIGN KEY (package_id) REFERENCES package(id),
  constraint waiting_entry_part_check CHECK ((part = ANY (ARRAY['any'::text, 'morning'::text, 'afternoon'::text]))),
  constraint waiting_entry_pkey PRIMARY KEY (id),
  constraint waiting_entry_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'offered'::text, 'booked'::text, 'passed'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text])))
);

create table webhook_delivery (
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  payload text not null,
  state text not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  leased_until timestamp with time zone,
  last_attempt_at timestamp with time zone,
  last_status integer,
  last_problem text not null default ''::text,
  last_response text not null default ''::text,
  last_duration_ms integer,
  created_at timestamp with time zone not null,
  constraint webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id),
  constraint webhook_delivery_once UNIQUE (endpoint_id, event_id),
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_delivery_waiting_check CHECK (((state = 'waiting'::text) = (next_attempt_at IS NOT NULL)))
);

create table webhook_endpoint (
  id uuid not null,
  url text not null,
  description text not null,
  event_types text[] not null,
  is_on boolean not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  off_reason text not null default ''::text,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint webhook_endpoint_off_check CHECK (((NOT is_on) OR ((off_reason = ''::text) AND (deleted_at IS NULL)))),
  constraint webhook_endpoint_pkey PRIMARY KEY (id),
  constraint webhook_endpoint_previous_check CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL)))
);

create table webhook_event (
  id text not null,
  type text not null,
  outcome text not null,
  received_at timestamp with time zone not null,
  constraint webhook_event_pkey PRIMARY KEY (id)
);

create table sandbox.calendar_event (
  id text not null,
  body jsonb not null,
  deleted_at timestamp with time zone,
  constraint calendar_event_pkey PRIMARY KEY (id)
);

create table sandbox.clock (
  only_row boolean not null default true,
  offset_ms bigint not null,
  constraint clock_only_row_check CHECK (only_row),
  constraint clock_pkey PRIMARY KEY (only_row)
);

create table sandbox.message (
  id uuid not null,
  channel text not null,
  recipient text not null,
  subject text,
  body text not null,
  sent_at timestamp with time zone not null,
  html text,
  constraint message_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text]))),
  constraint message_pkey PRIMARY KEY (id)
);

create table sandbox.stripe_object (
  id text not null,
  kind text not null,
  body jsonb not null,
  created_at timestamp with time zone not null,
  constraint stripe_object_pkey PRIMARY KEY (id)
);

create table sandbox.stripe_reply (
  idempotency_key text not null,
  path text not null,
  request_sha256 text not null,
  status integer not null,
  body jsonb not null,
  constraint stripe_reply_pkey PRIMARY KEY (idempotency_key)
);

CREATE INDEX absence_of_cleaner ON public.absence USING btree (cleaner_id, ends_at);

CREATE INDEX absence_of_cover ON public.absence USING btree (cover_id) WHERE (cover_id IS NOT NULL);

CREATE INDEX absence_open ON public.absence USING btree (ends_at) WHERE ((withdrawn_at IS NULL) AND (cover_id IS NULL));

CREATE UNIQUE INDEX admin_identity_key ON public.admin USING btree (lower(identity));

CREATE INDEX admin_password_reset_age ON public.admin_password_reset USING btree (created_at);

CREATE UNIQUE INDEX admin_password_reset_live ON public.admin_password_reset USING btree (admin_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX admin_password_reset_token ON public.admin_password_reset USING btree (token_sha256);

CREATE INDEX api_key_by_age ON public.api_key USING btree (created_at, id);

CREATE INDEX application_by_age ON public.application USING btree (created_at);

CREATE INDEX application_by_area ON public.application USING btree (home_area, id);

CREATE INDEX application_by_creation ON public.application USING btree (created_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX application_by_email ON public.application USING btree (email, id);

CREATE INDEX application_by_job ON public.application USING btree (apply_for, id);

CREATE INDEX application_by_name ON public.application USING btree (firstname, lastname, id);

CREATE INDEX application_by_note ON public.application USING btree ("left"(note, 100), id);

CREATE INDEX application_by_phone ON public.application USING btree (phone, id);

CREATE INDEX application_by_state ON public.application USING btree (state, created_at, id) WHERE (trashed_at IS NULL);

CREATE UNIQUE INDEX application_of_cleaner ON public.application USING btree (cleaner_id) WHERE (cleaner_id IS NOT NULL);

CREATE INDEX application_trashed ON public.application USING btree (created_at, id) WHERE (trashed_at IS NOT NULL);

CREATE INDEX application_words ON public.application USING gin (search_text((((((((((((((' '::text || firstname) || ' '::text) || lastname) || ' '::text) || email) || ' '::text) || phone) || ' '::text) || home_area) || ' '::text) || apply_for) || ' '::text) || message)) gin_trgm_ops);

CREATE INDEX archive_export_by_age ON public.archive_export USING btree (created_at, id);

CREATE UNIQUE INDEX archive_export_one_at_a_time ON public.archive_export USING btree ((true)) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));

CREATE INDEX audit_check_by_age ON public.audit_check USING btree (at);

CREATE INDEX audit_entry_by_age ON public.audit_entry USING btree (at);

CREATE INDEX audit_entry_of_action ON public.audit_entry USING btree (action, at DESC);

CREATE INDEX audit_entry_of_actor ON public.audit_entry USING btree (actor_id, at DESC);

CREATE INDEX audit_entry_of_subject ON public.audit_entry USING btree (subject_kind, subject_id, at DESC);

CREATE INDEX audit_link_of_entry ON public.audit_link USING btree (entry_id, seq);

CREATE INDEX audit_unsealed_of_entry ON public.audit_unsealed USING btree (entry_id);

CREATE INDEX block_booking_by_creation ON public.block_booking USING btree (created_at, id);

CREATE INDEX block_booking_by_description ON public.block_booking USING btree (description, id);

CREATE INDEX block_booking_by_end ON public.block_booking USING btree (ends_at, id);

CREATE INDEX block_booking_by_job_type ON public.block_booking USING btree (only_job_type, id);

CREATE INDEX block_booking_by_start ON public.block_booking USING btree (starts_at, id);

CREATE INDEX block_booking_words ON public.block_booking USING gin (search_text((' '::text || description)) gin_trgm_ops);

CREATE UNIQUE INDEX calendar_feed_live ON public.calendar_feed USING btree (role, account_id) WHERE (ended_at IS NULL);

CREATE INDEX calendar_feed_of_person ON public.calendar_feed USING btree (account_id);

CREATE INDEX card_setup_ended ON public.card_setup USING btree (settled_at) WHERE (status = ANY (ARRAY['failed'::text, 'canceled'::text]));

CREATE INDEX card_setup_of_customer ON public.card_setup USING btree (customer_id, created_at DESC);

CREATE UNIQUE INDEX card_setup_one_open ON public.card_setup USING btree (customer_id) WHERE (status = ANY (ARRAY['created'::text, 'sent'::text, 'requires_action'::text, 'unknown'::text]));

CREATE INDEX card_setup_to_recover ON public.card_setup USING btree (next_check_at, created_at) WHERE (status = ANY (ARRAY['created'::text, 'sent'::text, 'requires_action'::text, 'unknown'::text]));

CREATE INDEX cleaner_occupation_by_start ON public.cleaner_occupation USING btree (starts_at) INCLUDE (ends_at, cleaner_id, job_id, postal, held_until) WHERE ((released_at IS NULL) AND (kind = 'job'::text));

CREATE INDEX cleaner_occupation_held ON public.cleaner_occupation USING btree (cleaner_id) WHERE ((released_at IS NULL) AND (held_until IS NOT NULL));

CREATE INDEX cleaner_occupation_of_cleaner ON public.cleaner_occupation USING btree (cleaner_id, starts_at) INCLUDE (ends_at, kind, job_id, postal, held_until) WHERE (released_at IS NULL);

CREATE INDEX cleaner_occupation_of_customer ON public.cleaner_occupation USING btree (customer_id, starts_at DESC, id) INCLUDE (cleaner_id, held_until) WHERE ((released_at IS NULL) AND (customer_id IS NOT NULL));

CREATE INDEX cleaner_occupation_of_job ON public.cleaner_occupation USING btree (job_id) WHERE (job_id IS NOT NULL);

CREATE INDEX cleaner_occupation_of_time_off ON public.cleaner_occupation USING btree (time_off_id) WHERE (time_off_id IS NOT NULL);

CREATE INDEX cleaner_week_by_day ON public.cleaner_week USING btree (weekday) INCLUDE (cleaner_id, shifts) WHERE available;

CREATE INDEX cleaner_working ON public.cleaner USING btree (id) INCLUDE (gender, postal, languages) WHERE (trashed_at IS NULL);

CREATE INDEX contact_request_by_age ON public.contact_request USING btree (created_at);

CREATE INDEX contact_request_by_creation ON public.contact_request USING btree (created_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX contact_request_by_email ON public.contact_request USING btree (email, id);

CREATE INDEX contact_request_by_mobile ON public.contact_request USING btree (mobile, id);

CREATE INDEX contact_request_by_name ON public.contact_request USING btree (firstname, lastname, id);

CREATE INDEX contact_request_by_note ON public.contact_request USING btree ("left"(note, 100), id);

CREATE INDEX contact_request_by_state ON public.contact_request USING btree (state, created_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX contact_request_by_subject ON public.contact_request USING btree (subject, id);

CREATE INDEX contact_request_trashed ON public.contact_request USING btree (created_at, id) WHERE (trashed_at IS NOT NULL);

CREATE INDEX contact_request_words ON public.contact_request USING gin (search_text((((((((((((' '::text || firstname) || ' '::text) || lastname) || ' '::text) || email) || ' '::text) || mobile) || ' '::text) || subject) || ' '::text) || message)) gin_trgm_ops);

CREATE INDEX cover_of_cleaner ON public.cover USING btree (cleaner_id);

CREATE INDEX cover_visit_of_job ON public.cover_visit USING btree (job_id);

CREATE INDEX cover_visit_waiting ON public.cover_visit USING btree (job_id) WHERE (state = 'waiting'::text);

CREATE INDEX credit_gift_claims ON public.credit_gift USING btree (claimed_at, id) WHERE (claimed_at IS NOT NULL);

CREATE INDEX credit_gift_newest ON public.credit_gift USING btree (sent_at, id);

CREATE INDEX credit_gift_of_receiver ON public.credit_gift USING btree (claimed_by, claimed_at DESC, id) WHERE (claimed_by IS NOT NULL);

CREATE INDEX credit_gift_of_sender ON public.credit_gift USING btree (sender_id, sent_at DESC, id);

CREATE INDEX credit_gift_unclaimed ON public.credit_gift USING btree (expires_at) WHERE ((claimed_at IS NULL) AND (returned_at IS NULL));

CREATE INDEX credit_lot_by_expiry ON public.credit_lot USING btree (COALESCE(expires_at, 'infinity'::timestamp with time zone), id) WHERE (remaining > (0)::numeric);

CREATE INDEX credit_lot_by_remaining ON public.credit_lot USING btree (remaining, id);

CREATE INDEX credit_lot_by_tier ON public.credit_lot USING btree (per_hour, purchased_at, id) WHERE (remaining > (0)::numeric);

CREATE INDEX credit_lot_expiring ON public.credit_lot USING btree (expires_at) WHERE (remaining > (0)::numeric);

CREATE INDEX credit_lot_held ON public.credit_lot USING btree (purchased_at, id) WHERE (remaining > (0)::numeric);

CREATE INDEX credit_lot_newest ON public.credit_lot USING btree (purchased_at, id);

CREATE INDEX credit_lot_of_customer ON public.credit_lot USING btree (customer_id, expires_at) WHERE (remaining > (0)::numeric);

CREATE INDEX credit_lot_of_holder ON public.credit_lot USING btree (customer_id, purchased_at, id);

CREATE INDEX credit_lot_to_notice ON public.credit_lot USING btree (notice_given, expires_at) WHERE (remaining > (0)::numeric);

CREATE INDEX credit_movement_by_time ON public.credit_movement USING btree (created_at);

CREATE INDEX credit_movement_of_customer ON public.credit_movement USING btree (customer_id, created_at DESC, id DESC);

CREATE INDEX credit_movement_of_job ON public.credit_movement USING btree (job_id) WHERE (job_id IS NOT NULL);

CREATE INDEX credit_movement_of_lot ON public.credit_movement USING btree (lot_id);

CREATE INDEX credit_purchase_of_customer ON public.credit_purchase USING btree (customer_id, created_at DESC);

CREATE INDEX credit_use_in_use ON public.credit_use USING btree (job_id) INCLUDE (lot_id, hours) WHERE (ended_at IS NULL);

CREATE INDEX credit_use_of_job ON public.credit_use USING btree (job_id);

CREATE UNIQUE INDEX credit_use_one_a_lot ON public.credit_use USING btree (job_id, lot_id) WHERE (ended_at IS NULL);

CREATE INDEX credit_use_open ON public.credit_use USING btree (lot_id) WHERE ((spent_at IS NULL) AND (ended_at IS NULL));

CREATE INDEX customer_address_by_creation ON public.customer_address USING btree (created_at, id);

CREATE INDEX customer_address_by_label ON public.customer_address USING btree (label, id);

CREATE INDEX customer_address_by_postal ON public.customer_address USING btree (postal, id);

CREATE INDEX customer_address_by_rank ON public.customer_address USING btree (is_primary, created_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX customer_address_of_customer ON public.customer_address USING btree (customer_id, created_at);

CREATE UNIQUE INDEX customer_address_one_primary ON public.customer_address USING btree (customer_id) WHERE (is_primary AND (trashed_at IS NULL));

CREATE INDEX customer_address_trashed ON public.customer_address USING btree (is_primary, created_at, id) WHERE (trashed_at IS NOT NULL);

CREATE INDEX customer_address_words ON public.customer_address USING gin (search_text((((((((((' '::text || label) || ' '::text) || address_line1) || ' '::text) || address_line2) || ' '::text) || address_line3) || ' '::text) || postal)) gin_trgm_ops);

CREATE INDEX customer_by_card ON public.customer USING btree (COALESCE(card_last4, ''::text), id);

CREATE INDEX customer_by_card_expiry ON public.customer USING btree (card_expiry_year, card_expiry_month) WHERE ((card_last4 IS NOT NULL) AND (trashed_at IS NULL));

CREATE INDEX customer_by_confirmation ON public.customer USING btree (((otp_verified_at IS NOT NULL)), created_at, id);

CREATE INDEX customer_by_creation ON public.customer USING btree (created_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX customer_by_credits ON public.customer USING btree (credits_left, id);

CREATE INDEX customer_by_email ON public.customer USING btree (email, id);

CREATE INDEX customer_by_mobile ON public.customer USING btree (mobile, id);

CREATE INDEX customer_by_name ON public.customer USING btree (firstname, lastname, id);

CREATE INDEX customer_by_salutation ON public.customer USING btree (salutation, firstname, lastname, id);

CREATE INDEX customer_by_shown_name ON public.customer USING btree (COALESCE(NULLIF(display_name, ''::text), ((firstname || ' '::text) || lastname)), id);

CREATE INDEX customer_consent_of_customer ON public.customer_consent USING btree (customer_id, given_at);

CREATE UNIQUE INDEX customer_consent_one_given ON public.customer_consent USING btree (customer_id, channel) WHERE (withdrawn_at IS NULL);

CREATE INDEX customer_email_change_age ON public.customer_email_change USING btree (created_at);

CREATE INDEX customer_email_change_of_customer ON public.customer_email_change USING btree (customer_id);

CREATE UNIQUE INDEX customer_email_change_open ON public.customer_email_change USING btree (customer_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX customer_email_change_token ON public.customer_email_change USING btree (token_sha256);

CREATE UNIQUE INDEX customer_email_key ON public.customer USING btree (lower(email)) WHERE (closed_at IS NULL);

CREATE UNIQUE INDEX customer_mobile_key ON public.customer USING btree (mobile) WHERE (closed_at IS NULL);

CREATE INDEX customer_note_of_customer ON public.customer_note USING btree (customer_id, created_at, id) WHERE (withdrawn_at IS NULL);

CREATE INDEX customer_registration_age ON public.customer_registration USING btree (created_at);

CREATE INDEX customer_trashed ON public.customer USING btree (created_at, id) WHERE (trashed_at IS NOT NULL);

CREATE INDEX customer_words ON public.customer USING gin (search_text((((((((((' '::text || firstname) || ' '::text) || lastname) || ' '::text) || display_name) || ' '::text) || email) || ' '::text) || mobile)) gin_trgm_ops);

CREATE INDEX dispatch_plan_by_age ON public.dispatch_plan USING btree (created_at);

CREATE INDEX dispatch_plan_of_cleaner ON public.dispatch_plan USING btree (cleaner_id) WHERE (cleaner_id IS NOT NULL);

CREATE INDEX dispatch_plan_of_day ON public.dispatch_plan USING btree (day, created_at);

CREATE UNIQUE INDEX dispatch_plan_one_running ON public.dispatch_plan USING btree ((true)) WHERE (state = 'running'::text);

CREATE INDEX dispatch_plan_visit_of_job ON public.dispatch_plan_visit USING btree (job_id);

CREATE INDEX facebook_proof_by_age ON public.facebook_proof USING btree (created_at);

CREATE INDEX facebook_proof_of_id ON public.facebook_proof USING btree (facebook_id, created_at);

CREATE INDEX idempotency_key_age ON public.idempotency_key USING btree (started_at);

CREATE INDEX import_batch_by_age ON public.import_batch USING btree (created_at, id);

CREATE INDEX import_row_of_cleaner ON public.import_row USING btree (cleaner_id) WHERE (cleaner_id IS NOT NULL);

CREATE INDEX import_row_of_customer ON public.import_row USING btree (customer_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX inbox_step_of_subject ON public.inbox_step USING btree (subject_id, at, id);

CREATE INDEX invoice_by_due ON public.invoice USING btree (due_on, number);

CREATE INDEX invoice_line_of_job ON public.invoice_line USING btree (job_id);

CREATE INDEX invoice_of_customer ON public.invoice USING btree (customer_id, number);

CREATE INDEX invoice_open ON public.invoice USING btree (due_on) WHERE (((credited + paid) + written_off) < total);

CREATE INDEX invoice_payment_of_invoice ON public.invoice_payment USING btree (invoice_id);

CREATE INDEX issued_receipt_customer ON public.issued_receipt USING btree (customer_id);

CREATE INDEX job_by_address ON public.job USING btree (address_line1, id) INCLUDE (status) WHERE (trashed_at IS NULL);

CREATE INDEX job_by_amount ON public.job USING btree (amount_to_pay, id) INCLUDE (status) WHERE (trashed_at IS NULL);

CREATE INDEX job_by_creation ON public.job USING btree (created_at, id) INCLUDE (status) WHERE (trashed_at IS NULL);

CREATE INDEX job_by_crew ON public.job USING btree (crew_name, starts_at, id) INCLUDE (status) WHERE (trashed_at IS NULL);

CREATE INDEX job_by_label ON public.job USING btree (label, id) INCLUDE (status) WHERE (trashed_at IS NULL);

CREATE INDEX job_by_package ON public.job USING btree (package_label, starts_at, id) INCLUDE (status) WHERE (trashed_at IS NULL);

CREATE INDEX job_by_postal ON public.job USING btree (address_postal, starts_at, id) INCLUDE (status) WHERE (trashed_at IS NULL);

CREATE INDEX job_by_stage ON public.job USING btree (stage, status, starts_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX job_by_start ON public.job USING btree (starts_at, id) INCLUDE (status, stage, job_type, amount_to_pay, hours, num_cleaners, address_area_id, ends_at, credits_used, customer_id, source) WHERE (trashed_at IS NULL);

CREATE INDEX job_by_status ON public.job USING btree (status, starts_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX job_by_type ON public.job USING btree (job_type, starts_at, id) INCLUDE (status) WHERE (trashed_at IS NULL);

CREATE INDEX job_cancellation_by_time ON public.job_cancellation USING btree (created_at);

CREATE INDEX job_cancellation_together ON public.job_cancellation USING btree (first_job_id) WHERE (first_job_id IS NOT NULL);

CREATE INDEX job_charge_job ON public.job_charge USING btree (job_id);

CREATE INDEX job_charge_owed ON public.job_charge USING btree (charge_at, job_id) WHERE (ended_at IS NULL);

CREATE INDEX job_charge_transaction ON public.job_charge USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);

CREATE INDEX job_checklist_item_counts ON public.job_checklist_item USING btree (job_id) INCLUDE (done_at);

CREATE INDEX job_count ON public.job USING btree (status, stage) WHERE (trashed_at IS NULL);

CREATE INDEX job_crew_clocks ON public.job_crew USING btree (job_id) INCLUDE (cleaner_id, started_at);

CREATE INDEX job_crew_not_begun ON public.job_crew USING btree (cleaner_id, job_id) WHERE (started_at IS NULL);

CREATE INDEX job_crew_of_cleaner ON public.job_crew USING btree (cleaner_id, job_id);

CREATE INDEX job_expired ON public.job USING btree (updated_at) WHERE (status = 'expired'::text);

CREATE INDEX job_former_crew_clocked ON public.job_former_crew USING btree (job_id) WHERE (started_at IS NOT NULL);

CREATE INDEX job_hold_begun ON public.job_hold USING btree (customer_id, began_at);

CREATE INDEX job_hold_charged ON public.job_hold USING btree (charged) WHERE ((ended_at IS NULL) AND (charged IS NOT NULL));

CREATE INDEX job_hold_expired ON public.job_hold USING btree (ended_at) WHERE (ended_how = 'expired'::text);

CREATE INDEX job_hold_live ON public.job_hold USING btree (expires_at) WHERE (ended_at IS NULL);

CREATE INDEX job_hold_of_customer ON public.job_hold USING btree (customer_id) WHERE (ended_at IS NULL);

CREATE INDEX job_hold_of_root ON public.job_hold USING btree (root_id);

CREATE INDEX job_message_of_customer ON public.job_message USING btree (customer_id);

CREATE INDEX job_message_of_job ON public.job_message USING btree (job_id, created_at, id);

CREATE INDEX job_message_unanswered ON public.job_message USING btree (created_at, id) WHERE ((written_by = 'customer'::text) AND (answered_at IS NULL));

CREATE UNIQUE INDEX job_number ON public.job USING btree (number);

CREATE INDEX job_of_customer ON public.job USING btree (customer_id, starts_at DESC);

CREATE INDEX job_of_customer_ahead ON public.job USING btree (customer_id, starts_at, id) INCLUDE (created_at) WHERE ((status = ANY (ARRAY['confirmed'::text, 'paid'::text])) AND (trashed_at IS NULL));

CREATE INDEX job_of_hold ON public.job USING btree (hold_id) WHERE (hold_id IS NOT NULL);

CREATE INDEX job_of_series ON public.job USING btree (series_id) WHERE (series_id IS NOT NULL);

CREATE INDEX job_of_series_by_start ON public.job USING btree (starts_at, series_id) WHERE ((series_id IS NOT NULL) AND (status = ANY (ARRAY['confirmed'::text, 'paid'::text])) AND (trashed_at IS NULL));

CREATE INDEX job_owed ON public.job USING btree (starts_at) WHERE (status = 'confirmed'::text);

CREATE INDEX job_paid_after_start ON public.job USING btree (paid_at) WHERE ((status = 'paid'::text) AND (paid_at > starts_at) AND (trashed_at IS NULL));

CREATE INDEX job_price_change_job ON public.job_price_change USING btree (job_id);

CREATE UNIQUE INDEX job_price_change_open ON public.job_price_change USING btree (job_id) WHERE ((transaction_id IS NULL) AND (ended_at IS NULL));

CREATE INDEX job_reclean ON public.job USING btree (reclean_of) WHERE (reclean_of IS NOT NULL);

CREATE INDEX job_review_words ON public.job USING gin (search_text((' '::text || review)) gin_trgm_ops) WHERE (reviewed_at IS NOT NULL);

CREATE INDEX job_reviews ON public.job USING btree (reviewed_at, id) WHERE (reviewed_at IS NOT NULL);

CREATE INDEX job_reviews_by_customer ON public.job USING btree (customer_id, id) WHERE (reviewed_at IS NOT NULL);

CREATE INDEX job_reviews_by_decision ON public.job USING btree (review_decision, reviewed_at, id) WHERE (reviewed_at IS NOT NULL);

CREATE INDEX job_reviews_by_label ON public.job USING btree (label, id) WHERE (reviewed_at IS NOT NULL);

CREATE INDEX job_reviews_by_stars ON public.job USING btree (review_stars, reviewed_at, id) WHERE (reviewed_at IS NOT NULL);

CREATE INDEX job_reviews_by_start ON public.job USING btree (starts_at, id) WHERE (reviewed_at IS NOT NULL);

CREATE INDEX job_reviews_by_text ON public.job USING btree (COALESCE("left"(review, 100), ''::text), id) WHERE (reviewed_at IS NOT NULL);

CREATE INDEX job_reviews_shown ON public.job USING btree (review_stars) WHERE ((review_decision = 'shown'::text) AND (reviewed_at IS NOT NULL) AND (trashed_at IS NULL));

CREATE INDEX job_reviews_waiting ON public.job USING btree (review_stars, reviewed_at, id) WHERE ((reviewed_at IS NOT NULL) AND (review_decision IS NULL) AND (trashed_at IS NULL));

CREATE INDEX job_said_no ON public.job USING btree (starts_at) WHERE ((came IS FALSE) AND (stage = 'upcoming'::text));

CREATE INDEX job_series_without_end ON public.job_series USING btree (added_until) WHERE ((count IS NULL) AND (agreed_at IS NOT NULL) AND (ended_at IS NULL));

CREATE INDEX job_stars ON public.job USING btree (reviewed_at) INCLUDE (review_stars) WHERE ((reviewed_at IS NOT NULL) AND (trashed_at IS NULL));

CREATE INDEX job_trashed ON public.job USING btree (starts_at, id) WHERE (trashed_at IS NOT NULL);

CREATE INDEX job_unfinished ON public.job USING btree (starts_at) INCLUDE (ends_at) WHERE ((stage = ANY (ARRAY['upcoming'::text, 'in-progress'::text])) AND (status = ANY (ARRAY['confirmed'::text, 'paid'::text])) AND (trashed_at IS NULL));

CREATE INDEX job_words ON public.job USING gin (search_text((((((' '::text || label) || ' '::text) || address_postal) || ' '::text) || address_line1)) gin_trgm_ops);

CREATE INDEX ledger_entry_of_account ON public.ledger_entry USING btree (account, commodity);

CREATE INDEX ledger_entry_of_hours ON public.ledger_entry USING btree (commodity, tx_id) INCLUDE (amount) WHERE ((account ~~ 'customer:%'::text) AND (commodity <> 'SGD'::text));

CREATE INDEX ledger_tx_by_time ON public.ledger_tx USING btree (created_at) INCLUDE (id);

CREATE UNIQUE INDEX list_view_name ON public.list_view USING btree (admin_id, list, lower(name));

CREATE INDEX list_view_shared ON public.list_view USING btree (list) WHERE shared;

CREATE INDEX live_event_by_age ON public.live_event USING btree (at);

CREATE INDEX message_by_age ON public.message USING btree (created_at, id);

CREATE INDEX message_held ON public.message USING btree (due_at, id) WHERE (state = 'held'::text);

CREATE INDEX message_of_cleaner ON public.message USING btree (cleaner_id) WHERE (cleaner_id IS NOT NULL);

CREATE INDEX message_of_customer ON public.message USING btree (customer_id, created_at, id) WHERE (customer_id IS NOT NULL);

CREATE INDEX message_of_job ON public.message USING btree (job_id, created_at, id) WHERE (job_id IS NOT NULL);

CREATE INDEX message_repeats ON public.message USING btree (repeats) WHERE (repeats IS NOT NULL);

CREATE INDEX message_to ON public.message USING btree (recipient, created_at, id);

CREATE INDEX message_undelivered ON public.message USING btree (created_at, id) WHERE (state = 'failed'::text);

CREATE INDEX message_unsent ON public.message USING btree (key) WHERE ((key IS NOT NULL) AND (state = ANY (ARRAY['held'::text, 'queued'::text])));

CREATE INDEX message_words ON public.message USING gin (search_text((' '::text || recipient)) gin_trgm_ops, search_text((' '::text || subject)) gin_trgm_ops, search_text((' '::text || body)) gin_trgm_ops);

CREATE INDEX money_transaction_ad_hoc ON public.money_transaction USING btree (created_at) WHERE (type = 'ad-hoc'::text);

CREATE INDEX money_transaction_by_creation ON public.money_transaction USING btree (created_at, id) INCLUDE (type, method, total) WHERE (trashed_at IS NULL);

CREATE INDEX money_transaction_by_details ON public.money_transaction USING btree ("left"(details, 100), id);

CREATE INDEX money_transaction_by_method ON public.money_transaction USING btree (method, created_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX money_transaction_by_total ON public.money_transaction USING btree (total, id);

CREATE INDEX money_transaction_by_type ON public.money_transaction USING btree (type, created_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX money_transaction_count ON public.money_transaction USING btree (type, method) WHERE (trashed_at IS NULL);

CREATE INDEX money_transaction_of_customer ON public.money_transaction USING btree (customer_id, created_at DESC);

CREATE INDEX money_transaction_of_job ON public.money_transaction USING btree (job_id) WHERE (job_id IS NOT NULL);

CREATE INDEX money_transaction_refunds ON public.money_transaction USING btree (refund_of) WHERE (refund_of IS NOT NULL);

CREATE INDEX money_transaction_trashed ON public.money_transaction USING btree (created_at, id) WHERE (trashed_at IS NOT NULL);

CREATE INDEX money_transaction_words ON public.money_transaction USING gin (search_text((' '::text || details)) gin_trgm_ops);

CREATE INDEX one_time_code_age ON public.one_time_code USING btree (created_at);

CREATE UNIQUE INDEX one_time_code_live ON public.one_time_code USING btree (purpose, mobile, known_browser) NULLS NOT DISTINCT WHERE (ended_at IS NULL);

CREATE INDEX one_time_code_mobile ON public.one_time_code USING btree (mobile, created_at);

CREATE INDEX pay_extra_of_month ON public.pay_extra USING btree (month, cleaner_id, created_at);

CREATE INDEX pay_line_of_visit ON public.pay_line USING btree (job_id, cleaner_id) WHERE (paid_minutes > 0);

CREATE INDEX pay_rate_of_cleaner ON public.pay_rate USING btree (cleaner_id, valid_from);

CREATE INDEX pay_sheet_change_of_month ON public.pay_sheet_change USING btree (month, created_at);

CREATE INDEX payment_alarm_newest ON public.payment_alarm USING btree (raised_at DESC, id);

CREATE INDEX payment_alarm_open ON public.payment_alarm USING btree (raised_at) WHERE (settled_at IS NULL);

CREATE INDEX payment_allocation_of_job ON public.payment_allocation USING btree (job_id);

CREATE INDEX payment_attempt_ended ON public.payment_attempt USING btree (settled_at) WHERE (status = ANY (ARRAY['failed'::text, 'canceled'::text]));

CREATE INDEX payment_attempt_of_customer ON public.payment_attempt USING btree (customer_id, created_at);

CREATE INDEX payment_attempt_of_target ON public.payment_attempt USING btree (target_id);

CREATE UNIQUE INDEX payment_attempt_one_open ON public.payment_attempt USING btree (purpose, target_id) WHERE (status = ANY (ARRAY['created'::text, 'sent'::text, 'requires_action'::text, 'unknown'::text]));

CREATE INDEX payment_attempt_to_recover ON public.payment_attempt USING btree (created_at) WHERE (status = ANY (ARRAY['created'::text, 'sent'::text, 'requires_action'::text, 'unknown'::text]));

CREATE INDEX payment_dispute_due ON public.payment_dispute USING btree (next_check_at) WHERE (outcome IS NULL);

CREATE INDEX payment_dispute_of_payment ON public.payment_dispute USING btree (payment_intent_id);

CREATE INDEX payment_refund_of_intent ON public.payment_refund USING btree (stripe_pi_id);

CREATE INDEX payment_refund_to_recover ON public.payment_refund USING btree (next_check_at, created_at) WHERE (status = ANY (ARRAY['created'::text, 'sent'::text, 'pending'::text, 'unknown'::text]));

CREATE INDEX payment_waiting_refund_of_job ON public.payment_waiting_refund USING btree (job_id);

CREATE INDEX payment_waiting_refund_open ON public.payment_waiting_refund USING btree (requested_at) WHERE (ended_at IS NULL);

CREATE INDEX postal_place_new ON public.postal_place USING btree (looked_up_at) WHERE found;

CREATE UNIQUE INDEX promo_code_code_key ON public.promo_code USING btree (upper(code)) WHERE (trashed_at IS NULL);

CREATE INDEX promo_code_newest ON public.promo_code USING btree (created_at DESC, id);

CREATE INDEX promo_code_plain ON public.promo_code USING btree (replace(upper(code), '-'::text, ''::text));

CREATE INDEX promo_use_by_discount ON public.promo_use USING btree (promo_code_id, discount, id);

CREATE INDEX promo_use_by_payment ON public.promo_use USING btree (used_at) INCLUDE (promo_code_id, discount) WHERE ((used_at IS NOT NULL) AND (released_at IS NULL));

CREATE UNIQUE INDEX promo_use_first_booking ON public.promo_use USING btree (customer_id) WHERE (first_booking AND (released_at IS NULL));

CREATE INDEX promo_use_of_code ON public.promo_use USING btree (promo_code_id, reserved_at, id);

CREATE INDEX promo_use_of_customer ON public.promo_use USING btree (customer_id, promo_code_id);

CREATE INDEX promo_use_of_target ON public.promo_use USING btree (target_id);

CREATE UNIQUE INDEX promo_use_one_a_target ON public.promo_use USING btree (target_kind, target_id) WHERE (released_at IS NULL);

CREATE INDEX promo_use_paid ON public.promo_use USING btree (promo_code_id, reserved_at, id) WHERE ((used_at IS NOT NULL) AND (released_at IS NULL));

CREATE INDEX promo_use_released ON public.promo_use USING btree (promo_code_id, reserved_at, id) WHERE (released_at IS NOT NULL);

CREATE INDEX promo_use_reserved ON public.promo_use USING btree (promo_code_id, reserved_at, id) WHERE ((used_at IS NULL) AND (released_at IS NULL));

CREATE INDEX refused_action_open ON public.refused_action USING btree (created_at) WHERE (resolved_at IS NULL);

CREATE INDEX reminder_by_age ON public.reminder USING btree (decided_at);

CREATE INDEX series_move_visit_of_job ON public.series_move_visit USING btree (job_id);

CREATE INDEX series_pause_of_series ON public.series_pause USING btree (series_id);

CREATE INDEX series_question_of_job ON public.series_question USING btree (job_id) WHERE (job_id IS NOT NULL);

CREATE INDEX series_question_open ON public.series_question USING btree (answer_by) WHERE (answer IS NULL);

CREATE INDEX session_of_account ON public.session USING btree (role, account_id) WHERE (ended_at IS NULL);

CREATE INDEX short_link_expires_at ON public.short_link USING btree (expires_at);

CREATE INDEX sign_up_entry_by_action ON public.sign_up_entry USING btree (action, id);

CREATE INDEX sign_up_entry_by_creation ON public.sign_up_entry USING btree (created_at, id);

CREATE INDEX sign_up_entry_by_email ON public.sign_up_entry USING btree (email, id);

CREATE INDEX sign_up_entry_by_facebook ON public.sign_up_entry USING btree (idfb, id);

CREATE INDEX sign_up_entry_by_name ON public.sign_up_entry USING btree (firstname, lastname, id);

CREATE INDEX sign_up_entry_by_note ON public.sign_up_entry USING btree ("left"(note, 100), id);

CREATE INDEX sign_up_entry_by_os ON public.sign_up_entry USING btree (os, id);

CREATE INDEX sign_up_entry_by_phone ON public.sign_up_entry USING btree (phone, id);

CREATE INDEX sign_up_entry_words ON public.sign_up_entry USING gin (search_text((((((((((((' '::text || firstname) || ' '::text) || lastname) || ' '::text) || email) || ' '::text) || phone) || ' '::text) || action) || ' '::text) || note)) gin_trgm_ops);

CREATE INDEX site_item_in_order ON public.site_item USING btree (kind, "position", id);

CREATE INDEX site_item_version_newest ON public.site_item_version USING btree (created_at, id);

CREATE INDEX throttle_age ON public.throttle USING btree (window_end);

CREATE INDEX time_off_by_time ON public.time_off USING gist (tstzrange(starts_at, ends_at)) WHERE (removed_at IS NULL);

CREATE INDEX time_off_of_block ON public.time_off USING btree (block_id) WHERE (block_id IS NOT NULL);

CREATE INDEX time_off_of_cleaner ON public.time_off USING btree (cleaner_id, starts_at) WHERE (removed_at IS NULL);

CREATE INDEX time_off_of_cleaner_by_end ON public.time_off USING btree (cleaner_id, ends_at) WHERE (removed_at IS NULL);

CREATE INDEX time_off_over_visits ON public.time_off USING btree (ends_at) WHERE (over_visits AND (removed_at IS NULL));

CREATE INDEX time_off_request_of_cleaner ON public.time_off_request USING btree (cleaner_id, last_day);

CREATE INDEX time_off_request_open ON public.time_off_request USING btree (last_day) WHERE ((withdrawn_at IS NULL) AND (decided_at IS NULL));

CREATE INDEX upload_unused ON public.upload USING btree (unused_since) WHERE (unused_since IS NOT NULL);

CREATE INDEX visit_last_told_waiting ON public.visit_last_told USING btree (tell_after) WHERE (tell_after IS NOT NULL);

CREATE INDEX visit_photo_by_receipt ON public.visit_photo USING btree (received_at);

CREATE INDEX visit_photo_of_job ON public.visit_photo USING btree (job_id, taken_at, id);

CREATE INDEX waiting_entry_by_age ON public.waiting_entry USING btree (created_at, id);

CREATE INDEX waiting_entry_by_day ON public.waiting_entry USING btree (day, created_at, id);

CREATE INDEX waiting_entry_in_line ON public.waiting_entry USING btree (day, created_at, id) WHERE (state = ANY (ARRAY['waiting'::text, 'offered'::text]));

CREATE INDEX waiting_entry_of_address ON public.waiting_entry USING btree (address_id);

CREATE INDEX waiting_entry_of_cleaner ON public.waiting_entry USING btree (cleaner_id) WHERE (cleaner_id IS NOT NULL);

CREATE INDEX waiting_entry_of_customer ON public.waiting_entry USING btree (customer_id);

CREATE INDEX waiting_entry_of_job ON public.waiting_entry USING btree (job_id) WHERE (job_id IS NOT NULL);

CREATE INDEX waiting_entry_of_package ON public.waiting_entry USING btree (package_id);

CREATE UNIQUE INDEX waiting_entry_once ON public.waiting_entry USING btree (customer_id, day, package_id) WHERE (state = ANY (ARRAY['waiting'::text, 'offered'::text]));

CREATE INDEX webhook_delivery_by_age ON public.webhook_delivery USING btree (created_at, id);

CREATE INDEX webhook_delivery_due_of_endpoint ON public.webhook_delivery USING btree (endpoint_id, next_attempt_at, id) WHERE (state = 'waiting'::text);

CREATE INDEX webhook_delivery_failed ON public.webhook_delivery USING btree (endpoint_id, created_at, id) WHERE (state = 'failed'::text);

CREATE INDEX webhook_delivery_of_endpoint ON public.webhook_delivery USING btree (endpoint_id, created_at, id);

CREATE INDEX sandbox_message_newest ON sandbox.message USING btree (recipient, sent_at DESC);

CREATE INDEX sandbox_stripe_object_kind ON sandbox.stripe_object USING btree (kind, created_at DESC);

CREATE TRIGGER absence_is_live AFTER INSERT OR UPDATE ON public.absence FOR EACH ROW EXECUTE FUNCTION record_absence_event();

CREATE TRIGGER admin_is_live AFTER INSERT OR UPDATE ON public.admin FOR EACH ROW EXECUTE FUNCTION record_live_event('admin');

CREATE TRIGGER api_key_is_live AFTER INSERT OR UPDATE OF revoked_at ON public.api_key FOR EACH ROW EXECUTE FUNCTION record_live_event('api-key');

CREATE TRIGGER application_is_live AFTER INSERT OR UPDATE ON public.application FOR EACH ROW EXECUTE FUNCTION record_live_event('application');

CREATE TRIGGER archive_export_is_live AFTER INSERT OR UPDATE ON public.archive_export FOR EACH ROW EXECUTE FUNCTION record_live_event('export');

CREATE TRIGGER audit_entry_erasure_is_queued AFTER UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION queue_audit_erasure();

CREATE TRIGGER audit_entry_guard BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION guard_audit_entry();

CREATE TRIGGER audit_entry_is_append_only BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_entry_is_live AFTER INSERT ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION record_live_event('audit');

CREATE TRIGGER audit_entry_is_queued AFTER INSERT ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION queue_audit_entry();

CREATE TRIGGER audit_link_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_link FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER checklist_item_is_live AFTER INSERT OR UPDATE ON public.checklist_item FOR EACH ROW EXECUTE FUNCTION record_live_event('checklist');

CREATE TRIGGER cleaner_is_live AFTER INSERT OR UPDATE ON public.cleaner FOR EACH ROW EXECUTE FUNCTION record_live_event('cleaner');

CREATE TRIGGER job_crew_name_follows_cleaner AFTER UPDATE OF firstname, lastname, display_name ON public.cleaner FOR EACH ROW WHEN ((shown_name(old.*) <> shown_name(new.*))) EXECUTE FUNCTION job_crew_name_follows_cleaner();

CREATE TRIGGER cleaner_occupation_is_live AFTER INSERT OR DELETE OR UPDATE ON public.cleaner_occupation FOR EACH ROW EXECUTE FUNCTION record_schedule_event();

CREATE TRIGGER cleaner_week_is_live AFTER INSERT OR UPDATE ON public.cleaner_week FOR EACH ROW EXECUTE FUNCTION record_live_event('schedule');

CREATE TRIGGER contact_request_is_live AFTER INSERT OR UPDATE ON public.contact_request FOR EACH ROW EXECUTE FUNCTION record_live_event('contact-request');

CREATE TRIGGER credit_lot_is_live AFTER INSERT OR UPDATE ON public.credit_lot FOR EACH ROW EXECUTE FUNCTION record_live_event('credit');

CREATE TRIGGER credit_movement_guard BEFORE UPDATE ON public.credit_movement FOR EACH ROW EXECUTE FUNCTION guard_credit_movement();

CREATE TRIGGER credit_movement_is_append_only BEFORE DELETE OR TRUNCATE ON public.credit_movement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER customer_is_live AFTER INSERT OR UPDATE ON public.customer FOR EACH ROW EXECUTE FUNCTION record_live_event('customer');

CREATE TRIGGER customer_address_is_live AFTER INSERT OR UPDATE ON public.customer_address FOR EACH ROW EXECUTE FUNCTION record_live_event('customer');

CREATE TRIGGER customer_note_is_live AFTER INSERT OR DELETE OR UPDATE ON public.customer_note FOR EACH ROW EXECUTE FUNCTION record_live_event('customer-note');

CREATE TRIGGER customer_note_stays BEFORE UPDATE OF id, customer_id, admin_id, text, created_at ON public.customer_note FOR EACH ROW EXECUTE FUNCTION customer_note_stays();

CREATE TRIGGER dispatch_plan_is_live AFTER INSERT OR UPDATE ON public.dispatch_plan FOR EACH ROW EXECUTE FUNCTION record_live_event('dispatch');

CREATE TRIGGER import_batch_is_live AFTER INSERT OR UPDATE ON public.import_batch FOR EACH ROW EXECUTE FUNCTION record_live_event('import');

CREATE TRIGGER invoice_is_live AFTER INSERT OR UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION record_live_event('invoice');

CREATE TRIGGER invoice_stays BEFORE DELETE OR UPDATE OF id, number, customer_id, issued_on, due_on, total, issued_at ON public.invoice FOR EACH ROW EXECUTE FUNCTION invoice_stays();

CREATE CONSTRAINT TRIGGER job_is_live AFTER INSERT OR UPDATE ON public.job DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION record_change_of_job();

CREATE TRIGGER job_checklist_item_is_live AFTER UPDATE ON public.job_checklist_item FOR EACH ROW EXECUTE FUNCTION record_job_event();

CREATE TRIGGER job_crew_name_follows_new_crew AFTER INSERT OR UPDATE OF place, cleaner_id ON public.job_crew FOR EACH ROW WHEN ((new.place = 1)) EXECUTE FUNCTION job_crew_name_follows_crew();

CREATE TRIGGER job_crew_name_follows_old_crew AFTER DELETE ON public.job_crew FOR EACH ROW WHEN ((old.place = 1)) EXECUTE FUNCTION job_crew_name_follows_crew();

CREATE TRIGGER job_stage_follows_crew AFTER INSERT OR DELETE OR UPDATE OF started_at, finished_at ON public.job_crew FOR EACH ROW EXECUTE FUNCTION job_stage_follows_crew();

CREATE TRIGGER job_message_is_live AFTER INSERT OR UPDATE ON public.job_message FOR EACH ROW EXECUTE FUNCTION record_live_event('message-of-customer');

CREATE CONSTRAINT TRIGGER ledger_entry_balances AFTER INSERT ON public.ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_tx_must_balance();

CREATE TRIGGER ledger_entry_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE CONSTRAINT TRIGGER ledger_tx_has_entries AFTER INSERT ON public.ledger_tx DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_tx_must_have_entries();

CREATE TRIGGER ledger_tx_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_tx FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER live_event_notifies AFTER INSERT ON public.live_event FOR EACH ROW EXECUTE FUNCTION notify_live_event();

CREATE TRIGGER message_is_live AFTER INSERT OR UPDATE ON public.message FOR EACH ROW EXECUTE FUNCTION record_live_event('message');

CREATE CONSTRAINT TRIGGER money_transaction_is_allocated AFTER INSERT OR UPDATE ON public.money_transaction DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_allocation_must_add_up();

CREATE TRIGGER money_transaction_is_live AFTER INSERT OR UPDATE ON public.money_transaction FOR EACH ROW EXECUTE FUNCTION record_live_event('transaction');

CREATE TRIGGER package_is_live AFTER INSERT OR UPDATE ON public.package FOR EACH ROW EXECUTE FUNCTION record_live_event('package');

CREATE TRIGGER pay_extra_added AFTER INSERT ON public.pay_extra REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_locked_pay();

CREATE TRIGGER pay_extra_changed AFTER UPDATE ON public.pay_extra REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_locked_pay();

CREATE TRIGGER pay_extra_is_live AFTER INSERT OR DELETE OR UPDATE ON public.pay_extra FOR EACH ROW EXECUTE FUNCTION record_live_event('pay');

CREATE TRIGGER pay_extra_removed AFTER DELETE ON public.pay_extra REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_locked_pay();

CREATE TRIGGER pay_line_added AFTER INSERT ON public.pay_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_locked_pay();

CREATE TRIGGER pay_line_changed AFTER UPDATE ON public.pay_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_locked_pay();

CREATE TRIGGER pay_line_removed AFTER DELETE ON public.pay_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_locked_pay();

CREATE TRIGGER pay_rate_is_live AFTER INSERT ON public.pay_rate FOR EACH ROW EXECUTE FUNCTION record_live_event('pay');

CREATE TRIGGER pay_sheet_is_live AFTER INSERT OR UPDATE ON public.pay_sheet FOR EACH ROW EXECUTE FUNCTION record_live_event('pay');

CREATE TRIGGER pay_sheet_stays_locked BEFORE DELETE OR UPDATE ON public.pay_sheet FOR EACH ROW WHEN ((old.status = 'locked'::text)) EXECUTE FUNCTION refuse_unlocking_pay();

CREATE TRIGGER pay_sheet_change_added AFTER INSERT ON public.pay_sheet_change REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_locked_pay();

CREATE TRIGGER pay_sheet_change_changed AFTER UPDATE ON public.pay_sheet_change REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_locked_pay();

CREATE TRIGGER pay_sheet_change_removed AFTER DELETE ON public.pay_sheet_change REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_locked_pay();

CREATE TRIGGER payment_alarm_is_live AFTER INSERT OR UPDATE ON public.payment_alarm FOR EACH ROW EXECUTE FUNCTION record_live_event('payment-problem');

CREATE CONSTRAINT TRIGGER payment_allocation_adds_up AFTER INSERT OR DELETE OR UPDATE ON public.payment_allocation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_allocation_must_add_up();

CREATE TRIGGER payment_dispute_is_live AFTER INSERT OR UPDATE ON public.payment_dispute FOR EACH ROW EXECUTE FUNCTION record_live_event('payment-problem');

CREATE TRIGGER promo_code_is_live AFTER INSERT OR UPDATE ON public.promo_code FOR EACH ROW EXECUTE FUNCTION record_live_event('promo-code');

CREATE TRIGGER public_holiday_is_live AFTER INSERT OR DELETE OR UPDATE ON public.public_holiday FOR EACH ROW EXECUTE FUNCTION record_live_event('schedule');

CREATE TRIGGER setting_is_live AFTER INSERT OR UPDATE ON public.setting FOR EACH ROW EXECUTE FUNCTION record_live_event('setting');

CREATE TRIGGER site_block_version_is_live AFTER INSERT ON public.site_block_version FOR EACH ROW EXECUTE FUNCTION record_live_event('content');

CREATE TRIGGER site_item_is_live AFTER INSERT OR DELETE OR UPDATE ON public.site_item FOR EACH ROW EXECUTE FUNCTION record_live_event('content');

CREATE TRIGGER time_off_is_over_visits BEFORE INSERT ON public.time_off FOR EACH ROW EXECUTE FUNCTION time_off_is_over_visits();

CREATE TRIGGER time_off_request_is_live AFTER INSERT OR UPDATE ON public.time_off_request FOR EACH ROW EXECUTE FUNCTION record_time_off_request_event();

CREATE TRIGGER visit_photo_is_live AFTER INSERT OR UPDATE ON public.visit_photo FOR EACH ROW EXECUTE FUNCTION record_job_event();

CREATE TRIGGER waiting_entry_is_live AFTER INSERT OR UPDATE ON public.waiting_entry FOR EACH ROW EXECUTE FUNCTION record_live_event('waiting-list');

CREATE TRIGGER webhook_delivery_is_live AFTER INSERT OR UPDATE ON public.webhook_delivery FOR EACH ROW EXECUTE FUNCTION record_live_event('webhook');

CREATE TRIGGER webhook_endpoint_is_live AFTER INSERT OR UPDATE ON public.webhook_endpoint FOR EACH ROW EXECUTE FUNCTION record_live_event('webhook');
