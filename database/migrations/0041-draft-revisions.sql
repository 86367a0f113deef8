-- Each time a draft is kept it gets another id: who keeps theirs over one that they have not seen is told.
-- Drafts of before get one that nobody has seen.
alter table site_block_draft add column revision uuid not null default gen_random_uuid();
alter table site_block_draft alter column revision drop default;
