-- A block for all at the end of each day, two weeks of leave a year.

insert into block_booking (id, starts_at, ends_at, description, only_job_type, cleaner_type, created_at)
select bench.id('team talk', days + 5000, bench.at(days - 30, '08:00')), bench.at(days, '18:10'), bench.at(days, '18:30'),
  'Team talk', '', 'all', bench.at(days - 30, '08:00')
from generate_series(-bench.setting('jobs') / bench.setting('cleaners') * 7 / 10, 30) as days;

create table bench.time_off as
select bench.id('block', cleaner * 10000::bigint + days + 5000, bench.at(days - 30, '08:00')) as id, cleaner, 'block' as kind,
  bench.id('team talk', days + 5000, bench.at(days - 30, '08:00')) as block_id,
  bench.at(days, '18:10') as starts_at, bench.at(days, '18:30') as ends_at, 'Team talk' as description
from generate_series(1, bench.setting('cleaners')) as cleaner,
  generate_series(-bench.setting('jobs') / bench.setting('cleaners') * 7 / 10, 30) as days
where bench.works(cleaner, days);

insert into bench.time_off
select bench.id('leave', cleaner * 10000::bigint + year, bench.at(-30, '08:00')), cleaner, 'time-off', null,
  bench.at(first, '00:00'), bench.at(first + 7, '00:00'), 'Annual leave'
from generate_series(1, bench.setting('cleaners')) as cleaner,
  generate_series(0, 1) as year,
  lateral (select 91 + cleaner % 180 + 200 * year as first) as week;

insert into time_off (id, cleaner_id, kind, starts_at, ends_at, description, block_id, created_at)
select id, bench.id('cleaner', cleaner, '2024-01-02Z'), kind, starts_at, ends_at, description, block_id, '2024-01-02Z'
from bench.time_off;

insert into cleaner_occupation (id, cleaner_id, kind, time_off_id, starts_at, ends_at, created_at)
select bench.id(kind || starts, cleaner, starts), bench.id('cleaner', cleaner, '2024-01-02Z'), kind, id, starts,
  least(starts + interval '1 day', ends_at), '2024-01-02Z'
from bench.time_off
cross join lateral generate_series(starts_at, ends_at - interval '1 minute', interval '1 day') as starts;
