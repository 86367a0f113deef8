-- What the office moved of a series at once: put back by its Undo, as long as no visit of it has changed since.
create table series_move (
  id uuid primary key,
  series_id uuid not null references job_series,
  moved_at timestamptz not null,
  undone_at timestamptz
);

-- Each visit as it was before, and the version that the move made of it.
create table series_move_visit (
  move_id uuid not null references series_move,
  job_id uuid not null references job,
  version integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  crew uuid[] not null,
  primary key (move_id, job_id)
);

-- With which card a payment was made, where the provider says so.
alter table money_transaction
  add column card_brand text,
  add column card_last4 text,
  add constraint money_transaction_card_last4_check check (card_last4 ~ '^[0-9]{4}$');
