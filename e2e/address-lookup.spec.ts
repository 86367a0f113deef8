import { expect } from '@playwright/test';
import { listAddresses } from '#features/people/customers/contract.ts';
import { answerFromMap } from './support/booking.ts';
import { call } from './support/call.ts';
import { openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';

test('the office types six digits for a new home', async ({ openPage }) => {
  const { id } = await signUp('Wei', 'Tan');
  const office = await openOffice();
  const page = await openPage(office);
  await answerFromMap(page);
  await page.goto(`/admin/customers/${id}/address/add`);
  await page.getByLabel('Postal code').fill('310145');
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('Blk 145 Lorong 2 Toa Payoh');
  await expect(page.getByText('From the postal code. Correct it if it is wrong.')).toBeVisible();
  await page.getByRole('button', { name: 'Add home' }).click();
  await expect(page.getByText('The home of Wei Tan was added.')).toBeVisible();
  const { items } = await call(listAddresses, { query: { customerID: id } }, office);
  expect(items.map(({ addressLine1 }) => addressLine1)).toContain('Blk 145 Lorong 2 Toa Payoh');
});
