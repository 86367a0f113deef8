-- What people write to the business: questions, applications of cleaners, and the log of signing up.

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
create index contact_request_words on contact_request using gin
  ((' ' || firstname || ' ' || lastname || ' ' || email || ' ' || mobile || ' ' || subject || ' ' || message) gin_trgm_ops);

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
  updated_at timestamptz not null
);
create index application_by_creation on application (created_at, id) where trashed_at is null;
create index application_trashed on application (created_at, id) where trashed_at is not null;
create index application_by_state on application (state, created_at, id) where trashed_at is null;
create index application_by_name on application (firstname, lastname, id);
create index application_words on application using gin
  ((' ' || firstname || ' ' || lastname || ' ' || email || ' ' || phone || ' ' || home_area || ' ' || apply_for || ' ' || message) gin_trgm_ops);

-- What the office did about one of them: it came into another state, or was replied to.
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
create index sign_up_entry_words on sign_up_entry using gin
  ((' ' || firstname || ' ' || lastname || ' ' || email || ' ' || phone || ' ' || action || ' ' || note) gin_trgm_ops);

-- What is a year old goes, in the trash or not.
create index contact_request_by_age on contact_request (created_at);
create index application_by_age on application (created_at);
