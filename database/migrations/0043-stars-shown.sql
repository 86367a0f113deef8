-- The site's front page shows the average of all stars: read from the index alone.
create index job_reviews_shown on job (review_stars)
  where review_decision = 'shown' and reviewed_at is not null and trashed_at is null;
