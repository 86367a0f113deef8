-- Who booked a visit: the customer on the site, or the office for them. Bookings by the office have an audit entry, which
-- is kept for two years; older ones count as booked on the site.
alter table job add column source text not null default 'site';
alter table job add constraint job_source_check check (source in ('site', 'office'));
-- Nobody has to read a visit again for this.
alter table job disable trigger job_is_live;
update job set source = 'office'
where id in (
  select subject_id::uuid from audit_entry
  where subject_kind = 'job' and action = 'job.created' and actor_role = 'admin');
alter table job enable trigger job_is_live;
