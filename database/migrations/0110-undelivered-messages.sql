-- The office looks for messages that could not be delivered and have not been sent again.
create index message_undelivered on message (created_at, id) where state = 'failed';
create index message_repeats on message (repeats) where repeats is not null;
