-- A new e-mail address of a customer takes effect once the link that is mailed to it has been confirmed.
create table customer_email_change (
  id uuid primary key,
  customer_id uuid not null references customer,
  email text not null,
  -- SHA-256 of the token in the link, in hex. Null until the link is mailed, and for good when the address belongs to
  -- another customer.
  token_sha256 text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('confirmed', 'superseded', 'cancelled', 'withdrawn')),
  constraint customer_email_change_ended_with_reason check ((ended_at is null) = (end_reason is null))
);
create unique index customer_email_change_token on customer_email_change (token_sha256);
create unique index customer_email_change_open on customer_email_change (customer_id) where ended_at is null;
create index customer_email_change_of_customer on customer_email_change (customer_id);
create index customer_email_change_age on customer_email_change (created_at);

-- When the customer confirmed the address with its link. Null: it was typed at sign-up or by the office.
-- The addresses of existing customers count as confirmed.
alter table customer add column email_confirmed_at timestamptz;
update customer set email_confirmed_at = created_at where closed_at is null;
