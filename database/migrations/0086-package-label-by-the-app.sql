-- The app writes the package's name with the rest of what was agreed: one place to read.
drop trigger job_package_label on job;
drop function job_package_label();
