-- The brand of the stored card, so that the office and the customer recognise it: `visa`.
alter table customer add column card_brand text;
-- Known of cards that have paid.
update customer
set card_brand = (
  select paid.card_brand from money_transaction as paid
  where paid.customer_id = customer.id and paid.card_last4 = customer.card_last4 and paid.card_brand is not null
  order by paid.created_at desc limit 1
)
where card_last4 is not null;
