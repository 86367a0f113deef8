-- GST was on unless it was switched off, also without a registration number, which such a business does not have.
-- From now on it is off unless a number was given: businesses with one keep what they see.
insert into setting (name, value, updated_at)
  select 'gst.registered', 'true'::jsonb, updated_at from setting
  where name = 'gst.number' and value #>> '{}' <> ''
  on conflict (name) do nothing;

update setting set value = 'false'::jsonb
  where name = 'gst.registered' and value = 'true'::jsonb
    and not exists (
      select from setting number where number.name = 'gst.number' and number.value #>> '{}' <> ''
    );
