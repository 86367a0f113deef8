-- A receipt as it was issued: its document never changes afterwards.
create table issued_receipt (
  transaction_id uuid primary key references money_transaction,
  customer_id uuid not null references customer,
  content jsonb not null,
  issued_at timestamptz not null
);
create index issued_receipt_customer on issued_receipt (customer_id);
