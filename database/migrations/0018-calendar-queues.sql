-- Each paid visit left a queue of its own in the worker's table, and the worker looked through all of them whenever it
-- looked for a task. Visits now share sixteen queues.
do $$
begin
  if to_regclass('graphile_worker._private_job_queues') is not null then
    delete from graphile_worker._private_job_queues as queue
    where queue_name ~ '^calendar:.{36}$'
      and not exists (select from graphile_worker._private_jobs as job where job.job_queue_id = queue.id);
  end if;
end $$;
