-- Which job a transaction's money is for: one row a job, so that one visit of a series can be refunded by itself.
create table payment_allocation (
  transaction_id uuid not null references money_transaction,
  job_id uuid not null references job,
  -- Negative where the transaction gives money back.
  cents integer not null,
  primary key (transaction_id, job_id)
);
create index payment_allocation_of_job on payment_allocation (job_id);

-- What was paid before: a charge names its jobs, a waived series shares the moment of payment. Shares are what each
-- job was to cost; where these do not add up, the rounding of the running sum makes them.
with about as (
  select paid.id as transaction_id, paid.total, job.id as job_id, job.amount_to_pay::numeric as weight,
    row_number() over shares as place,
    sum(job.amount_to_pay::numeric) over shares as running,
    sum(job.amount_to_pay::numeric) over (partition by paid.id) as whole
  from money_transaction as paid
  join job as target on target.id = paid.job_id
  left join payment_attempt as attempt on attempt.id = paid.attempt_id
  join job on job.id = target.id
    or (paid.type = 'job' and attempt.price_snapshot -> 'jobIds' ? job.id::text)
    or (paid.type = 'job' and paid.attempt_id is null and job.series_id = target.series_id and job.paid_at = paid.created_at)
  window shares as (partition by paid.id order by job.starts_at, job.id)
)
insert into payment_allocation (transaction_id, job_id, cents)
select transaction_id, job_id,
  case
    when whole = 0 then case when place = 1 then total else 0 end
    else round(total * running / whole) - round(total * (running - weight) / whole)
  end
from about;

create function payment_allocation_must_add_up() returns trigger language plpgsql as $$
declare
  about uuid;
begin
  if tg_table_name = 'money_transaction' then about := new.id;
  elsif tg_op = 'DELETE' then about := old.transaction_id;
  else about := new.transaction_id;
  end if;
  if exists (
    select from money_transaction as paid
    left join payment_allocation as part on part.transaction_id = paid.id
    where paid.id = about
    group by paid.id
    having (count(part.job_id) > 0) <> (paid.job_id is not null)
      or (paid.job_id is not null and sum(part.cents) <> paid.total)
  ) then
    raise exception 'the allocations of transaction % do not add up to its total', about
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger money_transaction_is_allocated after insert or update on money_transaction
  deferrable initially deferred for each row execute function payment_allocation_must_add_up();
create constraint trigger payment_allocation_adds_up after insert or update or delete on payment_allocation
  deferrable initially deferred for each row execute function payment_allocation_must_add_up();

-- Money that moved otherwise than agreed: a person looks, and writes down what became of it.
create table payment_alarm (
  id uuid primary key,
  kind text not null check (kind in ('amount_mismatch', 'other_payment', 'unwanted_payment', 'unknown_payment')),
  attempt_id uuid references payment_attempt,
  transaction_id uuid references money_transaction,
  customer_id uuid references customer,
  stripe_pi_id text,
  -- What was taken; null where only the provider knows, or where it was not taken in Singapore dollars.
  cents integer check (cents > 0),
  why text not null,
  -- The jobs that could not take the money, and how much of it each.
  jobs jsonb not null default '[]',
  raised_at timestamptz not null,
  resolution text check (resolution in ('refunded', 'kept', 'not_charged')),
  reason text,
  settled_at timestamptz,
  settled_by uuid,
  -- The transaction that the settlement wrote: the refund, or the payment that was kept.
  settled_transaction_id uuid references money_transaction,
  constraint payment_alarm_once unique nulls not distinct (kind, attempt_id, transaction_id, stripe_pi_id),
  constraint payment_alarm_settled check (
    (settled_at is null) = (resolution is null) and (settled_at is null) = (reason is null)
    and (settled_at is null) = (settled_by is null)
  )
);
create index payment_alarm_newest on payment_alarm (raised_at desc, id);
create index payment_alarm_open on payment_alarm (raised_at) where settled_at is null;

insert into payment_alarm (id, kind, attempt_id, customer_id, stripe_pi_id, why, raised_at)
select gen_random_uuid(), failure_code, id, customer_id, stripe_pi_id,
  'Raised before alarms were kept: look the payment up at the provider.', coalesce(sent_at, created_at)
from payment_attempt
where failure_code in ('amount_mismatch', 'other_payment') and status <> 'succeeded';

insert into payment_alarm (id, kind, attempt_id, transaction_id, customer_id, cents, why, jobs, raised_at)
select gen_random_uuid(), 'unwanted_payment', paid.attempt_id, paid.id, paid.customer_id, nullif(greatest(paid.total, 0), 0),
  'Raised before alarms were kept: the job was no longer waiting for this payment.',
  (select coalesce(json_agg(json_build_object('jobID', part.job_id, 'cents', part.cents)), '[]')
   from payment_allocation as part where part.transaction_id = paid.id),
  min(entry.at)
from audit_entry as entry
join money_transaction as paid on paid.id::text = entry.subject_id
where entry.action = 'payment.unwanted'
group by paid.id;

-- Where a payment was asked for: declines are counted per address, customer and target before a card is tried again.
alter table payment_attempt add column ip text;
create index payment_attempt_ended on payment_attempt (settled_at) where status in ('failed', 'canceled');
