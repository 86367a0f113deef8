import { randomBytes } from 'node:crypto';
import { SETTINGS } from '#features/catalogue/settings/rules/settings.ts';
import { createManual } from '#features/money/payments/server/index.ts';
import { anyone } from '#platform/kernel/actor.ts';
import { dayOf, readDatabaseTime, readDay } from '#platform/kernel/business-time.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/database.ts';
import { accepted } from './accepted.ts';
import { BookingSeeder } from './bookings.ts';
import { openBusiness } from './business.ts';
import { business as onReceipts } from './data/business.ts';
import cleaners from './data/cleaners.json' with { type: 'json' };
import customers from './data/customers.json' with { type: 'json' };
import { addHours } from './hours.ts';
import { keepMessage } from './keep-message.ts';
import { inOneTransaction } from './one-transaction.ts';
import { seedPay } from './pay.ts';
import { type Period, planYear } from './plan-year.ts';
import { randomFor } from './random.ts';
import { type Seeding, signedIn, startSeeding } from './seeding.ts';
import { DEMO_SETTING, demoPassword } from './sign-ins.ts';
import { seedVisits } from './visits.ts';

/** The latest messages that the sandbox's inbox shows. */
const MESSAGES_KEPT = 24;
const BATCH_SIZE = 500;

/**
 * Fills an empty database with the demo, completely or not at all, through the same use cases that people use. The same
 * day gives identical data, including ids.
 * @returns false when the database already contains data
 */
export async function seedDemo(services: Services, databaseUrl: string): Promise<boolean> {
  if (!(await isEmpty(services.db))) return false;
  const options = { url: databaseUrl, timeZone: services.config.BUSINESS_TZ };
  const began = performance.now();
  await inOneTransaction(options, (db) => seed({ ...services, db }));
  services.log.info({ ms: Math.round(performance.now() - began) }, 'demo data created');
  return true;
}

/** Unused so far: an admin may exist from an earlier start. */
async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ['customer', 'cleaner', 'package'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return (await db.selectFrom('admin').select('id').limit(2).execute()).length < 2;
}

async function seed(services: Services): Promise<void> {
  const now = services.clock.now();
  const period = await periodOf(services, now);
  const seeding = startSeeding(services);
  const business = await openBusiness(seeding, period, passwordFor);
  const bookingSeeder = new BookingSeeder(seeding, business, customers);
  const bookings = planYear(customers, period);
  const isPast = (moment: Temporal.Instant) => Temporal.Instant.compare(moment, now) < 0;
  const names = new Map(business.cleaners.map((id, i) => [id, cleaners[i]?.firstname ?? '']));
  const paidJobIDs: string[] = [];
  for (const booking of bookings) {
    if (isPast(booking.bookedAt)) paidJobIDs.push(...(await bookingSeeder.execute(booking)));
  }
  for (const index of customers.keys()) await bookingSeeder.join(index, now.subtract({ hours: 24 }));
  await addHours(seeding, business, { bookingSeeder, period });
  await addHolds(bookingSeeder, period, now);
  const context = { db: services.db, seeding, now, names, officeID: business.officeID };
  await seedVisits(context, paidJobIDs);
  await addManualPayments(seeding, business.officeID, services.db);
  await seedPay(seeding, { ...business, period });
  await remember(services.db, seeding, now);
}

/** The first admin's password is printed at each start; the others' are random and unknown. */
function passwordFor(identity: string): string {
  return demoPassword(identity) ?? randomBytes(24).toString('base64url');
}

async function periodOf({ db, config }: Services, now: Temporal.Instant): Promise<Period> {
  const holidays = await db
    .selectFrom('public_holiday')
    .select('day')
    .where('name', '=', 'Chinese New Year')
    .orderBy('day')
    .execute();
  const days = holidays.flatMap(({ day }) => readDay(day) ?? []);
  const firsts = days.filter((day, i) => days[i - 1]?.add({ days: 1 }).equals(day) !== true);
  return { today: dayOf(now, config.BUSINESS_TZ), zone: config.BUSINESS_TZ, newYears: firsts };
}

/** Two customers are at the payment step. */
async function addHolds(
  bookingSeeder: BookingSeeder,
  { today, zone }: Period,
  now: Temporal.Instant,
): Promise<void> {
  const wishes = [
    { customer: 23, pack: 'One-time 4 h', days: 5, hour: 10, minutesAgo: 9 },
    { customer: 31, pack: 'Spring condo 3-bedroom', days: 8, hour: 9, minutesAgo: 4 },
  ];
  for (const { customer, pack, days, hour, minutesAgo } of wishes) {
    const start = today.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: { hour } }).toInstant();
    await bookingSeeder.execute({
      bookedAt: now.subtract({ minutes: minutesAgo }),
      customer,
      pack,
      start,
      series: null,
      cleaner: null,
      by: 'customer',
      outcome: 'held',
    });
  }
}

const PAID_BY_HAND = [
  { method: 'paynow', total: 2700, details: 'One more hour, agreed at the door' },
  { method: 'cash', total: 1500, details: 'Supplies brought along' },
  { method: 'paynow', total: 5400, details: 'Two more hours before the key handover' },
  { method: 'bank', total: 3000, details: 'Second set of keys, courier' },
  { method: 'paynow', total: 2700, details: 'One more hour, agreed at the door' },
] as const;

/** Payments by other means than a card, recorded by the office on the day after the visit. */
async function addManualPayments(seeding: Seeding, officeID: string, db: Db): Promise<void> {
  const random = randomFor('by hand');
  const jobs = await db
    .selectFrom('job_crew')
    .innerJoin('job', 'job.id', 'job_crew.jobID')
    .select(['job.customerID', 'job_crew.finishedAt'])
    .where('job_crew.place', '=', 1)
    .where('job_crew.finishedAt', 'is not', null)
    .orderBy('job.startsAt', 'desc')
    .orderBy('job.id')
    .limit(60)
    .execute();
  for (const entry of PAID_BY_HAND) {
    const job = random.pick(jobs);
    const at = readDatabaseTime(job.finishedAt ?? '').add({ minutes: random.int(15, 90) });
    const ctx = seeding.at(at, signedIn('admin', officeID));
    accepted(await createManual(ctx, { ...entry, customerID: job.customerID }));
  }
}

/** Stores the data for the fake Stripe and the inbox, and marks the database as a demo. */
async function remember(db: Db, seeding: Seeding, now: Temporal.Instant): Promise<void> {
  const objects = seeding.cards.objects().map((object) => ({
    id: object.id,
    kind: object.object,
    body: JSON.stringify(object),
    createdAt: Temporal.Instant.fromEpochMilliseconds(object.created * 1000).toString(),
  }));
  for (let i = 0; i < objects.length; i += BATCH_SIZE) {
    const rows = objects.slice(i, i + BATCH_SIZE);
    await db.insertInto('sandbox.stripe_object').values(rows).execute();
  }
  const sent = seeding.sentMessages.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
  await db.insertInto('setting').values(settingsOf(now)).execute();
  const ctx = seeding.at(now, anyone);
  for (const message of sent.slice(-MESSAGES_KEPT)) await keepMessage(ctx, message);
}

/** The business's details, and the mark that it is the demo. */
function settingsOf(now: Temporal.Instant) {
  const said = Object.entries(onReceipts).map(
    ([key, value]) => [SETTINGS[key as keyof typeof onReceipts].row, value] as const,
  );
  return [...said, [DEMO_SETTING, { seededAt: now.toString() }] as const].map(([name, value]) => ({
    name,
    value: JSON.stringify(value),
    updatedAt: now.toString(),
  }));
}
