-- The time of a sealing run that has not sealed everything yet: the next process that seals continues it. Otherwise
-- a second process would begin another run in the middle, and what was waiting would look as if it had been added afterwards.
alter table audit_head add column open_run_at timestamptz;
