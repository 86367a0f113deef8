-- The office corrects the clock times of a crew member: the last correction. The audit trail has the earlier ones.
alter table job_crew
  add column corrected_at timestamptz,
  add column corrected_by uuid,
  add column correction_reason text,
  add constraint job_crew_correction check (
    (corrected_at is null) = (corrected_by is null) and (corrected_at is null) = (correction_reason is null));

-- Cleaners who were replaced on a visit that goes ahead, with what they had clocked: they are paid for it, and their
-- phone may have been offline until then.
create table job_former_crew (
  job_id uuid not null constraint job_former_crew_job_id_fkey references job (id),
  cleaner_id uuid not null constraint job_former_crew_cleaner_id_fkey references cleaner (id),
  replaced_at timestamptz not null,
  on_the_way_at timestamptz,
  started_at timestamptz,
  start_received_at timestamptz,
  start_latitude double precision,
  start_longitude double precision,
  start_accuracy double precision,
  finished_at timestamptz,
  finish_received_at timestamptz,
  finish_latitude double precision,
  finish_longitude double precision,
  finish_accuracy double precision,
  corrected_at timestamptz,
  corrected_by uuid,
  correction_reason text,
  constraint job_former_crew_pkey primary key (job_id, cleaner_id),
  constraint job_former_crew_clock check (
    finished_at is null or started_at is not null and finished_at >= started_at),
  constraint job_former_crew_correction check (
    (corrected_at is null) = (corrected_by is null) and (corrected_at is null) = (correction_reason is null))
);
create index job_former_crew_clocked on job_former_crew (job_id) where started_at is not null;

-- Times that a person has set are paid as they stand.
alter table pay_line add column corrected boolean not null default false;
