-- A package with supplies included says so on its visits that are still to come.
update job set require_cleaning_supplies = true
from package
where package.id = job.package_id and package.supplies_included and not job.require_cleaning_supplies
  and job.status in ('pending', 'paid') and job.stage = 'upcoming';
