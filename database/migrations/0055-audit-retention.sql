-- Retention: the values of closed accounts leave the audit trail, and old audit entries and expired jobs are deleted.
-- Both tables below stay append-only, except in a transaction that has set kemas.retention to 'on'
-- (platform/server/retention.ts).

-- A record with these fields set to null, or all of them where `fields` is null. The names of the fields stay.
create function erase_fields(record jsonb, fields text[]) returns jsonb language sql immutable as $$
  select case
    when record is null then null
    when jsonb_typeof(record) = 'object' then (
      select coalesce(
        jsonb_object_agg(key, case when fields is null or key = any(fields) then 'null'::jsonb else value end), '{}')
      from jsonb_each(record))
    when fields is null then 'null'::jsonb
    else record
  end
$$;

-- Whether `changed` is `record` with nothing but some values set to null.
create function is_erased(record jsonb, changed jsonb) returns boolean language sql immutable as $$
  select case
    when record is not distinct from changed then true
    when jsonb_typeof(record) = 'object' then not exists (
      select from jsonb_each(record) as old full join jsonb_each(changed) as new using (key)
      where old.value is null or new.value is null or (new.value <> old.value and new.value <> 'null'))
    else record is not null and changed = 'null'
  end
$$;

create function guard_audit_entry() returns trigger language plpgsql as $$
declare
  erasable constant text[] := '{before,after,reason,ip}';
begin
  if current_setting('kemas.retention', true) is distinct from 'on' then
    raise exception 'audit_entry is append-only' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if to_jsonb(new) - erasable is distinct from to_jsonb(old) - erasable
    or is_erased(old.before, new.before) is not true
    or is_erased(old.after, new.after) is not true
    or new.reason is distinct from old.reason and (old.reason is null or new.reason is distinct from '')
    or new.ip not in (old.ip, '')
  then
    raise exception 'Values of an audit_entry can only be erased' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger audit_entry_is_append_only on audit_entry;
create trigger audit_entry_is_append_only before truncate on audit_entry
  for each statement execute function refuse_change();
create trigger audit_entry_guard before update or delete on audit_entry
  for each row execute function guard_audit_entry();
create index audit_entry_by_age on audit_entry (at);

create function guard_credit_movement() returns trigger language plpgsql as $$
begin
  if current_setting('kemas.retention', true) is distinct from 'on'
    or new.reason <> '' or to_jsonb(new) - 'reason' <> to_jsonb(old) - 'reason'
  then
    raise exception 'credit_movement is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger credit_movement_is_append_only on credit_movement;
create trigger credit_movement_is_append_only before delete or truncate on credit_movement
  for each statement execute function refuse_change();
create trigger credit_movement_guard before update on credit_movement
  for each row execute function guard_credit_movement();

-- When an expired job can be deleted.
create index job_expired on job (updated_at) where status = 'expired';
-- What points to it, where no index said so yet.
create index credit_movement_of_job on credit_movement (job_id) where job_id is not null;
create index series_move_visit_of_job on series_move_visit (job_id);

select set_config('kemas.retention', 'on', true);

-- Accounts that are closed already.
update audit_entry
set before = erase_fields(before, null), after = erase_fields(after, null),
  reason = case when reason is not null then '' end
where subject_kind = 'customer' and action <> 'customer.closed'
  and subject_id in (select id::text from customer where closed_at is not null);
update audit_entry
set before = erase_fields(before, null), after = erase_fields(after, null),
  reason = case when reason is not null then '' end
where subject_kind = 'address' and subject_id in (
  select address.id::text from customer_address as address
  join customer on customer.id = address.customer_id where customer.closed_at is not null);
update audit_entry
set before = erase_fields(before, '{specialRequests,contactDetails,comment,review}'),
  after = erase_fields(after, '{specialRequests,contactDetails,comment,review}'),
  reason = case when reason is not null then '' end
where subject_kind = 'job' and subject_id in (
  select job.id::text from job join customer on customer.id = job.customer_id where customer.closed_at is not null);
update audit_entry
set before = erase_fields(before, '{details}'), after = erase_fields(after, '{details}'),
  reason = case when reason is not null then '' end
where (subject_kind = 'transaction' and subject_id in (
    select paid.id::text from money_transaction as paid
    join customer on customer.id = paid.customer_id where customer.closed_at is not null))
  or (subject_kind = 'payment_attempt' and subject_id in (
    select attempt.id::text from payment_attempt as attempt
    join customer on customer.id = attempt.customer_id where customer.closed_at is not null))
  or (subject_kind = 'payment_alarm' and subject_id in (
    select alarm.id::text from payment_alarm as alarm
    join customer on customer.id = alarm.customer_id where customer.closed_at is not null));
update audit_entry set ip = ''
where ip <> '' and (
  (actor_role = 'customer' and actor_id in (select id from customer where closed_at is not null))
  or (actor_role = 'anyone' and subject_kind = 'customer'
    and subject_id in (select id::text from customer where closed_at is not null)));
-- To whom hours were sent is in credit_gift. The rest was written by the office.
update credit_movement set reason = '' where reason <> '' and (
  kind in ('sent', 'gift-returned')
  or customer_id in (select id from customer where closed_at is not null));

select set_config('kemas.retention', 'off', true);
