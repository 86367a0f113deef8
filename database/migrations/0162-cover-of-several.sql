-- Blocks and holidays: visits of several cleaners, or of everyone, are covered together.
alter table cover alter column cleaner_id drop not null;
-- Who cannot come to this visit; null if the whole crew cannot.
alter table cover_visit add column away_id uuid constraint cover_visit_away_id_fkey references cleaner (id);
update cover_visit set away_id = cover.cleaner_id from cover where cover.id = cover_visit.cover_id;
