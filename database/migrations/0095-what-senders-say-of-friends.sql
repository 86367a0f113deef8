-- Whether somebody has an account is not the sender's to know: what is kept is only what they said themselves.
alter table credit_gift alter column email_type drop not null;

-- The office sorts its customers by what their list shows: the number's state, and the card.
create index customer_by_confirmation on customer ((otp_verified_at is not null), created_at, id);
create index customer_by_card on customer (coalesce(card_last4, ''), id);
