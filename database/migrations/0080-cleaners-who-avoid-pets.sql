-- A cleaner may say that she does not work in homes with pets.
alter table cleaner add column avoids_pets boolean not null default false;
