create table admin (
  id uuid primary key,
  identity text not null,
  -- Argon2id in PHC form: $argon2id$v=19$m=…,t=…,p=…$salt$hash
  password_hash text not null,
  fullname text not null,
  email text not null,
  totp_secret text,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index admin_identity_key on admin (lower(identity));

-- One live code for each (purpose, mobile): asking again kills the one before.
create table one_time_code (
  id uuid primary key,
  purpose text not null check (purpose in ('customer-sign-in', 'cleaner-sign-in', 'change-mobile', 'link-facebook')),
  mobile text not null,
  -- The account it is for, where the purpose binds one (change-mobile).
  account_id uuid,
  code_mac text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('used', 'superseded', 'too-many-tries'))
);
create unique index one_time_code_live on one_time_code (purpose, mobile) where ended_at is null;
create index one_time_code_age on one_time_code (created_at);
