-- Systems that are told of events, and what was sent to them: features/office/webhooks.
create table webhook_endpoint (
  id uuid not null constraint webhook_endpoint_pkey primary key,
  url text not null,
  description text not null,
  -- Empty: all, also those that are added in later versions.
  event_types text[] not null,
  is_on boolean not null,
  -- Sealed with a key from SESSION_SECRET.
  secret text not null,
  -- Signs as well until then, so that the receiver has time to change to the new one.
  previous_secret text,
  previous_secret_until timestamptz,
  -- Since when every attempt has failed; null if the last one succeeded.
  failing_since timestamptz,
  -- Why it was turned off without anyone asking for it; empty otherwise.
  off_reason text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted by the office. Its row stays as long as its deliveries.
  deleted_at timestamptz,
  constraint webhook_endpoint_previous_check
    check ((previous_secret is null) = (previous_secret_until is null)),
  constraint webhook_endpoint_off_check check (not is_on or (off_reason = '' and deleted_at is null))
);

-- An event for one endpoint.
create table webhook_delivery (
  id uuid not null constraint webhook_delivery_pkey primary key,
  endpoint_id uuid not null
    constraint webhook_delivery_endpoint_id_fkey references webhook_endpoint (id),
  -- The same for all endpoints, and whenever it is sent again: the header `webhook-id`.
  event_id uuid not null,
  event_type text not null,
  -- The body as it is sent: its signature covers every byte.
  payload text not null,
  state text not null
    constraint webhook_delivery_state_check check (state in ('waiting', 'delivered', 'failed')),
  -- Since it was published, or last sent again by a person.
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Until then a worker is sending it.
  leased_until timestamptz,
  last_attempt_at timestamptz,
  -- HTTP status of the last reply; null if there was none.
  last_status integer,
  -- Why there was no reply; empty otherwise.
  last_problem text not null default '',
  -- The beginning of the reply's body.
  last_response text not null default '',
  last_duration_ms integer,
  created_at timestamptz not null,
  constraint webhook_delivery_once unique (endpoint_id, event_id),
  constraint webhook_delivery_waiting_check check ((state = 'waiting') = (next_attempt_at is not null))
);
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, created_at, id);
create index webhook_delivery_by_age on webhook_delivery (created_at, id);
create index webhook_delivery_due on webhook_delivery (next_attempt_at) where state = 'waiting';
create index webhook_delivery_failed on webhook_delivery (endpoint_id, created_at, id) where state = 'failed';

create trigger webhook_endpoint_is_live after insert or update on webhook_endpoint
  for each row execute function record_live_event('webhook');
create trigger webhook_delivery_is_live after insert or update on webhook_delivery
  for each row execute function record_live_event('webhook');
