-- Promo codes for a customer's first booking, and for homes in some regions (empty: all).
alter table promo_code
  add column first_booking_only boolean not null default false,
  add column regions uuid[] not null default '{}';

-- A customer has at most one live use of codes for a first booking, whichever of them.
alter table promo_use add column first_booking boolean not null default false;
create unique index promo_use_first_booking on promo_use (customer_id) where first_booking and released_at is null;
