-- The day of a visit: who is on the way, how exact a phone's place was, and photos before and after.
alter table job_crew
  add column on_the_way_at timestamptz,
  -- Metres around the place that the phone told, within which it takes itself to be.
  add column start_accuracy real check (start_accuracy >= 0),
  add column finish_accuracy real check (finish_accuracy >= 0);

create table visit_photo (
  -- Made on the phone when the photo was taken: sent twice it is one photo.
  id uuid primary key,
  job_id uuid not null references job,
  kind text not null check (kind in ('before', 'after')),
  cleaner_id uuid not null references cleaner,
  -- Of an upload. Empty once the photo was removed; the row stays, so that a phone that sends it late does not bring it back.
  url text not null,
  taken_at timestamptz not null,
  received_at timestamptz not null check (received_at >= taken_at),
  removed_at timestamptz,
  constraint visit_photo_shown_or_removed check ((removed_at is null) = (url <> ''))
);
create index visit_photo_of_job on visit_photo (job_id, taken_at, id);
create index visit_photo_by_receipt on visit_photo (received_at);
