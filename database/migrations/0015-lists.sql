-- Lists at the size of a large company: an index for each sort of the jobs, words found by trigrams, and how far a
-- visit is as a column that an index knows.

create extension if not exists pg_trgm;

alter table job add column stage text not null default 'upcoming'
  constraint job_stage_check check (stage in ('upcoming', 'in-progress', 'done'));

-- The same as stageOf in features/jobs/rules/stage.ts: begun with the first start, done with the last finish.
create function job_stage_of(about uuid) returns text language sql stable as $$
  select case
    when count(*) > 0 and count(*) = count(finished_at) then 'done'
    when count(started_at) > 0 then 'in-progress'
    else 'upcoming'
  end
  from job_crew where job_id = about
$$;

create function job_stage_follows_crew() returns trigger language plpgsql as $$
declare
  about uuid := case when tg_op = 'DELETE' then old.job_id else new.job_id end;
begin
  update job set stage = job_stage_of(about) where id = about and stage <> job_stage_of(about);
  return null;
end $$;

create trigger job_stage_follows_crew after insert or delete or update of started_at, finished_at on job_crew
  for each row execute function job_stage_follows_crew();

update job set stage = job_stage_of(id) where stage <> job_stage_of(id);

-- What is counted most, as small as can be.
create index job_count on job (status) where trashed_at is null;
drop index job_by_start;
create index job_by_start on job (starts_at, id) include (status) where trashed_at is null;
create index job_by_status on job (status, starts_at, id) where trashed_at is null;
create index job_by_stage on job (stage, status, starts_at, id) where trashed_at is null;
create index job_by_type on job (job_type, starts_at, id) include (status) where trashed_at is null;
create index job_by_creation on job (created_at, id) include (status) where trashed_at is null;
create index job_by_label on job (label, id) include (status) where trashed_at is null;
create index job_by_amount on job (amount_to_pay, id) include (status) where trashed_at is null;
create index job_of_series on job (series_id) where series_id is not null;
create index job_trashed on job (starts_at, id) where trashed_at is not null;
create index job_words on job
  using gin ((' ' || label || ' ' || address_postal || ' ' || address_line1) gin_trgm_ops);

drop index customer_newest;
create index customer_by_creation on customer (created_at, id) where trashed_at is null;
create index customer_trashed on customer (created_at, id) where trashed_at is not null;
create index customer_by_name on customer (firstname, lastname, id);
create index customer_by_credits on customer (credits_left, id);
create index customer_by_email on customer (email, id);
create index customer_words on customer
  using gin ((' ' || firstname || ' ' || lastname || ' ' || email || ' ' || mobile) gin_trgm_ops);

drop index money_transaction_newest;
create index money_transaction_by_creation on money_transaction (created_at, id) where trashed_at is null;
create index money_transaction_trashed on money_transaction (created_at, id) where trashed_at is not null;
create index money_transaction_by_total on money_transaction (total, id);
create index money_transaction_by_type on money_transaction (type, id);
create index money_transaction_by_method on money_transaction (method, id);
create index money_transaction_words on money_transaction using gin ((' ' || details) gin_trgm_ops);

create index customer_address_by_creation on customer_address (created_at, id);
create index customer_address_by_rank on customer_address (is_primary, created_at, id) where trashed_at is null;
create index customer_address_trashed on customer_address (is_primary, created_at, id) where trashed_at is not null;
create index customer_address_by_label on customer_address (label, id);
create index customer_address_by_postal on customer_address (postal, id);
create index customer_address_words on customer_address using gin
  ((' ' || label || ' ' || address_line1 || ' ' || address_line2 || ' ' || address_line3 || ' ' || postal) gin_trgm_ops);
