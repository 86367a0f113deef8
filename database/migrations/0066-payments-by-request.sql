-- What identifies the request that began a payment: only its Idempotency-Key tells a repeat from another payment.
alter table payment_attempt add column request_key text;
