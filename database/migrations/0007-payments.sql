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
create trigger ledger_entry_is_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();

-- One try to take money: reserve, charge, confirm. Its id is Stripe's idempotency key.
create table payment_attempt (
  id uuid primary key,
  purpose text not null check (purpose in ('job', 'credit-package', 'ad-hoc', 'save-card')),
  target_id uuid not null,
  customer_id uuid not null references customer,
  amount integer not null check (amount >= 0),
  currency text not null default 'SGD',
  credits_spent numeric(8, 1) not null default 0,
  -- The itemised price that the person agreed to, frozen.
  price_snapshot jsonb not null,
  -- How it was to be paid: new card token's digest or stored card, keep the card, receipt e-mail.
  instrument jsonb not null,
  status text not null check (status in ('created', 'sent', 'requires_action', 'succeeded', 'failed', 'unknown', 'canceled')),
  stripe_pi_id text unique,
  client_secret text,
  failure_code text,
  failure_message text,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  next_check_at timestamptz
);
create unique index payment_attempt_one_open on payment_attempt (purpose, target_id)
  where status in ('created', 'sent', 'requires_action', 'unknown');
create index payment_attempt_to_recover on payment_attempt (created_at)
  where status in ('created', 'sent', 'requires_action', 'unknown');

create sequence receipt_no;
create table money_transaction (
  id uuid primary key,
  type text not null check (type in ('job', 'credit-package', 'ad-hoc', 'refund', 'manual')),
  method text not null check (method in ('card', 'credits', 'cash', 'paynow', 'bank', 'adjustment')),
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
  created_at timestamptz not null
);
create index money_transaction_of_customer on money_transaction (customer_id, created_at desc);
create index money_transaction_of_job on money_transaction (job_id) where job_id is not null;

-- Stripe's events by their id, so that a duplicate does nothing.
create table webhook_event (
  id text primary key,
  type text not null,
  outcome text not null,
  received_at timestamptz not null
);

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
  expires_at timestamptz
);
create index credit_lot_of_customer on credit_lot (customer_id, expires_at) where remaining > 0;
