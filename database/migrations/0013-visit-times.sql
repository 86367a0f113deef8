-- What happened on a phone may reach the server later: started_at and finished_at say when it happened, these
-- when the server heard of it. The window for taking a finish back counts from the latter.
alter table job_crew
  add column start_received_at timestamptz,
  add column finish_received_at timestamptz;
update job_crew set start_received_at = started_at, finish_received_at = finished_at;
alter table job_crew add constraint job_crew_received check (
  (started_at is null or start_received_at >= started_at)
  and (finished_at is null or finish_received_at >= finished_at)
);

-- When a line was last ticked or cleared, as the phone says it. An earlier press that arrives later changes nothing.
alter table job_checklist_item add column marked_at timestamptz;
update job_checklist_item set marked_at = done_at;
