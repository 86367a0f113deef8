-- Each short column that these two lists show sorts them.
create index sign_up_entry_by_action on sign_up_entry (action, id);
create index sign_up_entry_by_name on sign_up_entry (firstname, lastname, id);
create index sign_up_entry_by_phone on sign_up_entry (phone, id);
create index sign_up_entry_by_email on sign_up_entry (email, id);
create index sign_up_entry_by_os on sign_up_entry (os, id);
create index sign_up_entry_by_facebook on sign_up_entry (idfb, id);

create index job_reviews_by_label on job (label, id) where reviewed_at is not null;
create index job_reviews_by_start on job (starts_at, id) where reviewed_at is not null;
create index job_reviews_by_customer on job (customer_id, id) where reviewed_at is not null;
