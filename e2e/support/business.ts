/** Sets up a business in an empty system, as the office does before anyone can book. */

import { createJob } from '#features/booking/booking/contract.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { createChecklist } from '#features/catalogue/checklists/contract.ts';
import { createPackage, listPackages } from '#features/catalogue/packages/contract.ts';
import { listCleaners } from '#features/people/cleaners/contract.ts';
import { listHolidays, removeHoliday } from '#features/work/schedule/contract/holidays.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import { makeCardToken } from '#platform/contract/sandbox-calls.ts';
import { call, type Signed } from './call.ts';
import { daysFromNow, goToNextMonday } from './clock.ts';
import { type Customer, HOME, hire, openOffice, type Person, WEEK } from './people.ts';

export const AISYAH: Person = { firstname: 'Nur Aisyah', lastname: 'Rahman', mobile: '91110001' };
export const MEI: Person = { firstname: 'Mei Ling', lastname: 'Lim', mobile: '91110002' };

/** S$ 26 an hour, supplies for S$ 10. */
const PACKAGE = {
  type: 'one-time',
  category: 'HDB 4-room',
  pricingType: 'hourly',
  label: 'One-time clean',
  pricePerHour: 2600,
  numCleaners: 1,
  hoursPerCleaner: 4,
  suppliesCost: 1000,
} as const;

const CHECKLIST = [
  { category: 'Kitchen', english: 'Wipe the hob and the hood', chinese: '擦炉头和抽油烟机' },
  { category: 'Kitchen', english: 'Clean the sink', chinese: '洗水槽' },
  { category: 'Floors', english: 'Mop every room', chinese: '拖地' },
];

export interface TestBusiness {
  readonly office: Signed;
  readonly packageID: string;
  /** Ids of the two cleaners. */
  readonly aisyah: string;
  readonly mei: string;
}

/** Monday, 10:00: the office is set up with two cleaners. Created on first use. */
export async function openTestBusiness(): Promise<TestBusiness> {
  await goToNextMonday();
  const office = await openOffice();
  const packages = await call(listPackages, { query: { type: PACKAGE.type, size: 1000 } });
  const sold = packages.items.find(({ label }) => label === PACKAGE.label) ?? (await setUp(office));
  // All of them: other tests hire cleaners too.
  const { items } = await call(listCleaners, { query: { size: 1000 } }, office);
  const idOf = (person: Person) => {
    const found = items.find(({ mobile }) => mobile === `65${person.mobile}`);
    if (found === undefined) throw new Error(`${person.firstname} is not among the cleaners.`);
    return found.id;
  };
  return { office, packageID: sold.id, aisyah: idOf(AISYAH), mei: idOf(MEI) };
}

async function setUp(office: Signed): Promise<{ id: string }> {
  // Removed, because otherwise it would depend on the week whether a date of a series is a holiday.
  const holidays = await call(listHolidays, { query: {} }, office);
  for (const { day } of holidays.items) await call(removeHoliday, { params: { day } }, office);
  for (const cleaner of [AISYAH, MEI]) await hire(office, cleaner, WEEK);
  for (const item of CHECKLIST) await call(createChecklist, { body: item }, office);
  return call(createPackage, { body: PACKAGE }, office);
}

/** The first time, at least two days from now, at which Aisyah and Mei are both free for `HOME`, including travel time. */
export async function freeTime({ aisyah, mei }: TestBusiness, { hours = 4 } = {}): Promise<string> {
  const [from_date, to_date] = await daysFromNow(2, 16);
  const timesOf = async (cleanerID: string) => {
    const query = { from_date, to_date, hours, postal: HOME.postal, cleanerID };
    const { days } = await call(listTimeAvailable, { query });
    return days.flatMap(({ slots }) => slots.map(({ startTime }) => startTime));
  };
  const aisyahs = new Set(await timesOf(aisyah));
  const both = (await timesOf(mei)).find((startTime) => aisyahs.has(startTime));
  if (both === undefined) throw new Error('Expected both cleaners to be free within two weeks');
  return both;
}

/** Holds a time for a customer, unpaid; optionally with a named cleaner. */
export function hold(
  business: TestBusiness,
  customer: Customer,
  when: { startTime: string; cleaner1ID?: string },
) {
  const { packageID } = business;
  const { addressID } = customer;
  return call(createJob, { body: { packageID, addressID, hours: 4, ...when } }, customer);
}

/** Booked and paid with a test card, as if by the office. */
export async function book(
  business: TestBusiness,
  customer: Customer,
  when: { startTime: string; cleaner1ID?: string },
) {
  const { id } = await hold(business, customer, when);
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2034, cvc: '123' };
  const { token: stripeToken } = await call(makeCardToken, { body: card });
  const paid = await call(commitJob, { params: { id }, body: { stripeToken } }, customer);
  if (!('job' in paid)) throw new Error('Expected the payment to need no authentication');
  return paid.job;
}

/** Other customers in the same block book a time until nobody is free; no travel time is needed between their homes. */
export async function bookOut(business: TestBusiness, others: Customer, startTime: string): Promise<void> {
  const date = startTime.slice(0, 10);
  for (;;) {
    const { slots } = await call(listTimeAvailable, { query: { date, hours: 4, postal: HOME.postal } });
    if (!slots?.some((slot) => slot.startTime === startTime)) return;
    await hold(business, others, { startTime });
  }
}
