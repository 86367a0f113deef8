-- What the company sells, who works for it, and who buys.

insert into package (id, type, category, pricing_type, label, description, price_per_hour, total_hours, num_cleaners,
  hours_per_cleaner, break_hours, supplies_cost, supplies_included, supplies_to_be_prepared, start_time, credits, price,
  created_at, updated_at)
select bench.id('package', n, '2024-01-01Z'), type, category, pricing, label, '', rate, hours * crew, crew, hours, 0,
  supplies, pricing = 'fixed', '', '', 0, rate * hours * crew + case when pricing = 'fixed' then supplies else 0 end,
  '2024-01-01Z', '2024-01-01Z'
from (values
  (1, 'regular', 'HDB 3-room', 'hourly', 'Weekly 3 h visit', 2700, 3, 1, 0),
  (2, 'one-time', 'HDB 3-room', 'hourly', 'One-time 3 h', 3000, 3, 1, 1500),
  (3, 'regular', 'HDB 4-room', 'hourly', 'Weekly 4 h visit', 2700, 4, 1, 0),
  (4, 'one-time', 'HDB 4-room', 'hourly', 'One-time 4 h', 3000, 4, 1, 1500),
  (5, 'spring-cleaning', 'HDB 4-room', 'fixed', 'Spring HDB 4-room', 3200, 3, 2, 3000),
  (6, 'moving-in-out', 'HDB 3-room', 'fixed', 'Move 3-room', 3200, 4, 2, 0)
) as offer (n, type, category, pricing, label, rate, hours, crew, supplies);

-- Prepaid hours, at what an hour of each tier costs.
insert into package (id, type, category, pricing_type, label, description, price_per_hour, total_hours, num_cleaners,
  hours_per_cleaner, break_hours, supplies_cost, supplies_included, supplies_to_be_prepared, start_time, credits, price,
  created_at, updated_at)
select bench.id('package', 100 + rate, '2024-01-01Z'), 'regular', 'credit', 'hourly', label, '', rate * 100, hours, 1, hours, 0,
  0, false, '', '', hours, rate * 100 * hours, '2024-01-01Z', '2024-01-01Z'
from (values (27, 'Starter', 12), (25, 'Saver', 24), (24, 'Family', 48)) as offer (rate, label, hours);

insert into cleaner (id, salutation, firstname, lastname, gender, profile_photo, email, mobile, languages,
  address_line1, address_line2, address_line3, country, postal, created_at, updated_at)
select bench.id('cleaner', n, '2024-01-02Z'), '', bench.pick(first, bench.hash('cleaner first', n)),
  bench.pick(last, bench.hash('cleaner last', n)), case when n % 5 = 0 then 'male' else 'female' end, '',
  'cleaner' || n || '@kemas.example', '658' || lpad(n::text, 7, '0'),
  array['English', bench.pick(array['Mandarin', 'Malay', 'Tamil', 'Tagalog'], n)], 'Blk ' || n, '', '', 'Singapore',
  sector || lpad((n % 10000)::text, 4, '0'), '2024-01-02Z', '2024-01-02Z'
from generate_series(1, bench.setting('cleaners')) as n
cross join bench.word
join bench.sector on sector.place = bench.sector_of('cleaner home', n);

-- Six days a week from nine to half past six; one in seven is off each day.
insert into cleaner_week (cleaner_id, weekday, available, shifts)
select bench.id('cleaner', n, '2024-01-02Z'), weekday, weekday <> n % 7, '{[540,1110)}'
from generate_series(1, bench.setting('cleaners')) as n, generate_series(0, 6) as weekday;

-- Every third works everywhere, the others where they live.
insert into cleaner_region (cleaner_id, region_id)
select bench.id('cleaner', n, '2024-01-02Z'), sector.region_id
from generate_series(1, bench.setting('cleaners')) as n
join bench.sector on sector.place = bench.sector_of('cleaner home', n)
where n % 3 > 0;

-- Customers came evenly over three years.
create table bench.home as
select n, bench.id('customer', n, since) as customer_id, bench.id('address', n, since) as address_id, since,
  bench.pick(first, bench.hash('customer first', n)) as firstname,
  bench.pick(last, bench.hash('customer last', n)) as lastname, 'customer' || n || '@home.example' as email,
  'Blk ' || 1 + n % 900 || ' ' || bench.pick(street, bench.hash('street', n)) as address_line1,
  '#' || lpad((1 + n % 25)::text, 2, '0') || '-' || 100 + n % 800 as address_line2,
  sector || lpad((n % 10000)::text, 4, '0') as postal, area_id
from generate_series(1, bench.setting('customers')) as n
cross join bench.word
cross join lateral (
  select bench.at((-1095 + n * 1095::bigint / bench.setting('customers'))::integer, '08:00') + n * interval '1 ms' as since
) as came
join bench.sector on sector.place = bench.sector_of('home', n);
alter table bench.home add primary key (n);

insert into customer (id, mobile, salutation, firstname, lastname, email, otp_verified_at, created_at, updated_at)
select customer_id, '659' || lpad(n::text, 7, '0'), '', firstname, lastname, email, since, since, since from bench.home;

insert into customer_address (id, customer_id, label, type, is_primary, address_line1, address_line2, address_line3,
  country, postal, has_pets, language_preference, gender_preference, area_id, created_at, updated_at)
select address_id, customer_id, 'Home', 'hdb_4', true, address_line1, address_line2, '', 'Singapore', postal, n % 5 = 0,
  '', '', area_id, since, since
from bench.home;

insert into checklist_item (id, english, chinese, category, position, job_types, created_at, updated_at)
select bench.id('item', n, '2024-01-01Z'), 'Wipe surface ' || n, '擦净表面 ' || n, 'Kitchen', n,
  array['regular', 'one-time', 'spring-cleaning', 'moving-in-out'], '2024-01-01Z', '2024-01-01Z'
from generate_series(1, 10) as n;
