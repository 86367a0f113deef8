-- When each cron job last ended well, by the database's clock: readiness and the health check look at the newest.
create table cron_run (
  name text primary key,
  completed_at timestamptz not null
);

-- The one task that ran all cron jobs in turn has been replaced by one task for each.
select graphile_worker.remove_job('platform:sweep');
delete from graphile_worker._private_known_crontabs where identifier = 'platform:sweep';
