-- The customer's answer to "Did we come?", for a visit that ended without a clock-in.
alter table job
  add column came boolean,
  add column came_answered_at timestamptz,
  add constraint job_came check ((came is null) = (came_answered_at is null));
create index job_said_no on job (starts_at) where came is false and stage = 'upcoming';
