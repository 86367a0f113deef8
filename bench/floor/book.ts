import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { type CrewMember, type JobRow, jobReply } from './job-reply.ts';
import { pickCleaner, type Visit } from './pick-cleaner.ts';

/** One visit, by any cleaner, of a package for one cleaner. */
export interface BookingBody {
  readonly packageID: string;
  readonly addressID: string;
  readonly startTime: string;
  readonly specialRequests: string;
}

type Row = Readonly<Record<string, unknown>>;

const LOOK_UP = `select package.id as package_id, package.label, package.type, pricing_type, package.price, price_per_hour,
    hours_per_cleaner, package.break_hours, num_cleaners, supplies_to_be_prepared,
    firstname, lastname, display_name, mobile, email,
    address.type as address_type, address.address_line1, address.address_line2, address.address_line3, address.country,
    address.latitude, address.longitude, address.postal, has_pets, language_preference, gender_preference,
    address.area_id, customer.id as customer_id, sector.area_id as home_area_id,
    coalesce((select value <> 'false' from setting where name = 'gst.registered'), true) as has_gst,
    exists (select from public_holiday where day = $3::date and closed) as is_closed
  from package
  join customer_address as address on address.id = $2 and address.trashed_at is null
  join customer on customer.id = address.customer_id and customer.trashed_at is null
  left join postal_sector as sector on sector.sector = left(address.postal, 2)
  where package.id = $1 and package.trashed_at is null`;

/** Inserts hold, job, crew and occupation; nothing when the customer already holds five jobs. */
const INSERT = `with held as (
    insert into job_hold (id, root_id, customer_id, began_at, first_expires_at, expires_at)
    select $1, $1, $3, $8, $9, $9
    where (select count(*) from job_hold where customer_id = $3 and ended_at is null
      and (paying_since is not null or expires_at > $8)) < 5
    returning expires_at
  ), added as (
    insert into job (id, hold_id, customer_id, address_id, package_id, starts_at, ends_at, created_at, updated_at, label,
      package_label, job_type, cleaner_type, status, hours, break_hours, num_cleaners, require_cleaning_supplies, special_requests,
      contact_details, price, policy, amount_to_pay, address_type, address_line1, address_line2, address_line3,
      address_country, address_latitude, address_longitude, address_postal, address_has_pets,
      address_language_preference, address_gender_preference, address_area_id, customer_email)
    select $2, $1, $3, $4, $5, $6, $7, $8, $8, $10, $10, $11, 'any', 'pending', $12, $13, 1, false, $14, '', $15, $16, $17,
      $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30
    from held
    returning *
  ), crewed as (
    insert into job_crew (job_id, place, cleaner_id) select id, 1, $31 from added
  ), taken as (
    insert into cleaner_occupation (id, cleaner_id, kind, job_id, customer_id, starts_at, ends_at, travel_from,
      travel_until, postal, held_until, created_at)
    select $32, $31, 'job', added.id, $3, starts_at, ends_at, starts_at - interval '1350 s',
      ends_at + interval '1350 s', address_postal, expires_at, $8
    from added cross join held
  )
  select added.*, expires_at as hold_expires_at from added cross join held`;

const POLICY = JSON.stringify({ freeHours: 24, lateFeePercent: 50, companyRefundPercent: 100 });
const EXCLUSION_VIOLATION = '23P01';
const MOST_TRIES = 10;

/** Holds the visit. Returns the job as its customer sees it, or null when nobody is free. */
export async function book(pool: pg.Pool, body: BookingBody, timeZone: string): Promise<object | null> {
  const start = Temporal.Instant.from(body.startTime);
  const local = start.toZonedDateTimeISO(timeZone);
  const day = local.toPlainDate();
  const { rows } = await pool.query<Row>({
    name: 'look up',
    text: LOOK_UP,
    values: [body.packageID, body.addressID, day.toString()],
  });
  const [found] = rows;
  if (found === undefined || found.is_closed || !isOnOffer(local)) return null;
  const visit = visitOf(found, local);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const cleaner = await pickCleaner(pool, visit);
    if (cleaner === undefined) return null;
    const row = await save(pool, { found, visit, cleaner, body });
    if (row === null) continue; // taken meanwhile: pick again
    return jobReply({
      ...row,
      firstname: found.firstname,
      lastname: found.lastname,
      display_name: found.display_name,
      mobile: found.mobile,
      supplies_to_be_prepared: found.supplies_to_be_prepared,
      due_on: null,
      crew: [cleaner],
      ticked: 0,
      items: 0,
    });
  }
  return null;
}

/** 24 hours to 61 days ahead, on the half hour. */
function isOnOffer(local: Temporal.ZonedDateTime): boolean {
  const now = Temporal.Now.zonedDateTimeISO(local.timeZoneId);
  const ahead = now.until(local, { largestUnit: 'hours' }).total('hours');
  return local.minute % 30 === 0 && local.hour >= 8 && ahead >= 24 && ahead <= 61 * 24;
}

function visitOf(found: Row, local: Temporal.ZonedDateTime): Visit {
  const minutes = (Number(found.hours_per_cleaner) + Number(found.break_hours)) * 60;
  const midnight = local.startOfDay();
  const text = (at: Temporal.ZonedDateTime) => at.toInstant().toString();
  return {
    start: text(local),
    end: text(local.add({ minutes })),
    dayStart: text(midnight),
    dayEnd: text(midnight.add({ days: 1 })),
    weekday: local.dayOfWeek % 7,
    startMinute: local.hour * 60 + local.minute,
    minutes,
    jobType: String(found.type),
    postal: String(found.postal),
    areaId: found.home_area_id as string | null,
    gender: String(found.gender_preference),
    customerId: String(found.customer_id),
    now: Temporal.Now.instant().round('millisecond').toString(),
  };
}

interface Booking {
  readonly found: Row;
  readonly visit: Visit;
  readonly cleaner: CrewMember;
  readonly body: BookingBody;
}

/** One transaction; null when the cleaner has been booked meanwhile. */
async function save(pool: pg.Pool, booking: Booking): Promise<JobRow | null> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'lock',
      text: `select pg_advisory_xact_lock(hashtextextended('holds:' || $1, 0)), id from cleaner
        where id = $2 for no key update`,
      values: [booking.visit.customerId, booking.cleaner.id],
    });
    const { rows } = await client.query<JobRow>({ name: 'insert', text: INSERT, values: valuesOf(booking) });
    await client.query('commit');
    const [row] = rows;
    if (row === undefined) throw new Error('Too many holds.');
    return row;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof pg.DatabaseError && error.code === EXCLUSION_VIOLATION) return null;
    throw error;
  } finally {
    client.release();
  }
}

function valuesOf({ found, visit, cleaner, body }: Booking): unknown[] {
  const price = priceOf(found);
  const until = Temporal.Instant.from(visit.now).add({ minutes: 15 }).toString();
  return [
    randomUUIDv7(),
    randomUUIDv7(),
    visit.customerId,
    body.addressID,
    body.packageID,
    visit.start,
    visit.end,
    visit.now,
    until,
    found.label,
    found.type,
    found.hours_per_cleaner,
    found.break_hours,
    body.specialRequests,
    JSON.stringify(price),
    POLICY,
    price.total,
    found.address_type,
    found.address_line1,
    found.address_line2,
    found.address_line3,
    found.country,
    found.latitude,
    found.longitude,
    found.postal,
    found.has_pets,
    found.language_preference,
    found.gender_preference,
    found.area_id,
    found.email,
    cleaner.id,
    randomUUIDv7(),
  ];
}

/** By the hour, for one cleaner, without supplies. */
function priceOf(found: Row) {
  const quantity = Number(found.hours_per_cleaner);
  const unitPrice = Number(found.price_per_hour);
  const total = Math.round(quantity * unitPrice);
  return {
    lines: [{ code: 'labour', label: 'Cleaning', quantity, unit: 'hour', unitPrice, amount: total }],
    subtotal: total,
    discount: 0,
    total,
    gst: found.has_gst ? Math.round((total * 9) / 109) : 0,
    gstRate: found.has_gst ? 9 : 0,
    currency: 'SGD',
  };
}
