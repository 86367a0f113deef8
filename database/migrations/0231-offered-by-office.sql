-- When the office last sent the offer to continue a series: once, however often it is asked for.
alter table series_renewal add column office_offered_at timestamptz;
