-- When the holder of a session last proved who they are (a code or their password) after signing in; null if only then.
alter table session add column proven_at timestamptz;
