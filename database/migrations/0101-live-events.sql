-- What changed, for the screens that are open: platform/server/live. Triggers write it, so that no use case, task or cron
-- job can forget to. An event names the record and the people who may see it, never its content: screens read that again.
create table live_event (
  id bigint generated always as identity primary key,
  -- The database's time, which only the retention of this table uses.
  at timestamptz not null default now(),
  topic text not null,
  record_id uuid,
  customer_id uuid,
  cleaner_ids uuid[] not null default '{}'
);
create index live_event_by_age on live_event (at);

create function notify_live_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_event', json_build_object('id', new.id, 'topic', new.topic, 'recordId', new.record_id,
    'customerId', new.customer_id, 'cleanerIds', new.cleaner_ids)::text);
  return null;
end $$;
create trigger live_event_notifies after insert on live_event for each row execute function notify_live_event();

-- For records with an id. The argument is the topic.
create function record_live_event() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  insert into live_event (topic, record_id, customer_id)
  values (tg_argv[0], (changed ->> 'id')::uuid, (changed ->> 'customer_id')::uuid);
  return null;
end $$;

-- For tables whose rows belong to a job.
create function record_job_event() returns trigger language plpgsql as $$
declare
  about uuid := (to_jsonb(coalesce(new, old)) ->> 'job_id')::uuid;
begin
  insert into live_event (topic, record_id, customer_id, cleaner_ids)
  select 'job', job.id, job.customer_id, array(select cleaner_id from job_crew where job_id = job.id)
  from job where job.id = about;
  return null;
end $$;

create function record_change_of_job() returns trigger language plpgsql as $$
begin
  insert into live_event (topic, record_id, customer_id, cleaner_ids)
  values ('job', new.id, new.customer_id, array(select cleaner_id from job_crew where job_id = new.id));
  return null;
end $$;

-- A cleaner's time: her day and the free times that everyone sees. The event of a job that she loses names her too.
create function record_schedule_event() returns trigger language plpgsql as $$
declare
  changed cleaner_occupation := coalesce(new, old);
begin
  insert into live_event (topic, record_id, customer_id, cleaner_ids)
  values ('schedule', changed.job_id, changed.customer_id, array[changed.cleaner_id]);
  return null;
end $$;

-- Deferred to the end of the transaction, when the job's crew is saved.
create constraint trigger job_is_live after insert or update on job deferrable initially deferred
  for each row execute function record_change_of_job();
create trigger cleaner_occupation_is_live after insert or update or delete on cleaner_occupation
  for each row execute function record_schedule_event();
create trigger cleaner_week_is_live after insert or update on cleaner_week
  for each row execute function record_live_event('schedule');
create trigger public_holiday_is_live after insert or update or delete on public_holiday
  for each row execute function record_live_event('schedule');
create trigger job_checklist_item_is_live after update on job_checklist_item
  for each row execute function record_job_event();
create trigger visit_photo_is_live after insert or update on visit_photo
  for each row execute function record_job_event();
create trigger job_message_is_live after insert or update on job_message
  for each row execute function record_live_event('message-of-customer');

create trigger customer_is_live after insert or update on customer
  for each row execute function record_live_event('customer');
create trigger customer_address_is_live after insert or update on customer_address
  for each row execute function record_live_event('customer');
create trigger customer_note_is_live after insert or update or delete on customer_note
  for each row execute function record_live_event('customer');
create trigger cleaner_is_live after insert or update on cleaner
  for each row execute function record_live_event('cleaner');
create trigger admin_is_live after insert or update on admin
  for each row execute function record_live_event('admin');
create trigger contact_request_is_live after insert or update on contact_request
  for each row execute function record_live_event('contact-request');
create trigger application_is_live after insert or update on application
  for each row execute function record_live_event('application');
create trigger package_is_live after insert or update on package
  for each row execute function record_live_event('package');
create trigger promo_code_is_live after insert or update on promo_code
  for each row execute function record_live_event('promo-code');
create trigger checklist_item_is_live after insert or update on checklist_item
  for each row execute function record_live_event('checklist');
create trigger money_transaction_is_live after insert or update on money_transaction
  for each row execute function record_live_event('transaction');
create trigger payment_alarm_is_live after insert or update on payment_alarm
  for each row execute function record_live_event('payment-problem');
create trigger payment_dispute_is_live after insert or update on payment_dispute
  for each row execute function record_live_event('payment-problem');
create trigger credit_lot_is_live after insert or update on credit_lot
  for each row execute function record_live_event('credit');
create trigger message_is_live after insert or update on message
  for each row execute function record_live_event('message');
create trigger setting_is_live after insert or update on setting
  for each row execute function record_live_event('setting');
create trigger site_block_version_is_live after insert on site_block_version
  for each row execute function record_live_event('content');
create trigger site_item_is_live after insert or update or delete on site_item
  for each row execute function record_live_event('content');
