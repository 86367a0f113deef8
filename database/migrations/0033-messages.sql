-- What leaves by e-mail and SMS: one row a message, from the transaction that announces it to what became of it.

create table message (
  id uuid primary key,
  -- What it is about: `visit-booked`, `code`; see features/messages/rules/kinds.ts.
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
  -- What the person knew before it, for whoever takes it back.
  note jsonb,
  -- What it is written from when it leaves; null where whoever announced it has written it.
  data jsonb,
  language text,
  subject text,
  -- As it left. Kept only of what is written from `data`: codes, gifts and links are nobody's to read again.
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
  constraint message_of_version check ((job_id is null) = (job_version is null)),
  constraint message_sent check ((sent_at is not null) = (state in ('sent', 'delivered')))
);
create index message_held on message (due_at, id) where state = 'held';
create index message_unsent on message (key) where key is not null and state in ('held', 'queued');
create index message_of_job on message (job_id, created_at, id) where job_id is not null;
create index message_of_customer on message (customer_id, created_at, id) where customer_id is not null;
create index message_of_cleaner on message (cleaner_id) where cleaner_id is not null;
create index message_to on message (recipient, created_at, id);
create index message_by_age on message (created_at, id);

-- In which language somebody is written to: the one that they use Kemas in.
create table message_language (
  person_role text not null constraint message_language_role check (person_role in ('customer', 'cleaner')),
  account_id uuid not null,
  language text not null constraint message_language_known check (language in ('en', 'zh')),
  chosen_at timestamptz not null,
  primary key (person_role, account_id)
);

-- The texts that the office has written, every version of them. A row without words is the way back to the default.
create table message_text (
  id uuid primary key,
  kind text not null,
  channel text not null constraint message_text_channel check (channel in ('sms', 'email')),
  language text not null constraint message_text_language check (language in ('en', 'zh')),
  version integer not null constraint message_text_version check (version > 0),
  subject text,
  body text,
  admin_id uuid not null,
  created_at timestamptz not null,
  constraint message_text_once unique (kind, channel, language, version)
);

-- What a moment asked for, decided once: the reminder of a visit at this time, the last call of this hold.
create table reminder (
  kind text not null,
  about_id uuid not null,
  about_time timestamptz not null,
  decided_at timestamptz not null,
  primary key (kind, about_id, about_time)
);
create index reminder_by_age on reminder (decided_at);

-- Review requests and renewal offers: whoever books gets them until they say no, by a link in each.
alter table customer_consent drop constraint customer_consent_channel_check;
alter table customer_consent add constraint customer_consent_channel_check
  check (channel in ('email', 'sms', 'phone', 'follow-ups'));
alter table customer_consent drop constraint customer_consent_source_check;
alter table customer_consent add constraint customer_consent_source_check
  check (source in ('sign-up', 'account', 'booking', 'link'));
alter table customer_consent drop constraint customer_consent_withdrawn_how_check;
alter table customer_consent add constraint customer_consent_withdrawn_how_check
  check (withdrawn_how in ('account', 'closed', 'link'));

alter table sandbox.message add column html text;

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
