-- Each column that an inbox shows sorts it.
create index contact_request_by_subject on contact_request (subject, id);
create index contact_request_by_email on contact_request (email, id);
create index contact_request_by_mobile on contact_request (mobile, id);
create index application_by_phone on application (phone, id);
create index application_by_email on application (email, id);
create index application_by_job on application (apply_for, id);
create index application_by_area on application (home_area, id);
