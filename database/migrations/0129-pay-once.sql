-- A visit that was paid in another month and then moved is not paid again.
alter table pay_line add column paid_before boolean not null default false;
create index pay_line_of_visit on pay_line (job_id, cleaner_id) where paid_minutes > 0;
