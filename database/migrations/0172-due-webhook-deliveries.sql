-- The due attempts of each webhook, read separately so that the backlog of one does not delay another:
-- features/office/webhooks/server/cron-jobs.ts. It replaces the index of all due attempts.
create index webhook_delivery_due_of_endpoint on webhook_delivery (endpoint_id, next_attempt_at, id)
  where state = 'waiting';
drop index webhook_delivery_due;
