-- How many holds a customer has begun in the last hour.
create index job_hold_begun on job_hold (customer_id, began_at);
