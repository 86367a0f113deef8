/**
 * A weekly series in another part of town, by a cleaner who works nowhere else, so that other tests are not affected.
 */
import { createJob } from '#features/booking/booking/contract.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { findAreas } from '#features/catalogue/places/contract.ts';
import { setCleanerRegions } from '#features/people/cleaners/contract.ts';
import { createAddress } from '#features/people/customers/contract.ts';
import { makeCardToken } from '#platform/contract/sandbox-calls.ts';
import type { TestBusiness } from './business.ts';
import { call, type Signed } from './call.ts';
import { daysFromNow } from './clock.ts';
import { type Customer, hire, newMobile, signUp, WEEK } from './people.ts';

const TAMPINES = { postal: '520201', addressLine1: 'Blk 201 Tampines St 21', addressLine2: '#03-44' };

/** A customer in Tampines and their own cleaner. */
export interface Home {
  readonly customer: Customer;
  readonly lastname: string;
  readonly cleanerID: string;
  /** A unique first name. */
  readonly cleaner: string;
}

export async function moveToTampines(office: Signed, firstname: string): Promise<Home> {
  const lastname = `Ong${newMobile()}`;
  const signed = await signUp(firstname, lastname);
  const { id: addressID } = await call(createAddress, { body: { ...TAMPINES, isPrimary: true } }, signed);
  const cleaner = `Kamala ${newMobile().slice(-4)}`;
  const hired = await hire(office, { firstname: cleaner, lastname: 'Devi', mobile: newMobile() }, WEEK);
  const [area] = await call(findAreas, { query: { postal: TAMPINES.postal } });
  await call(setCleanerRegions, { body: { cleanerID: hired.id, regionIDs: [area?.regionID ?? ''] } }, office);
  return { customer: { ...signed, addressID }, lastname, cleanerID: hired.id, cleaner };
}

/**
 * Books and pays weekly visits of four hours, starting on Tuesday of next week at nine. Returns the ids, earliest
 * first.
 */
export async function bookWeekly(
  { packageID }: Pick<TestBusiness, 'packageID'>,
  { customer, cleanerID }: Home,
  { count, start = '09:00', weeks = 1 }: { count: number; start?: string; weeks?: number },
) {
  const [day] = await daysFromNow(1 + 7 * weeks);
  const booking = {
    packageID,
    addressID: customer.addressID,
    hours: 4,
    startTime: `${day}T${start}:00+08:00`,
    cleaner1ID: cleanerID,
    ...(count > 1 && { recurrence: { interval: 'weekly' as const, count } }),
  };
  const held = await call(createJob, { body: booking }, customer);
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2034, cvc: '123' };
  const { token: stripeToken } = await call(makeCardToken, { body: card });
  await call(commitJob, { params: { id: held.id }, body: { stripeToken } }, customer);
  return (held.jobs ?? [held]).map(({ id, startTime }) => ({ id, startTime }));
}
