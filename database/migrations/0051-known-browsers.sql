-- Codes that a known browser asked for are its own: a stranger who asks for the same number neither ends nor tries them.
alter table one_time_code add column known_browser uuid;

drop index one_time_code_live;
create unique index one_time_code_live on one_time_code (purpose, mobile, known_browser) nulls not distinct
  where ended_at is null;

-- What happened to a number within a day.
create index one_time_code_mobile on one_time_code (mobile, created_at);
