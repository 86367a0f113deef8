-- Whether a message went out with the code: of a mobile number that no cleaner has, the code is told to nobody, and
-- the watch for SMS pumping does not count it. Older codes count as sent, for the hour in which they count at all.
alter table one_time_code add column is_sent boolean not null default true;
alter table one_time_code alter column is_sent drop default;
