-- The office's second step at sign-in: a code from an app on the admin's phone.
-- totp_secret is sealed (AES-256-GCM) with a key from SESSION_SECRET. Without totp_since it waits for its first code.
alter table admin
  add column totp_since timestamptz,
  -- The 30 seconds (since 1970) whose code was used last: neither it nor an older one works again.
  add column totp_last_step integer not null default 0,
  add constraint admin_totp_has_a_secret check (totp_since is null or totp_secret is not null);

-- What gets an admin in without their phone. SHA-256 of 80 random bits, each used once.
create table admin_recovery_code (
  admin_id uuid not null references admin (id),
  code_sha256 text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (admin_id, code_sha256)
);

-- One live link to a new password for each admin: asking again kills the one before. SHA-256 of 256 random bits.
create table admin_password_reset (
  id uuid primary key,
  admin_id uuid not null references admin (id),
  token_sha256 text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('used', 'superseded', 'withdrawn'))
);
create unique index admin_password_reset_token on admin_password_reset (token_sha256);
create unique index admin_password_reset_live on admin_password_reset (admin_id) where ended_at is null;
create index admin_password_reset_age on admin_password_reset (created_at);
