-- What the office notes about a customer. A note is never edited: it is withdrawn, and another one written.
create table customer_note (
  id uuid primary key,
  customer_id uuid not null references customer,
  admin_id uuid not null,
  text text not null check (text <> ''),
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  constraint customer_note_withdrawn_by_somebody check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index customer_note_of_customer on customer_note (customer_id, created_at, id) where withdrawn_at is null;

create function customer_note_stays() returns trigger language plpgsql as $$
begin
  raise exception 'A note is never edited.' using errcode = 'restrict_violation';
end $$;
create trigger customer_note_stays before update of id, customer_id, admin_id, text, created_at on customer_note
  for each row execute function customer_note_stays();
