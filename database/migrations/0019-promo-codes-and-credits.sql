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
  constraint promo_code_window check (start_date <= end_date),
  constraint promo_code_not_overused check (taken >= 0 and (total_allocation is null or taken <= total_allocation))
);
-- A code in the trash gives its name back.
create unique index promo_code_code_key on promo_code (upper(code)) where trashed_at is null;
create index promo_code_newest on promo_code (created_at desc, id);

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
  released_at timestamptz
);
create unique index promo_use_one_a_target on promo_use (target_kind, target_id) where released_at is null;
create index promo_use_of_code on promo_use (promo_code_id, reserved_at desc, id);
create index promo_use_of_customer on promo_use (customer_id, promo_code_id) where released_at is null;

-- What the hours of a lot were paid for, so that their worth can be told to the cent. 0 where nobody paid.
alter table credit_lot
  add column cost integer not null default 0 check (cost >= 0),
  -- The part of it that the remaining hours stand for.
  add column cost_left integer not null default 0,
  add constraint credit_lot_tier check (per_hour in (27, 25, 24, 0)),
  add constraint credit_lot_cost_left check (cost_left >= 0 and cost_left <= cost and (remaining > 0 or cost_left = 0));
create index credit_lot_expiring on credit_lot (expires_at) where remaining > 0;

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
  constraint credit_purchase_decided check ((status = 'open') = (decided_at is null)),
  constraint credit_purchase_lot check ((status = 'paid') = (lot_id is not null))
);
create index credit_purchase_of_customer on credit_purchase (customer_id, created_at desc);

-- Hours on their way to a friend. The code goes by e-mail only; here is its hash.
create table credit_gift (
  id uuid primary key,
  sender_id uuid not null references customer,
  email text not null,
  email_type text not null check (email_type in ('existing', 'new')),
  message text not null,
  hours numeric(8, 1) not null check (hours > 0),
  code_hash bytea not null unique,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  claimed_by uuid references customer,
  returned_at timestamptz,
  constraint credit_gift_claimed check ((claimed_at is null) = (claimed_by is null)),
  constraint credit_gift_one_end check (claimed_at is null or returned_at is null)
);
create index credit_gift_of_sender on credit_gift (sender_id, sent_at desc, id);
create index credit_gift_of_receiver on credit_gift (claimed_by, claimed_at desc, id) where claimed_by is not null;
create index credit_gift_unclaimed on credit_gift (expires_at) where claimed_at is null and returned_at is null;

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
  job_id uuid not null references job,
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

-- Every movement of hours, the customer's statement: what is in a lot is the sum of its movements.
create table credit_movement (
  id uuid primary key,
  lot_id uuid not null references credit_lot,
  customer_id uuid not null references customer,
  kind text not null check (kind in (
    'bought', 'adjusted', 'held', 'returned', 'sent', 'gift-returned', 'received', 'expired', 'refunded')),
  -- Hours; negative where they leave the lot.
  hours numeric(8, 1) not null check (hours <> 0),
  job_id uuid references job,
  gift_id uuid references credit_gift,
  transaction_id uuid references money_transaction,
  reason text not null,
  ledger_tx_id uuid not null references ledger_tx,
  created_at timestamptz not null
);
create index credit_movement_of_customer on credit_movement (customer_id, created_at desc, id desc);
create index credit_movement_of_lot on credit_movement (lot_id);
create trigger credit_movement_is_append_only before update or delete or truncate on credit_movement
  for each statement execute function refuse_change();

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
  created_at timestamptz not null
);
