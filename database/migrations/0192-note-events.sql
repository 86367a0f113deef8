-- A topic of its own, which only the office is told of: a customer must not learn that a note was written.
drop trigger customer_note_is_live on customer_note;
create trigger customer_note_is_live after insert or update or delete on customer_note
  for each row execute function record_live_event('customer-note');
