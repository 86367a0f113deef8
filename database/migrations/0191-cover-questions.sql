-- Everyone of the crew who cannot come: the question to the customer closes once none of them is in the crew any more.
alter table cover_visit add column away_ids jsonb not null default '[]';
update cover_visit set away_ids = jsonb_build_array(away_id) where away_id is not null;
-- Read with each change of a job.
create index cover_visit_waiting on cover_visit (job_id) where state = 'waiting';
