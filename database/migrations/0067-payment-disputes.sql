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

-- What a cancelled visit is to give back once the dispute of its payment is won.
create table payment_waiting_refund (
  id uuid primary key,
  payment_id uuid not null references money_transaction (id),
  job_id uuid not null references job (id),
  cents integer not null check (cents > 0),
  requested_at timestamptz not null,
  ended_at timestamptz,
  refund_id uuid references money_transaction (id),
  constraint payment_waiting_refund_ended check (refund_id is null or ended_at is not null)
);
create index payment_waiting_refund_of_job on payment_waiting_refund (job_id);
create index payment_waiting_refund_open on payment_waiting_refund (requested_at) where ended_at is null;
