-- The office's overview: reviews that wait for a decision, stars of a period, cancellations and movements of hours of a
-- period, and cards by their last month.
create index job_reviews_waiting on job (review_stars, reviewed_at, id)
  where reviewed_at is not null and review_decision is null and trashed_at is null;
create index job_stars on job (reviewed_at) include (review_stars)
  where reviewed_at is not null and trashed_at is null;
create index job_cancellation_by_time on job_cancellation (created_at);
create index credit_movement_by_time on credit_movement (created_at);
create index customer_by_card_expiry on customer (card_expiry_year, card_expiry_month)
  where card_last4 is not null and trashed_at is null;
