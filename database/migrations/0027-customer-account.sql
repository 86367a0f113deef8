-- What a customer allows the business to write about, and accounts that are closed for good.

-- One row for each time that somebody agreed, kept after it was withdrawn: it shows what was agreed, and until when.
create table customer_consent (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  channel text not null check (channel in ('email', 'sms', 'phone')),
  -- The wording that the person read, see features/customers/rules/consents.ts.
  text_version text not null,
  source text not null check (source in ('sign-up', 'account')),
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_how text check (withdrawn_how in ('account', 'closed')),
  constraint customer_consent_withdrawn check ((withdrawn_at is null) = (withdrawn_how is null))
);
create unique index customer_consent_one_given on customer_consent (customer_id, channel) where withdrawn_at is null;
create index customer_consent_of_customer on customer_consent (customer_id, given_at);

-- The ticks of somebody whose number is not confirmed yet.
alter table customer_registration add column consents text[] not null default '{}';

-- A closed account names nobody: its number and its e-mail address are free again.
alter table customer add column closed_at timestamptz;
alter table customer add constraint customer_closed_is_nobody
  check (closed_at is null or (mobile = '' and email = '' and lastname = '' and trashed_at is not null));
alter table customer drop constraint customer_mobile_key;
create unique index customer_mobile_key on customer (mobile) where closed_at is null;
create index customer_by_mobile on customer (mobile, id);
drop index customer_email_key;
create unique index customer_email_key on customer (lower(email)) where closed_at is null;
