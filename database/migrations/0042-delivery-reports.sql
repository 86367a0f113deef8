-- What the SMS gateway tells of a text message after it took it: it arrived, or it did not.

alter table message add column delivered_at timestamptz;
-- A message that left can fail on its way: when it left stays.
alter table message drop constraint message_sent;
alter table message add constraint message_sent check (
  case when state in ('sent', 'delivered') then sent_at is not null else sent_at is null or state = 'failed' end);
alter table message add constraint message_delivered check ((delivered_at is not null) = (state = 'delivered'));
