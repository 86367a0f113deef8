-- Each text that a list of the office shows sorts it. Long texts are sorted by their first 100 characters: an index takes no
-- more than 2,700 bytes.

-- The name that the package had when it was booked, as the rest of what was agreed.
alter table job add column package_label text not null default '';
update job set package_label = package.label from package where package.id = job.package_id;

create function job_package_label() returns trigger language plpgsql as $$
begin
  new.package_label := (select label from package where id = new.package_id);
  return new;
end $$;

create trigger job_package_label before insert or update of package_id on job
  for each row execute function job_package_label();

create index job_by_package on job (package_label, starts_at, id) include (status) where trashed_at is null;
create index job_by_postal on job (address_postal, starts_at, id) include (status) where trashed_at is null;
create index job_by_address on job (address_line1, id) include (status) where trashed_at is null;
create index job_reviews_by_text on job (coalesce(left(review, 100), ''), id) where reviewed_at is not null;

create index customer_by_salutation on customer (salutation, firstname, lastname, id);
create index money_transaction_by_details on money_transaction (left(details, 100), id);
create index contact_request_by_note on contact_request (left(note, 100), id);
create index sign_up_entry_by_note on sign_up_entry (left(note, 100), id);
create index application_by_note on application (left(note, 100), id);
