import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';

export interface BookingBody {
  readonly packageID: string;
  readonly addressID: string;
  readonly startTime: string;
  readonly specialRequests: string;
}

/** What is to be booked. */
interface Visit {
  readonly customerID: string;
  readonly type: string;
  readonly minutes: number;
  readonly hoursPerCleaner: number;
  readonly pricePerHour: number;
  readonly postal: string;
  readonly areaID: string | null;
  readonly genderPreference: string;
}

const VISIT = `select customer_id as "customerID", package.type, (hours_per_cleaner + break_hours) * 60 as minutes,
    hours_per_cleaner as "hoursPerCleaner", price_per_hour as "pricePerHour", postal, sector.area_id as "areaID",
    gender_preference as "genderPreference"
  from package
  join customer_address as address on address.id = $2 and address.trashed_at is null
  join customer on customer.id = address.customer_id and customer.trashed_at is null
  left join postal_sector as sector on sector.sector = left(address.postal, 2)
  where package.id = $1 and package.trashed_at is null`;

const START = '$1::timestamptz';
const END = `(${START} + $2::integer * interval '1 minute')`;
const DAY = `date_trunc('day', ${START})`;
const NEXT_DAY = `(${DAY} + interval '1 day')`;
const MINUTE_OF_DAY = `(extract(epoch from ${START} - ${DAY}) / 60)::integer`;

/** As features/work/schedule/rules: suitable, at work, free with travel time, at most twelve hours of jobs that day. */
const IS_FREE = `cleaner.trashed_at is null and ($6 = '' or gender = $6)
  and ($5::uuid is null or not exists (select from cleaner_region where cleaner_id = cleaner.id) or exists (
    select from cleaner_region join area on area.region_id = cleaner_region.region_id
    where cleaner_id = cleaner.id and area.id = $5))
  and exists (select from cleaner_week where cleaner_id = cleaner.id and available
    and weekday = extract(dow from ${START}) and shifts @> int4range(${MINUTE_OF_DAY}, ${MINUTE_OF_DAY} + $2::integer))
  and (
    select count(*) filter (where entry.starts_at < ${END} + ride and entry.ends_at > ${START} - ride) = 0
      and coalesce(sum(greatest(0, extract(epoch from least(entry.ends_at, ${NEXT_DAY})
        - greatest(entry.starts_at, ${DAY}))::float8)) filter (where entry.kind = 'job'), 0) / 60 + $2::integer <= 720
    from cleaner_occupation as entry
    left join time_off on time_off.id = time_off_id
    cross join lateral (select case when entry.kind = 'job' and entry.postal <> $4 then interval '45 minutes'
      else interval '0' end as ride) as riding
    where entry.cleaner_id = cleaner.id and released_at is null and (held_until is null or held_until > now())
      and (only_job_type is null or only_job_type = $3)
      and entry.starts_at > least(${DAY}, ${START} - interval '45 minutes') - interval '24 hours'
      and entry.starts_at < greatest(${NEXT_DAY}, ${END} + interval '45 minutes'))`;

const SHOWN =
  'cleaner.id, firstname, lastname, display_name as "displayName", profile_photo as "profilePhoto"';

/**
 * The cleaner who came before, the latest first; else, in the nearest area with a free cleaner, the one with the least work
 * that day and week. `offset 0` makes PostgreSQL apply the conditions in this order.
 */
const FREE_CLEANER = `(
  select ${SHOWN}
  from unnest(array(select cleaner_id from cleaner_occupation
    where customer_id = $7 and released_at is null and held_until is null
    order by starts_at desc, id limit 20)) with ordinality as usual (id, nth)
  join cleaner on cleaner.id = usual.id
  where ${IS_FREE}
  order by nth limit 1
) union all (
  select best.*
  from (
    select area.id from area left join area as home on home.id = $5
    order by (area.latitude - home.latitude) ^ 2 + (area.longitude - home.longitude) ^ 2
  ) as near
  cross join lateral (
    select ${SHOWN}
    from (
      select * from (
        select * from cleaner
        where left(postal, 2) = any (array(select sector from postal_sector where area_id = near.id)) offset 0
      ) as cleaner
      where ${IS_FREE} offset 0
    ) as cleaner
    cross join lateral (
      select sum(extract(epoch from ends_at - starts_at)::float8) filter (where
          starts_at >= ${START} - interval '12 hours' and starts_at < ${START} + interval '12 hours') as day,
        sum(extract(epoch from ends_at - starts_at)::float8) as week
      from cleaner_occupation
      where cleaner_id = cleaner.id and released_at is null and kind = 'job'
        and (held_until is null or held_until > now())
        and starts_at >= ${START} - interval '84 hours' and starts_at < ${START} + interval '84 hours'
    ) as load
    order by coalesce(day, 0), coalesce(week, 0), cleaner.id limit 1
  ) as best
  limit 1
) limit 1`;

/** Against another hold of the same customer, and another booking of the same cleaner. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('holds:' || $1, 0)), id from cleaner
  where id = $2 for no key update`;

/** Inserts hold, job, crew and occupation; nothing when the customer already holds five jobs. */
const INSERT = `with held as (
    insert into job_hold (id, root_id, customer_id, began_at, first_expires_at, expires_at)
    select $4, $4, $5, now(), now() + interval '15 minutes', now() + interval '15 minutes'
    where (select count(*) from job_hold where customer_id = $5 and ended_at is null
      and (paying_since is not null or expires_at > now())) < 5
    returning id, expires_at
  ), added as (
    insert into job (id, hold_id, customer_id, address_id, package_id, starts_at, ends_at, created_at, updated_at, label,
      package_label, job_type, cleaner_type, status, hours, break_hours, num_cleaners, require_cleaning_supplies,
      special_requests, contact_details, price, policy, amount_to_pay, address_type, address_line1, address_line2,
      address_line3, address_country, address_latitude, address_longitude, address_postal, address_has_pets,
      address_language_preference, address_gender_preference, address_area_id, customer_email)
    select $6, held.id, customer.id, address.id, package.id, ${START}, ${END}, now(), now(), package.label, package.label,
      package.type, 'any', 'pending', hours_per_cleaner, package.break_hours, 1, false, $7, '', $8,
      '{"freeHours": 24, "lateFeePercent": 50, "companyRefundPercent": 100}', $9, address.type, address.address_line1,
      address.address_line2, address.address_line3, address.country, address.latitude, address.longitude, address.postal,
      has_pets, language_preference, gender_preference, address.area_id, email
    from held
    join customer on customer.id = $5
    join customer_address as address on address.id = $10
    join package on package.id = $11
    returning *
  ), crewed as (
    insert into job_crew (job_id, place, cleaner_id) select id, 1, $3 from added
  ), taken as (
    insert into cleaner_occupation (id, cleaner_id, kind, job_id, customer_id, starts_at, ends_at, travel_from,
      travel_until, postal, held_until, created_at)
    select $12, $3, 'job', added.id, $5, starts_at, ends_at, starts_at - interval '1350 s', ends_at + interval '1350 s',
      address_postal, expires_at, now()
    from added cross join held
  )
  select added.*, expires_at from added cross join held`;

const EXCLUSION_VIOLATION = '23P01';

/** Holds the visit. @throws when nobody is free */
export async function book(pool: pg.Pool, body: BookingBody): Promise<object> {
  const about = [body.packageID, body.addressID];
  const visit = await row<Visit>(pool, { name: 'visit', text: VISIT, values: about });
  for (;;) {
    const { type, postal, areaID, genderPreference, customerID } = visit;
    const values = [body.startTime, visit.minutes, type, postal, areaID, genderPreference, customerID];
    const cleaner = await row<{ id: string }>(pool, { name: 'free cleaner', text: FREE_CLEANER, values });
    const job = await save(pool, { body, visit, cleanerID: cleaner.id });
    if (job !== null) return { ...job, cleaners: [cleaner] };
  }
}

interface Booking {
  readonly body: BookingBody;
  readonly visit: Visit;
  readonly cleanerID: string;
}

/** One transaction; null when the cleaner has been booked meanwhile. */
async function save(pool: pg.Pool, { body, visit, cleanerID }: Booking): Promise<object | null> {
  const { customerID, minutes } = visit;
  const price = priceOf(visit);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({ name: 'lock', text: LOCK, values: [customerID, cleanerID] });
    const when = [body.startTime, minutes, cleanerID];
    const what = [randomUUIDv7(), customerID, randomUUIDv7(), body.specialRequests, price, price.total];
    const values = [...when, ...what, body.addressID, body.packageID, randomUUIDv7()];
    const job = await row<object>(client, { name: 'insert', text: INSERT, values });
    await client.query('commit');
    return job;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof pg.DatabaseError && error.code === EXCLUSION_VIOLATION) return null;
    throw error;
  } finally {
    client.release();
  }
}

/** By the hour, with 9 % GST. */
function priceOf({ hoursPerCleaner: quantity, pricePerHour: unitPrice }: Visit) {
  const total = Math.round(quantity * unitPrice);
  const line = { code: 'labour', label: 'Cleaning', quantity, unit: 'hour', unitPrice, amount: total };
  const gst = Math.round((total * 9) / 109);
  return { lines: [line], subtotal: total, discount: 0, total, gst, gstRate: 9, currency: 'SGD' };
}

async function row<T extends object>(client: pg.Pool | pg.PoolClient, query: pg.QueryConfig): Promise<T> {
  const { rows } = await client.query<T>(query);
  if (rows[0] === undefined) throw new Error(`No row: ${query.name}`);
  return rows[0];
}
