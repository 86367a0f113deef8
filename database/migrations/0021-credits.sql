-- How a repeat of a purchase is told from another one: by its Idempotency-Key, else by its card.
alter table credit_purchase
  -- The stored card's id, or a hash of the new card's token; empty where nothing was to be charged.
  add column card_key text not null default '',
  add column request_key text,
  -- When a call about it ended without an outcome: the bank asks the buyer, or nobody knows yet.
  add column left_open_at timestamptz;

-- The shortest notice of its expiry, in days, that was given of a lot; null while none was.
alter table credit_lot add column notice_given smallint constraint credit_lot_notice check (notice_given in (30, 7));

-- A customer hears of hours that are about to expire once a day at most.
create table credit_notice (
  customer_id uuid not null references customer,
  day date not null,
  primary key (customer_id, day)
);

create index credit_lot_newest on credit_lot (purchased_at, id);
create index credit_lot_by_expiry on credit_lot ((coalesce(expires_at, 'infinity'::timestamptz)), id);
create index credit_lot_by_tier on credit_lot (per_hour, id);
create index credit_lot_by_remaining on credit_lot (remaining, id);
create index credit_lot_of_holder on credit_lot (customer_id, purchased_at, id);
create index credit_gift_newest on credit_gift (sent_at, id);
create index credit_gift_claims on credit_gift (claimed_at, id) where claimed_at is not null;
-- Kept for jobs, and on their way: what the nightly check of the books adds up.
create index credit_use_open on credit_use (lot_id) where spent_at is null and ended_at is null;
