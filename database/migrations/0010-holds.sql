-- A hold: the time that one job, or all visits of a series, keep for a customer who has not paid yet. How and when
-- it ended is written down; a job that is held again gets a new one.
create table job_hold (
  id uuid primary key,
  -- The first of the holds that took each other's place: at most one of them is live.
  root_id uuid not null references job_hold,
  customer_id uuid not null references customer,
  began_at timestamptz not null,
  first_expires_at timestamptz not null,
  expires_at timestamptz not null,
  -- A charge is under way since then: the hold does not run out until the charge is decided.
  paying_since timestamptz,
  ended_at timestamptz,
  ended_how text,
  constraint job_hold_bounds check (first_expires_at > began_at and expires_at >= first_expires_at),
  constraint job_hold_end check ((ended_at is null) = (ended_how is null)),
  constraint job_hold_ended_how check (ended_how in ('paid', 'expired', 'replaced', 'trashed', 'cancelled'))
);
create index job_hold_live on job_hold (expires_at) where ended_at is null;
create index job_hold_of_root on job_hold (root_id);
create index job_hold_of_customer on job_hold (customer_id) where ended_at is null;

alter table job
  add column hold_id uuid references job_hold,
  -- Counts the changes of a job, from 1.
  add column version integer not null default 1;

insert into job_hold (id, root_id, customer_id, began_at, first_expires_at, expires_at)
select coalesce(series_id, id), coalesce(series_id, id), customer_id, min(created_at), min(hold_expires_at), max(hold_expires_at)
from job where status = 'pending' group by 1, 2, 3;

update job set hold_id = coalesce(series_id, id) where status = 'pending';

update job_hold set paying_since = attempt.created_at
from payment_attempt as attempt join job on job.id = attempt.target_id
where attempt.purpose = 'job' and attempt.status in ('created', 'sent', 'requires_action', 'unknown')
  and job.hold_id = job_hold.id;

drop index job_holds;
alter table job drop constraint job_hold;
alter table job drop column hold_expires_at;
alter table job add constraint job_pending_is_held check (status <> 'pending' or hold_id is not null);
create index job_of_hold on job (hold_id) where hold_id is not null;

-- The diary knows by itself until when a job is held (null: it is firm) and whose it is.
alter table cleaner_occupation
  add column held_until timestamptz,
  add column customer_id uuid references customer,
  add constraint cleaner_occupation_held check (held_until is null or kind = 'job');

update cleaner_occupation set customer_id = job.customer_id,
  held_until = case when job.status = 'pending' and hold.paying_since is null then hold.expires_at end
from job left join job_hold as hold on hold.id = job.hold_id and hold.ended_at is null
where cleaner_occupation.job_id = job.id;

create index cleaner_occupation_held on cleaner_occupation (cleaner_id)
  where released_at is null and held_until is not null;
create index cleaner_occupation_of_customer on cleaner_occupation (customer_id, starts_at desc)
  where released_at is null and customer_id is not null;
create index time_off_by_end on time_off (ends_at) where removed_at is null;
