import { expect, type Locator, type Page } from '@playwright/test';
import { createJobForCustomer } from '#features/booking/booking/contract.ts';
import { createPackage } from '#features/catalogue/packages/contract.ts';
import {
  createAddress,
  createCustomer,
  listAddresses,
  listCustomers,
  updateAddress,
} from '#features/people/customers/contract.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { HOME, hire, newMobile, openOffice, signUp, WEEK } from './support/people.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

let business: TestBusiness;
/** A package for regular cleaning, S$81 a visit. */
let weekly: { readonly id: string };

test.beforeAll(async () => {
  business = await openTestBusiness();
  const regular = {
    type: 'regular',
    category: 'HDB 4-room',
    pricingType: 'hourly',
    label: `Weekly 3 h visit ${newMobile()}`,
    pricePerHour: 2700,
    numCleaners: 1,
    hoursPerCleaner: 3,
  } as const;
  weekly = await call(createPackage, { body: regular }, business.office);
});

/** A person on the phone whom nobody knows yet. */
function caller() {
  const mobile = newMobile();
  const lastname = `Tan${mobile}`;
  return {
    mobile,
    firstname: 'Mei Ling',
    lastname,
    name: `Mei Ling ${lastname}`,
    email: `mei.${mobile}@example.sg`,
  };
}
type Caller = ReturnType<typeof caller>;

/** Presses, and counts them. To choose an option, a select is opened and the option pressed. */
function countingPresses() {
  const presses: string[] = [];
  return {
    presses,
    press: async (what: string, target: Locator) => {
      presses.push(what);
      await target.click();
    },
    select: async (what: string, target: Locator, value: string) => {
      presses.push(`open ${what}`, `choose ${what}`);
      await target.selectOption(value);
    },
  };
}

const day = (page: Page, name: string) =>
  page
    .getByRole('grid')
    .getByRole('button', { name: new RegExp(`^${name} .*, [1-9]\\d* free`) })
    .first();
const holdButton = (page: Page) => page.getByRole('button', { name: /^Hold / });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Take payment' });

/** Types who is calling and where they live, with the keyboard alone, starting in the search. */
async function typeCaller(page: Page, { name, mobile, email }: Caller): Promise<void> {
  await expect(page.getByRole('searchbox', { name: 'Customer' })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Mobile')).toBeFocused();
  await page.keyboard.type(mobile);
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Postal code')).toBeFocused();
  await page.keyboard.type(HOME.postal);
  await page.keyboard.press('Tab');
  await page.keyboard.type(HOME.addressLine2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Address', { exact: true })).toBeFocused();
  await page.keyboard.type(HOME.addressLine1);
}

async function customersCalled(who: Caller) {
  return (await call(listCustomers, { query: { q: who.mobile } }, business.office)).items;
}
async function jobsOf(customerID: string) {
  return (await call(listJobs, { query: { customerID, status: '*' } }, business.office)).items;
}

test('a new customer is booked every Thursday with a cleaner who speaks Mandarin, and is sent the link to pay, in eight presses on one page', async ({
  openPage,
}) => {
  const malay = { ...WEEK, languages: ['Malay'] };
  await hire(business.office, { firstname: 'Aaliyah', lastname: newMobile(), mobile: newMobile() }, malay);
  const who = caller();
  const page = await openPage(business.office, DESK);
  const { presses, press, select } = countingPresses();
  await page.goto('/admin/jobs/new');
  await typeCaller(page, who);
  await press('Mandarin', page.getByRole('radio', { name: 'Mandarin' }));
  await select('the package', page.getByLabel('Package'), weekly.id);
  await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked();
  await select('12 visits', page.getByLabel('Visits'), '12');
  await expect(page.getByText(/^No one/)).toHaveCount(0);
  await press('Thursday', day(page, 'Thu'));

  const dates = page.getByRole('list', { name: 'Dates' }).getByRole('listitem');
  await expect(dates).toHaveCount(12);
  await expect(dates.first()).toContainText(/^Thu .*9:00 am.*S\$81\.00$/);
  await expect(page.getByText('12 visits, S$972.00 in total.')).toBeVisible();
  await expectAccessible(page);
  await press('Hold', page.getByRole('button', { name: 'Hold 12 visits, S$972.00' }));
  await expect(sheet(page)).toContainText(`${who.name} owes S$972.00 for 12 visits`);
  await expect(sheet(page).getByRole('radio', { name: /^Payment link/ })).toBeChecked();
  expect(new URL(page.url()).pathname).toBe('/admin/jobs/new');
  await press('Send the link', sheet(page).getByRole('button', { name: 'Send by SMS and e-mail' }));
  await expect(page.getByText(`The link is on its way to ${who.name}, by SMS and e-mail.`)).toBeVisible();
  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(8);

  const [customer] = await customersCalled(who);
  const jobs = await jobsOf(customer?.id ?? '');
  expect(jobs).toHaveLength(12);
  const [first] = jobs;
  expect(first).toMatchObject({ status: 'pending', job_address_languagePreference: 'Mandarin' });
  expect(jobs.flatMap(({ cleaners }) => cleaners).map(({ firstname }) => firstname)).not.toContain('Aaliyah');
});

test('the keyboard is enough, from the search to the payment', { tag: '@deep' }, async ({ openPage }) => {
  const who = caller();
  const page = await openPage(business.office, DESK);
  await page.goto('/admin/jobs/new');
  await typeCaller(page, who);
  const tabTo = async (target: Locator) => {
    for (let tabs = 0; tabs < 80; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo(page.getByRole('radio', { name: 'Any', exact: true }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Mandarin' })).toBeChecked();
  await tabTo(page.getByLabel('Package'));
  await page.keyboard.type('Weekly 3');
  await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked();
  await expect(holdButton(page)).toHaveText(/^Hold 4 visits, S\$324\.00/);
  await tabTo(holdButton(page));
  await page.keyboard.press('Enter');
  const later = sheet(page).getByRole('radio', { name: /^Payment link/ });
  await expect(later).toBeChecked();
  await tabTo(later);
  await page.keyboard.press('ArrowUp');
  await tabTo(sheet(page).getByRole('button', { name: 'Confirm, pay later' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^4 visits are confirmed\. S\$324\.00 is due on/)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/jobs\/[^/]+\/view$/);
});

test('a known number is shown beside the field, and chooses its owner with their home', {
  tag: '@deep',
}, async ({ openPage }) => {
  const known = await signUp('Benjamin', `Ho${newMobile()}`);
  const page = await openPage(business.office, DESK);
  await page.goto('/admin/jobs/new');
  await page.getByRole('searchbox', { name: 'Customer' }).fill('nobody of that name');
  await page.getByRole('button', { name: 'New customer: nobody of that name' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Nobody Of That');
  await page.getByLabel('Mobile').fill(known.mobile);
  const choose = page.getByRole('button', { name: /^Choose Benjamin Ho/ });
  await expect(choose).toBeVisible();
  await expectAccessible(page);
  await choose.click();
  await expect(page.getByLabel('Home', { exact: true })).toHaveValue(known.addressID);

  await page.getByLabel('Home', { exact: true }).selectOption('new');
  await expect(page.getByLabel('Postal code')).toBeFocused();
  await page.getByLabel('Postal code').fill('520123');
  await page.getByLabel('Package').selectOption(weekly.id);
  await page.getByRole('radio', { name: 'Once' }).check();
  await holdButton(page).click();
  await expect(page.getByLabel('Address', { exact: true })).toBeFocused();
  await expect(page.getByText('Fill this in.')).toBeVisible();
  await page.keyboard.type('Blk 123 Tampines St 11');
  await holdButton(page).click();
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/admin\/jobs\/[^/]+\/view$/);
  const held = await call(getJob, { params: { id: page.url().split('/').at(-2) ?? '' } }, business.office);
  expect(held).toMatchObject({ customerID: known.id, job_address_addressLine1: 'Blk 123 Tampines St 11' });
});

test('nothing is lost or added twice when a step fails, another person adds the customer, or the button is pressed twice', async ({
  openPage,
}) => {
  const who = caller();
  const page = await openPage(business.office, DESK);
  await page.goto('/admin/jobs/new');
  await page.getByRole('searchbox', { name: 'Customer' }).fill(who.mobile);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Mobile')).toHaveValue(who.mobile);
  await page.getByLabel('First name').fill(who.firstname);
  await page.getByLabel('Last name').fill(who.lastname);
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Postal code').fill(HOME.postal);
  await page.getByLabel('Address', { exact: true }).fill(HOME.addressLine1);
  await page.getByLabel('Package').selectOption(business.packageID);
  await page.getByLabel('Access').fill('Key with the guard');

  await page.reload();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(HOME.addressLine1);
  await expect(page.getByLabel('Access')).toHaveValue('Key with the guard');
  await expect(page.getByLabel('Mobile')).toHaveValue(who.mobile);

  await page.route('**/api/customers-addresses', (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  );
  await expect(holdButton(page)).toBeVisible();
  await holdButton(page).dblclick();
  await expect(page.getByText('Choose another customer')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(HOME.addressLine1);
  expect(await customersCalled(who)).toHaveLength(1);
  await expectAccessible(page);

  await page.unroute('**/api/customers-addresses');
  await holdButton(page).dblclick();
  await expect(sheet(page)).toBeVisible();
  const [customer] = await customersCalled(who);
  const query = { customerID: customer?.id ?? '' };
  expect((await call(listAddresses, { query }, business.office)).total).toBe(1);
  expect(await jobsOf(query.customerID)).toHaveLength(1);

  const other = caller();
  await page.goto('/admin/jobs/new');
  await typeCaller(page, other);
  await page.getByLabel('Package').selectOption(business.packageID);
  await expect(holdButton(page)).toBeVisible();
  const colleague = { mobile: other.mobile, firstname: 'Mei', lastname: 'Lin', email: `lin.${other.email}` };
  const added = await call(createCustomer, { body: colleague }, business.office);
  await call(createAddress, { body: { ...HOME, customerID: added.id } }, business.office);
  await holdButton(page).click();
  await expect(page.getByText(/Mei Lin has this number\./)).toBeVisible();
  await page.getByRole('button', { name: 'Choose Mei Lin' }).click();
  await expect(page.getByText('Choose another customer')).toBeVisible();
  await holdButton(page).click();
  await expect(sheet(page)).toContainText('Mei Lin owes');
});

/** Books all men at a time, for a customer whose home prefers them. */
async function bookAllMen(startTime: string): Promise<void> {
  const other = await signUp('Other', `Lee${newMobile()}`);
  const wish = { params: { id: other.addressID }, body: { genderPreference: 'male' as const } };
  await call(updateAddress, wish, other);
  const visit = {
    packageID: business.packageID,
    customerID: other.id,
    addressID: other.addressID,
    startTime,
  };
  const query = {
    date: startTime.slice(0, 10),
    packageID: business.packageID,
    postal: HOME.postal,
    gender: 'male' as const,
  };
  for (;;) {
    const { slots } = await call(listTimeAvailable, { query }, business.office);
    if (!slots?.some((slot) => slot.startTime === startTime)) return;
    await call(createJobForCustomer, { body: visit }, business.office);
  }
}

test('a time that is taken during the call is refused, and another one is held for the customer who was added', {
  tag: '@deep',
}, async ({ openPage }) => {
  const rex = { firstname: 'Rex', lastname: newMobile(), mobile: newMobile() };
  await hire(business.office, rex, { ...WEEK, gender: 'male' });
  const who = caller();
  const page = await openPage(business.office, DESK);
  await page.goto('/admin/jobs/new');
  await typeCaller(page, who);
  await page.getByLabel('Cleaner', { exact: true }).selectOption('male');
  await page.getByLabel('Package').selectOption(business.packageID);
  const friday = day(page, 'Fri');
  await friday.click();
  await expect(page.getByText('Rex would come.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^9:00 am/, pressed: true })).toBeVisible();
  await bookAllMen(`${await friday.getAttribute('data-date')}T09:00:00+08:00`);
  await holdButton(page).click();
  await expect(page.getByText('Someone has just taken that time', { exact: false })).toBeVisible();
  await expect(page.getByText('Choose another customer')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^2:00 pm/ }).click();
  await holdButton(page).click();
  await expect(sheet(page)).toContainText(`${who.name} owes`);
  const [customer, ...more] = await customersCalled(who);
  expect(more).toEqual([]);
  const query = { customerID: customer?.id ?? '' };
  expect((await call(listAddresses, { query }, business.office)).total).toBe(1);
  expect(await jobsOf(query.customerID)).toHaveLength(1);
});

test('an expired booking is held again with the same request', async ({ openPage }) => {
  const customer = await signUp('Ravi', `Nair${newMobile()}`);
  let page = await openPage(business.office, DESK);
  await page.goto(`/admin/jobs/new?customerID=${customer.id}`);
  await page.getByLabel('Package').selectOption(weekly.id);
  await page.getByLabel('Visits').selectOption('3');
  await page.getByLabel('Access').fill('Ring twice');
  await day(page, 'Wed').click();
  await expect(page.getByRole('list', { name: 'Dates' }).getByRole('listitem')).toHaveCount(3);
  await holdButton(page).click();
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/view$/);
  const id = page.url().split('/').at(-2) ?? '';
  const before = await call(getJob, { params: { id } }, business.office);
  await setClock(minutesFrom(before.holdExpiresAt ?? '', 1));
  // A day later, the session of the day before has ended.
  const office = await openOffice();
  const status = async () => (await call(getJob, { params: { id } }, office)).status;
  await expect.poll(status).toBe('expired');

  page = await openPage(office, DESK);
  await page.goto(`/admin/jobs/${id}/view`);
  await page.getByRole('link', { name: 'Hold again' }).click();
  await expect(page.getByLabel('Access')).toHaveValue('Ring twice');
  await expect(page.getByLabel('Home', { exact: true })).toHaveValue(customer.addressID);
  await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked();
  await expect(page.getByLabel('Visits')).toHaveValue('3');
  await expect(page.getByRole('button', { name: /^9:00 am/, pressed: true })).toBeVisible();
  await holdButton(page).click();
  await expect(sheet(page)).toContainText('for 3 visits');
  const query = { customerID: customer.id, status: '*' } as const;
  const again = (await call(listJobs, { query }, office)).items;
  expect(again.filter(({ status }) => status === 'pending').map(({ startTime }) => startTime)).toContain(
    before.startTime,
  );
});
