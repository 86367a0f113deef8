-- Secret addresses under which calendar programs read somebody's visits. Only a fingerprint of the secret is kept.
create table calendar_feed (
  id uuid primary key,
  role text not null check (role in ('customer', 'cleaner', 'admin')),
  account_id uuid not null,
  secret_mac text not null unique,
  created_at timestamptz not null,
  last_read_at timestamptz,
  ended_at timestamptz
);
create unique index calendar_feed_live on calendar_feed (role, account_id) where ended_at is null;
create index calendar_feed_of_person on calendar_feed (account_id);
