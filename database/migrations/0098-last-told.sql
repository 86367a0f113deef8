-- What a reader was last told of a visit that has changed since. The task tell-of-changes compares the two and removes the row.
create table visit_last_told (
  job_id uuid not null references job (id) on delete cascade,
  reader_id uuid not null,
  reader_kind text not null check (reader_kind in ('customer', 'cleaner')),
  visit jsonb,
  tell_after timestamptz,
  primary key (job_id, reader_id)
);
comment on column visit_last_told.visit is 'A ToldVisit; null where they were told of no such visit.';
comment on column visit_last_told.tell_after is 'Nobody is told before this moment: the end of the night. Null: as soon as the task runs.';
create index visit_last_told_waiting on visit_last_told (tell_after) where tell_after is not null;

comment on column message.note is 'Unused since visit_last_told; older versions write it.';
