-- What an admin is responsible for: platform/kernel/actor.ts. Until now every admin could do everything.
alter table admin add column office_role text not null default 'owner'
  constraint admin_office_role_check check (office_role in ('owner', 'office', 'dispatcher', 'accountant', 'read-only'));
alter table admin alter column office_role drop default;

-- A session keeps the role of its admin, and ends when that changes.
alter table session add column office_role text;
update session set office_role = 'owner' where role = 'admin';
alter table session add constraint session_office_role_check check ((role = 'admin') = (office_role is not null));
