-- Only the Idempotency-Key of a request tells a repeat of a purchase from another one.
alter table credit_purchase
  drop column card_key,
  drop column left_open_at;
