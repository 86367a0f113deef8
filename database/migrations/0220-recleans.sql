-- A visit free of charge that makes good an earlier one.
alter table job
  add column reclean_of uuid references job (id),
  add column reclean_reason text not null default '',
  add constraint job_reclean check (reclean_of is not null or reclean_reason = '');
create index job_reclean on job (reclean_of) where reclean_of is not null;
