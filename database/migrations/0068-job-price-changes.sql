-- Money that a changed visit cost more, or less, after it was paid. `transaction_id` is the payment or the refund; while a
-- charge for it is open there is none yet.
alter table payment_attempt drop constraint payment_attempt_purpose_check;
alter table payment_attempt add constraint payment_attempt_purpose_check
  check (purpose in ('job', 'job-change', 'credit-package', 'ad-hoc', 'save-card'));

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
