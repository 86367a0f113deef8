-- The office is told of its holds that have just ended unpaid.
create index job_hold_expired on job_hold (ended_at) where ended_how = 'expired';
