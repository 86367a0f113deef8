-- The log of what was written, of a year: for each paid visit its confirmation and its reminder, and a text to the first
-- of its crew.
insert into message (id, kind, channel, recipient, customer_id, cleaner_id, job_id, job_version, language, subject, body, state,
  attempts, failure, due_at, created_at, sent_at, delivered_at)
select bench.id('message ' || kind, job.n, written_at), kind, channel,
  case channel when 'email' then job.email else '6591234567' end, job.customer_id,
  case when kind = 'crew-new' then crew.cleaner_id end, job.id, 1, 'en',
  case channel when 'email' then 'Booked: ' || job.starts_at::date end, 'Hello, your clean is booked. See you soon.',
  case channel when 'email' then 'sent' else 'delivered' end, 1, '', written_at, written_at, written_at,
  case channel when 'sms' then written_at + interval '5 seconds' end
from bench.job as job
join lateral (select cleaner_id from job_crew where job_id = job.id order by cleaner_id limit 1) as crew on true
cross join lateral (values
  ('visit-booked', 'email', job.paid_at),
  ('visit-reminder', 'email', job.starts_at - interval '24 hours'),
  ('crew-new', 'sms', job.paid_at + interval '1 second')
) as sent (kind, channel, written_at)
where job.status = 'paid' and written_at between bench.at(-365, '00:00') and bench.at(0, '00:00');
