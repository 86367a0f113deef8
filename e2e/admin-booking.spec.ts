import { expect, type Page } from '@playwright/test';
import { createJob } from '#features/booking/booking/contract.ts';
import { createPackage } from '#features/catalogue/packages/contract.ts';
import { createPromoCode } from '#features/money/promo-codes/contract.ts';
import { updateAddress } from '#features/people/customers/contract.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { type Customer, hire, newMobile, signUp, WEEK } from './support/people.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

const panel = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) });
const day = (page: Page, name: string) =>
  page
    .getByRole('grid')
    .getByRole('button', { name: new RegExp(`^${name} .*, \\d+ free`) })
    .first();
const slot = (page: Page, time: string) => page.getByRole('button', { name: new RegExp(`^${time}`) }).first();

/** Leaves the payment for later: the job's page is shown. */
async function closePayment(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Take payment' }).getByRole('button', { name: 'Close' }).click();
}

/** Opens New job for a customer with one home, which is preselected. */
async function openNewJob(page: Page, customer: Customer): Promise<void> {
  await page.goto(`/admin/jobs/new?customerID=${customer.id}`);
  await expect(page.getByLabel('Home', { exact: true })).toHaveValue(customer.addressID);
  await page.getByLabel('Package').selectOption(business.packageID);
}

test('the office books cleaners by language, against a preference, and for a series', async ({
  openPage,
}) => {
  const page = await openPage(business.office, DESK);

  await test.step('a home’s language is shown as a chip, and filters times and cleaners', async () => {
    const nobody = Object.fromEntries(
      ['monday', 'tuesday', 'thursday', 'saturday'].map((on) => [`${on}Availability`, false]),
    );
    const name = `Asha ${newMobile().slice(-4)}`;
    const asha = { firstname: name, lastname: 'Pai', mobile: newMobile() };
    await hire(business.office, asha, { ...WEEK, ...nobody, languages: ['Konkani', 'English'] });
    const leela = await signUp('Leela', `Kamath${newMobile()}`);
    const home = { params: { id: leela.addressID }, body: { languagePreference: 'Konkani' } };
    await call(updateAddress, home, leela);

    await openNewJob(page, leela);
    const chip = page.getByRole('button', { name: 'Konkani', exact: true });
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await day(page, 'Wed').click();
    await slot(page, '9:00 am').click();
    const crew = panel(page, 'Crew');
    await expect(crew.getByRole('checkbox')).toHaveCount(1);
    await expect(crew.getByRole('checkbox', { name: `${name} Pai` })).toBeVisible();
    await expect(crew).toContainText('Konkani, English');

    await chip.focus();
    await page.keyboard.press('Space');
    await expect(chip).toHaveAttribute('aria-pressed', 'false');
    await day(page, 'Thu').click();
    await slot(page, '9:00 am').click();
    await expect(crew.getByRole('checkbox').first()).toBeVisible();
    await chip.click();
    await expect(crew).toContainText('No one who is free speaks Konkani.');
    await page.getByRole('button', { name: /^Nearest: / }).click();
    await expect(crew.getByRole('checkbox', { name: `${name} Pai` })).toBeVisible();
  });

  await test.step('a free cleaner who does not match is booked with a reason', async () => {
    const rex = { firstname: 'Rex', lastname: `Lee${newMobile()}`, mobile: newMobile() };
    const name = `${rex.firstname} ${rex.lastname}`;
    await hire(business.office, rex, { ...WEEK, gender: 'male' });
    const devi = await signUp('Devi', `Pillai${newMobile()}`);
    const home = { params: { id: devi.addressID }, body: { genderPreference: 'female' as const } };
    await call(updateAddress, home, devi);

    await openNewJob(page, devi);
    await day(page, 'Tue').click();
    await slot(page, '2:00 pm').click();
    const crew = panel(page, 'Crew');
    await crew.getByRole('button', { name: /not a match$/ }).click();
    await crew.getByRole('button', { name: `Assign anyway: ${name}` }).click();
    await crew.getByLabel('Reason').fill('Mdm Pillai agreed by phone');
    await expectAccessible(page);
    await crew.getByRole('button', { name: `Assign ${name}`, exact: true }).click();
    await expect(crew.getByRole('checkbox', { name })).toBeChecked();
    await expect(crew).toContainText('Reason: Mdm Pillai agreed by phone');
    await expect(page.getByText('Rex would come.')).toBeVisible();
    await page.getByRole('button', { name: /^Hold / }).click();
    await closePayment(page);
    await expect(page.getByText(`${name} assigned against the preferred gender`)).toBeVisible();
    await expect(page.getByText('“Mdm Pillai agreed by phone”')).toBeVisible();
  });

  await test.step('before a series is held, its dates are shown, and the week with another cleaner', async () => {
    const languages = ['Tulu'];
    const lastname = `Rao${newMobile()}`;
    const tulu = { ...WEEK, languages };
    // Of two equal cleaners the first is chosen.
    const uma = await hire(business.office, { firstname: 'Uma', lastname, mobile: newMobile() }, tulu);
    await hire(business.office, { firstname: 'Usha', lastname, mobile: newMobile() }, tulu);
    const priya = await signUp('Priya', lastname);
    const other = await signUp('Other', lastname);
    const wish = { params: { id: priya.addressID }, body: { languagePreference: 'Tulu' } };
    await call(updateAddress, wish, priya);

    await openNewJob(page, priya);
    await page.getByRole('radio', { name: 'Weekly' }).check();
    await page.getByLabel('Visits').selectOption('4');
    const first = Temporal.PlainDate.from((await day(page, 'Thu').getAttribute('data-date')) ?? '');
    const taken = {
      packageID: business.packageID,
      addressID: other.addressID,
      startTime: `${first.add({ weeks: 2 })}T09:00:00+08:00`,
      cleaner1ID: uma.id,
    };
    await call(createJob, { body: taken }, other);
    await day(page, 'Thu').click();
    await slot(page, '9:00 am').click();
    const dates = page.getByRole('list', { name: 'Dates' }).getByRole('listitem');
    await expect(dates).toHaveCount(4);
    await expect(dates.nth(0)).toContainText('Uma');
    await expect(dates.nth(2)).toContainText('Usha');
    await expect(page.getByText('A different cleaner comes to 1 of 4 visits.')).toBeVisible();
    await expect(page.getByText('4 visits, S$416.00 in total.')).toBeVisible();
    await page.getByRole('button', { name: 'Hold 4 visits, S$416.00' }).click();
    await expect(page.getByText(/^4 visits, S\$416\.00, held until/)).toBeVisible();
  });
});

test('the office books a package with its hours, start, repetition and a promo code', async ({
  openPage,
}) => {
  const page = await openPage(business.office, DESK);

  await test.step('nobody of a name is found, and a package for regular cleaning is booked weekly', async () => {
    const regular = {
      type: 'regular',
      category: 'HDB 4-room',
      pricingType: 'hourly',
      label: `Weekly clean ${newMobile()}`,
      pricePerHour: 2500,
      numCleaners: 1,
      hoursPerCleaner: 3,
    } as const;
    const { id } = await call(createPackage, { body: regular }, business.office);
    const customer = await signUp('Nadia', `Rahim${newMobile()}`);
    await page.goto('/admin/jobs/new');
    await page.getByRole('searchbox', { name: 'Customer' }).fill('nobody of that name');
    await expect(page.getByText('No customers found.')).toBeVisible();

    await openNewJob(page, customer);
    await expect(page.getByRole('radio', { name: 'Once' })).toBeChecked();
    await page.getByLabel('Package').selectOption(id);
    await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked();
    await expect(page.getByText(/^No one/)).toHaveCount(0);
    await page.getByRole('radio', { name: 'Once' }).check();
    await page.getByLabel('Package').selectOption(business.packageID);
    await page.getByLabel('Package').selectOption(id);
    await expect(page.getByRole('radio', { name: 'Once' })).toBeChecked();
  });

  await test.step('hours and cleaners are chosen, the usual start is proposed, and a promo code reduces the price before anything is held', async () => {
    const label = `Hourly clean ${newMobile()}`;
    const hourly = {
      ...({ type: 'one-time', category: 'HDB 4-room', pricingType: 'hourly', label } as const),
      pricePerHour: 2500,
      numCleaners: 1,
      hoursPerCleaner: 3,
      startTime: '11:00',
    };
    const { id } = await call(createPackage, { body: hourly }, business.office);
    const code = `NEWJOB${newMobile()}`;
    await call(createPromoCode, { body: { code, type: 'percent', amount: 10 } }, business.office);
    const customer = await signUp('Gita', `Menon${newMobile()}`);

    await openNewJob(page, customer);
    await page.getByLabel('Package').selectOption(id);
    await page.getByLabel('Hours per cleaner').selectOption('4.5');
    await page.getByLabel('Cleaners', { exact: true }).selectOption('2');
    await page.getByLabel('Label').fill('Before the wedding');
    await expect(slot(page, '11:00 am')).toHaveAttribute('aria-pressed', 'true');
    const price = panel(page, 'Price');
    await expect(price.getByText('225.00').first()).toBeVisible();
    await price.getByRole('button', { name: 'Add a promo code' }).click();
    await price.getByLabel('Promo code').fill('NOSUCH');
    await price.getByRole('button', { name: 'Apply' }).click();
    await expect(price.getByText('We do not recognise this code.', { exact: false })).toBeVisible();
    await price.getByLabel('Promo code').fill(code.toLowerCase());
    await price.getByRole('button', { name: 'Apply' }).click();
    await expect(price).toContainText('202.50');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Hold .*, 11:00 am$/ }).click();
    await expect(page.getByRole('heading', { name: 'Held, not paid' })).toBeVisible();
    await closePayment(page);
    await expect(page).toHaveURL(/\/admin\/jobs\/[^/]+\/view$/);
    await expect(
      page.getByText('The payment request is on its way to Gita Menon', { exact: false }),
    ).toBeVisible();
    const held = await call(getJob, { params: { id: page.url().split('/').at(-2) ?? '' } }, business.office);
    expect(held).toMatchObject({
      label: 'Before the wedding',
      hours: 4.5,
      numCleaners: 2,
      amountToPay: 20_250,
    });

    await page.getByRole('button', { name: /^Take payment/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Take payment' });
    await sheet.getByRole('radio', { name: /^PayNow, cash/ }).check();
    await sheet.getByRole('button', { name: 'Remove' }).click();
    await expect(sheet.getByRole('button', { name: 'Record S$225.00' })).toBeVisible();
    await sheet.getByRole('button', { name: 'Add a promo code' }).click();
    await sheet.getByLabel('Promo code').fill(code);
    await sheet.getByRole('button', { name: 'Apply' }).click();
    await expect(sheet.getByRole('button', { name: 'Record S$202.50' })).toBeVisible();
  });
});
