-- What a person is called where first name before last name is wrong: Lim Siew Hua. Empty where it is right.
alter table cleaner add column display_name text not null default '';
alter table customer add column display_name text not null default '';

alter table customer drop constraint customer_closed_is_nobody;
alter table customer add constraint customer_closed_is_nobody check (
  closed_at is null
  or (mobile = '' and email = '' and lastname = '' and display_name = '' and trashed_at is not null));

drop index customer_words;
create index customer_words on customer using gin
  (search_text(' ' || firstname || ' ' || lastname || ' ' || display_name || ' ' || email || ' ' || mobile) gin_trgm_ops);
