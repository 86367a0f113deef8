-- The visits: each cleaner has two places a day, nine to one and two to six, and most of them are sold.

-- A pair's place is sold to one customer now and then; else each of the two is sold alone, or not at all.
create table bench.place as
select days, half, pair, cleaners, bench.hash('visit', (days + 5000)::bigint * 2000000 + half * 1000000 + cleaners[1]) as luck
from generate_series(90, -1200, -1) as days
cross join generate_series(0, 1) as half
cross join generate_series(0, bench.setting('cleaners') / 2 - 1) as pair
cross join lateral (select array[2 * pair + 1, 2 * pair + 2] as duo) as two
cross join lateral (
  select bench.works(duo[1], days) and bench.works(duo[2], days)
    and bench.hash('pair', (days + 5000)::bigint * 2000000 + half * 1000000 + pair) % 100 < 8 as together
) as drawn
cross join lateral (
  select duo where together
  union all
  select array[one] from unnest(duo) as one
  where not together and bench.works(one, days)
    and bench.hash('sold', (days + 5000)::bigint * 2000000 + half * 1000000 + one) % 100 < bench.load(days)
) as sold (cleaners)
-- So many days back that there is enough to choose from.
where days >= -bench.setting('jobs') / bench.setting('cleaners');

-- One in eleven did not come to be: it was cancelled, or its hold ran out; then somebody else has the place.
create table bench.visit as
select row_number() over (order by days, half, cleaners, lost) as n, *
from (
  select *, false as lost from bench.place
  union all
  select *, true from bench.place where luck % 10 = 0
) as every
order by days desc, half, cleaners
limit bench.setting('jobs');

create table bench.job as
select visit.n, visit.cleaners, visit.days, bench.id('job', visit.n, booked_at) as id,
  bench.id('hold', visit.n, booked_at) as hold_id, booked_at, booked_at as paid_at,
  bench.at(days, starts) as starts_at, bench.at(days, starts) + hours_per_cleaner::integer * interval '1 hour' as ends_at,
  case when not lost then 'paid' when visit.luck % 30 = 0 then 'expired' else 'cancelled' end as status,
  package.id as package_id, package.label, package.type, package.total_hours, package.num_cleaners, package.price,
  case when package.pricing_type = 'fixed' or by_credits then 0 else visit.luck / 8 % 2 * package.supplies_cost end as supplies,
  by_credits, case when not by_credits and bench.hash('has code', visit.n) % 100 < 70 then bench.code('code', visit.n) end as code,
  home.*
from (
  select *, bench.past(bench.at(days - 10, '10:00') + n * interval '1 ms', n) as booked_at,
    bench.hash('by credits', n) % 100 < 68 as by_credits,
    case half when 0 then time '09:00' else time '14:00' end as starts,
    case when cardinality(cleaners) = 2 then 5 + luck % 2 else 1 + luck % 4 end as package_number,
    1 + bench.hash('who', n) % bench.setting('customers') as home_number
  from bench.visit
) as visit
join package on package.id = bench.id('package', package_number, '2024-01-01Z')
join (select n as home_number, customer_id, address_id, email, address_line1, address_line2, postal, area_id from bench.home)
  as home using (home_number);

-- Two thirds are paid with prepaid hours, the others by card; of these, two thirds with a code: every other one takes off
-- a tenth, the rest five dollars.
alter table bench.job add column discount integer, add column total integer;
update bench.job set discount = case when code is null then 0 when code % 2 = 1 then round((price + supplies) * 0.1) else 500 end;
update bench.job set total = case when by_credits then 0 else price + supplies - discount end;
create index on bench.job (id);
analyze bench.job;

insert into job_hold (id, root_id, customer_id, began_at, first_expires_at, expires_at, ended_at, ended_how)
select hold_id, hold_id, customer_id, booked_at, booked_at + interval '15 minutes', booked_at + interval '15 minutes',
  booked_at + interval '5 minutes', status
from (select *, replace(status, 'cancelled', 'paid') as ended_how from bench.job) as held;

insert into job (id, label, package_label, package_id, customer_id, address_id, job_type, cleaner_type, status, starts_at, ends_at, hours,
  break_hours, num_cleaners, require_cleaning_supplies, special_requests, contact_details, price, policy, amount_to_pay,
  address_line1, address_line2, address_line3, address_postal, address_type, address_country, address_gender_preference,
  address_has_pets, address_language_preference, address_area_id, customer_email, paid_at, cancelled_at, cancelled_by,
  review_stars, reviewed_at, review_decision, created_at, updated_at, hold_id, version, stage, credits_used, crew_name)
select id, label, label, package_id, customer_id, address_id, type, 'any', status, starts_at, ends_at, total_hours, 0,
  num_cleaners, supplies > 0, '', '',
  jsonb_build_object('currency', 'SGD', 'subtotal', price + supplies, 'discount', discount, 'total', total, 'gstRate', 9,
    'gst', round(total * 9.0 / 109),
    'lines', jsonb_build_array(
      jsonb_build_object('code', 'labour', 'label', 'Cleaning', 'unit', 'hour', 'quantity', total_hours,
        'unitPrice', round(price / total_hours), 'amount', price))
    || case when supplies = 0 then '[]' else jsonb_build_array(jsonb_build_object('code', 'supplies',
        'label', 'Supplies and equipment', 'amount', supplies)) end
    || case when code is null then '[]' else jsonb_build_array(jsonb_build_object('code', 'promo',
        'label', 'CODE' || code, 'amount', -discount)) end
    || case when not by_credits then '[]' else jsonb_build_array(jsonb_build_object('code', 'credits',
        'label', 'Hours of credit', 'unit', 'hour', 'quantity', total_hours, 'amount', -price)) end),
  '{"freeHours": 24, "lateFeePercent": 50, "companyRefundPercent": 100}', total,
  address_line1, address_line2, '', postal, 'hdb_4', 'Singapore', '', false, '', area_id, email,
  case when status <> 'expired' then booked_at + interval '5 minutes' end,
  case when status = 'cancelled' then booked_at + interval '2 days' end,
  case when status = 'cancelled' then 'customer' end,
  case when is_reviewed then 1 + n % 5 end, case when is_reviewed then ends_at + interval '1 day' end,
  case when is_reviewed then 'shown' end,
  booked_at, booked_at, hold_id, 2,
  case when status <> 'paid' or starts_at >= bench.at(0, '10:00') then 'upcoming'
    when ends_at < bench.at(0, '10:00') then 'done' else 'in-progress' end,
  case when by_credits then total_hours else 0 end,
  (select shown_name(cleaner) from cleaner where cleaner.id = bench.id('cleaner', cleaners[1], '2024-01-02Z'))
from bench.job
cross join lateral (
  select status = 'paid' and days < -1 and n % 4 = 0 as is_reviewed
) as derived;

-- Yesterday and before is done; what began this morning is under way.
insert into job_crew (job_id, place, cleaner_id, started_at, finished_at, start_received_at, finish_received_at)
select job.id, place, bench.id('cleaner', number, '2024-01-02Z'), begun, done, begun, done
from bench.job
cross join lateral unnest(cleaners) with ordinality as crew (number, place)
cross join lateral (
  select case when status = 'paid' and starts_at < bench.at(0, '10:00') then starts_at end as begun,
    case when status = 'paid' and ends_at < bench.at(0, '10:00') then ends_at end as done
) as clock;

insert into cleaner_occupation (id, cleaner_id, kind, job_id, customer_id, starts_at, ends_at, travel_from, travel_until,
  postal, created_at, released_at)
select bench.id('occupation' || place, job.n, booked_at), bench.id('cleaner', number, '2024-01-02Z'), 'job', job.id,
  customer_id, starts_at, ends_at, starts_at - interval '1350 s', ends_at + interval '1350 s', postal, booked_at,
  case when status <> 'paid' then booked_at + interval '2 days' end
from bench.job
cross join lateral unnest(cleaners) with ordinality as crew (number, place);

-- The lists of the visits around today.
insert into job_checklist_item (job_id, item_id, english, chinese, category, position, done_at, done_by)
select job.id, item.id, item.english, item.chinese, item.category, item.position,
  case when ends_at < bench.at(0, '10:00') then ends_at end,
  case when ends_at < bench.at(0, '10:00') then bench.id('cleaner', cleaners[1], '2024-01-02Z') end
from bench.job cross join checklist_item as item
where days between -14 and 14 and status = 'paid';
