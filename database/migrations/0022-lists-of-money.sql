-- What lists of money, and payments themselves, look for in a large business. Each figure is in docs/performance.md.

-- Whether a target is paid is asked before every charge: without this every attempt there ever was is read.
create index payment_attempt_of_target on payment_attempt (target_id);
-- A second press on the office's charge, and how many cards somebody tries.
create index payment_attempt_of_customer on payment_attempt (customer_id, created_at);

-- Of a kind or a way of paying, the newest first: the filter and the sort in one.
drop index money_transaction_by_type;
create index money_transaction_by_type on money_transaction (type, created_at, id) where trashed_at is null;
drop index money_transaction_by_method;
create index money_transaction_by_method on money_transaction (method, created_at, id) where trashed_at is null;

-- Lots that hold something are what is looked at: those that are used up lie at the front of every other order.
create index credit_lot_held on credit_lot (purchased_at, id) where remaining > 0;
drop index credit_lot_by_expiry;
create index credit_lot_by_expiry on credit_lot ((coalesce(expires_at, 'infinity'::timestamptz)), id) where remaining > 0;
drop index credit_lot_by_tier;
create index credit_lot_by_tier on credit_lot (per_hour, purchased_at, id) where remaining > 0;

-- Whose expiry is to be told of: those who heard of it once wait for the last days.
create index credit_lot_to_notice on credit_lot (notice_given, expires_at) where remaining > 0;

-- Uses of one code, in the three orders of its list.
drop index promo_use_of_code;
create index promo_use_of_code on promo_use (promo_code_id, reserved_at, id);
create index promo_use_by_discount on promo_use (promo_code_id, discount, id);
drop index promo_use_of_customer;
create index promo_use_of_customer on promo_use (customer_id, promo_code_id);
-- Few are reserved at a time; what is paid is the rest of what is taken.
create index promo_use_reserved on promo_use (promo_code_id, reserved_at, id) where used_at is null and released_at is null;
create index promo_use_paid on promo_use (promo_code_id, reserved_at, id) where used_at is not null and released_at is null;
-- What codes took off in a range of days, without the table.
create index promo_use_by_payment on promo_use (used_at) include (promo_code_id, discount)
  where used_at is not null and released_at is null;
-- The use that a purchase had and gave back, when it is paid after all.
create index promo_use_of_target on promo_use (target_id);
