-- Rows of the overview that a person of the office has put off until later in the day. Deleted once their time has come.
create table need_put_off (
  admin_id uuid not null,
  need text not null,
  until timestamptz not null,
  constraint need_put_off_pkey primary key (admin_id, need)
);
