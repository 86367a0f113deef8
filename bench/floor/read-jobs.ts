import type pg from 'pg';

/** Jobs ahead whose cleaner has time off over them or has left. */
const LACKS_CREW = `job.id = any(array(
    select entry.job_id from time_off
    join cleaner_occupation as entry on entry.cleaner_id = time_off.cleaner_id
      and entry.starts_at > greatest(time_off.starts_at, now()) - interval '24 hours'
      and entry.starts_at < time_off.ends_at and entry.ends_at > time_off.starts_at
    join job as booked on booked.id = entry.job_id
    where time_off.over_visits and time_off.removed_at is null and time_off.ends_at > now()
      and (time_off.only_job_type is null or time_off.only_job_type = booked.job_type)
      and entry.kind = 'job' and entry.released_at is null and entry.starts_at > now()
    union all
    select entry.job_id from cleaner join cleaner_occupation as entry on entry.cleaner_id = cleaner.id
    where cleaner.trashed_at is not null
      and entry.kind = 'job' and entry.released_at is null and entry.starts_at > now()))`;

const JOB = `select job.*, customer.firstname, customer.lastname, customer.display_name, customer.mobile,
    package.supplies_to_be_prepared, hold.due_on, hold.expires_at, ${LACKS_CREW} as lacks_crew,
    (select coalesce(json_agg(json_build_object('id', cleaner.id, 'firstname', cleaner.firstname,
        'lastname', cleaner.lastname, 'displayName', cleaner.display_name, 'profilePhoto', profile_photo,
        'startedAt', started_at::text, 'finishedAt', finished_at::text) order by place), '[]')
      from job_crew join cleaner on cleaner.id = cleaner_id where job_id = job.id) as cleaners`;
const FROM = `from job
  join customer on customer.id = job.customer_id
  join package on package.id = job.package_id
  left join job_hold as hold on hold.id = job.hold_id and hold.ended_at is null and job.status = 'pending'`;

const ONE_JOB = `${JOB},
    (select coalesce(json_agg(json_build_object('id', item_id, 'english', english, 'chinese', chinese,
        'category', category, 'position', position, 'doneBy', done_by, 'doneAt', done_at::text)
        order by position, item_id), '[]')
      from job_checklist_item where job_id = job.id) as checklist
  ${FROM} where job.id = $1`;

const JOBS = `${JOB},
    (select count(done_at) from job_checklist_item where job_id = job.id) as ticked,
    (select count(*) from job_checklist_item where job_id = job.id) as items
  ${FROM} where job.id in (
    select id from job where status in ('pending', 'paid') and trashed_at is null
    order by starts_at desc, id desc limit $1)
  order by starts_at desc, job.id desc`;

/** A job with its crew and checklist. */
export async function readJob(pool: pg.Pool, id: string): Promise<object | undefined> {
  const { rows } = await pool.query<object>({ name: 'job', text: ONE_JOB, values: [id] });
  return rows[0];
}

/** The office's first page of jobs, the latest first. */
export async function listJobs(pool: pg.Pool, size: number): Promise<object> {
  const { rows } = await pool.query<object>({ name: 'jobs', text: JOBS, values: [size] });
  return { items: rows };
}
