-- Signing in with Facebook, whom an application became, and what the office lets the public read.

-- A customer's Facebook account: it opens one customer, and a customer has one.
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

-- Who vouched for the person, where they showed neither code nor password here: `facebook`.
alter table session add column vouched_by text;

-- The cleaner that an applicant became: one application each.
alter table application add column cleaner_id uuid references cleaner;
create unique index application_of_cleaner on application (cleaner_id) where cleaner_id is not null;

-- Whether the public may read a review: the office says, and until then it waits (null).
alter table job drop column review_shown_at;
alter table job
  add column review_decision text constraint job_review_decision check (review_decision in ('shown', 'hidden')),
  add constraint job_review_was_given check (review_decision is null or reviewed_at is not null);
create index job_reviews on job (reviewed_at, id) where reviewed_at is not null;
create index job_reviews_by_decision on job (review_decision, reviewed_at, id) where reviewed_at is not null;
create index job_reviews_by_stars on job (review_stars, reviewed_at, id) where reviewed_at is not null;
create index job_review_words on job using gin ((' ' || review) gin_trgm_ops) where reviewed_at is not null;
