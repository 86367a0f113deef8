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

create index money_transaction_refunds on money_transaction (refund_of) where refund_of is not null;
-- Charges of the office, day by day.
create index money_transaction_ad_hoc on money_transaction (created_at) where type = 'ad-hoc';

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

-- What else a person must look at: a chargeback, a refund that did not arrive, one that fits no payment.
alter table payment_alarm
  -- The refund's or dispute's id at the provider, or our own id of the refund.
  add column provider_ref text,
  drop constraint payment_alarm_kind_check,
  add constraint payment_alarm_kind_check check (kind in (
    'amount_mismatch', 'other_payment', 'unwanted_payment', 'unknown_payment', 'dispute', 'refund_failed', 'unknown_refund')),
  drop constraint payment_alarm_once,
  add constraint payment_alarm_once unique nulls not distinct
    (kind, attempt_id, transaction_id, stripe_pi_id, provider_ref);
