import { expect, type Page } from '@playwright/test';
import { heading, holdFirstTime, press, typePostal } from './support/booking.ts';
import { openTestBusiness } from './support/business.ts';
import { openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';

const PLACES: Readonly<Record<string, object>> = {
  '310145': { block: '145', street: 'Lorong 2 Toa Payoh', building: '' },
  '259569': { block: '1', street: 'Cluny Road', building: 'Singapore Botanic Gardens' },
};

/** The map's answers; this Kemas has none configured. */
async function answerFromMap(page: Page): Promise<void> {
  await page.route('**/api/places/address?*', (route) => {
    const postal = new URL(route.request().url()).searchParams.get('postal') ?? '';
    return route.fulfill({ json: { place: PLACES[postal] ?? null } });
  });
}

test('a postal code fills in the rest of a home, which its owner can correct', async ({ openPage }) => {
  const page = await openPage(await signUp('Rachel', 'Sim'));
  await answerFromMap(page);
  await page.goto('/dashboard/account');
  await page.getByRole('button', { name: 'Add a home' }).click();
  await page.getByLabel('Postal code').fill('259569');
  const street = page.getByLabel('Block and street');
  await expect(street).toHaveValue('1 Cluny Road');
  await expect(page.getByLabel('Building')).toHaveValue('Singapore Botanic Gardens');
  await expect(page.getByText('From your postal code. Correct it if it is wrong.')).toBeVisible();
  await page.getByLabel('Postal code').fill('310145');
  await expect(street).toHaveValue('Blk 145 Lorong 2 Toa Payoh');
  await street.fill('Blk 145 Lor 2');
  await expect(page.getByText('From your postal code.')).toHaveCount(0);
  await page.getByLabel('Postal code').fill('259569');
  await expect(street).toHaveValue('Blk 145 Lor 2');
});

test('a booking asks for the unit only', async ({ page }) => {
  await openTestBusiness();
  await answerFromMap(page);
  await page.goto('/one-time/new');
  await typePostal(page);
  await holdFirstTime(page);
  await expect(heading(page)).toHaveText('Which block and unit?');
  await expect(page.getByLabel('Block and street')).toHaveValue('Blk 145 Lorong 2 Toa Payoh');
  await page.getByLabel('Unit').fill('#08-112');
  await press(page, 'Use this address');
  await expect(heading(page)).not.toHaveText('Which block and unit?');
});

test('the office types six digits for a new home', async ({ openPage }) => {
  const { id } = await signUp('Wei', 'Tan');
  const page = await openPage(await openOffice());
  await answerFromMap(page);
  await page.goto(`/admin/customers/${id}/address/add`);
  await page.getByLabel('Postal code').fill('310145');
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('Blk 145 Lorong 2 Toa Payoh');
  await expect(page.getByText('From the postal code. Correct it if it is wrong.')).toBeVisible();
  await page.getByRole('button', { name: 'Add home' }).click();
  await expect(page.getByText('The home of Wei Tan was added.')).toBeVisible();
});
