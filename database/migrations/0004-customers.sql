create table customer (
  id uuid primary key,
  mobile text not null,
  salutation text not null,
  firstname text not null,
  lastname text not null,
  email text not null,
  otp_verified_at timestamptz,
  facebook_id text unique,
  stripe_customer_id text unique,
  card_payment_method_id text,
  card_last4 text,
  card_expiry_month integer,
  card_expiry_year integer,
  -- Cached sum of the live lots, kept by the same transaction that moves them; checked nightly.
  credits_left numeric(8, 1) not null default 0 check (credits_left >= 0),
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint customer_mobile_key unique (mobile)
);
create unique index customer_email_key on customer (lower(email));
create index customer_newest on customer (created_at desc, id);

create table customer_address (
  id uuid primary key,
  customer_id uuid not null references customer,
  label text not null,
  type text not null,
  is_primary boolean not null,
  address_line1 text not null,
  address_line2 text not null,
  address_line3 text not null,
  country text not null,
  postal text not null check (postal ~ '^\d{6}$'),
  latitude double precision,
  longitude double precision,
  has_pets boolean not null,
  language_preference text not null,
  gender_preference text not null check (gender_preference in ('', 'female', 'male')),
  area_id uuid references area,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index customer_address_of_customer on customer_address (customer_id, created_at);
create unique index customer_address_one_primary on customer_address (customer_id)
  where is_primary and trashed_at is null;
