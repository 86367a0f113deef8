import { payPackage } from '#features/money/credits/contract.ts';
import { feature as credits, payPackage as pay } from '#features/money/credits/server/index.ts';
import { atMinute } from '#platform/kernel/business-time.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { accepted } from './accepted.ts';
import type { BookingSeeder } from './bookings.ts';
import type { Business } from './business.ts';
import type { Period } from './plan-year.ts';
import { type Seeding, signedIn } from './seeding.ts';

/** Regular customers who bought hours, some of which expire soon; indexes into data/customers.ts. */
const BOUGHT = [
  { customer: 0, pack: 'Family 24 h', daysAgo: 48 },
  { customer: 2, pack: 'Starter 12 h', daysAgo: 62 },
  { customer: 4, pack: 'Yearly 48 h', daysAgo: 33 },
  { customer: 7, pack: 'Starter 12 h', daysAgo: 20 },
  { customer: 9, pack: 'Family 24 h', daysAgo: 71 },
  { customer: 12, pack: 'Starter 12 h', daysAgo: 9 },
  { customer: 7, pack: 'Starter 12 h', daysAgo: 4 },
] as const;

/** Complimentary hours. */
const GIVEN = [
  { customer: 0, hours: 2, daysAgo: 12, reason: 'Welcome gift' },
  { customer: 17, hours: 2, daysAgo: 6, reason: 'The cleaner came late' },
  { customer: 28, hours: 1.5, daysAgo: 2, reason: 'Welcome gift' },
] as const;

/** Adds bought and complimentary hours. */
export async function addHours(
  seeding: Seeding,
  business: Business,
  of: { readonly bookingSeeder: BookingSeeder; readonly period: Period },
): Promise<void> {
  const { today, zone } = of.period;
  const moment = (daysAgo: number) => atMinute(today.subtract({ days: daysAgo }), 20 * 60 + 15, zone);
  for (const { customer, pack, daysAgo } of BOUGHT) {
    const { id } = await of.bookingSeeder.join(customer, moment(daysAgo));
    const ctx = seeding.at(moment(daysAgo), signedIn('customer', id));
    const body = payPackage.body.parse({ stripeToken: 'tok_visa' });
    accepted(await pay(ctx, business.packages.get(pack) ?? '', body));
  }
  for (const { customer, hours, daysAgo, reason } of GIVEN) {
    const { id } = await of.bookingSeeder.join(customer, moment(daysAgo));
    const ctx = seeding.at(moment(daysAgo), signedIn('admin', business.officeID));
    const change = { customerID: id, tiers: [{ perHour: 0, numCredits: hours }], reason };
    accepted(await inTransaction(ctx, async (tx) => credits.customerCredits?.adjust(tx, change)));
  }
}
