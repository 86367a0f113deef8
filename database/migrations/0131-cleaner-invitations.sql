-- When the office last sent a cleaner the SMS that they can sign in; null if never.
alter table cleaner add column invited_at timestamptz;
