-- The day board shows the latest plan of its day.
create index dispatch_plan_of_day on dispatch_plan (day, created_at);
