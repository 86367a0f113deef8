import { expect, type Page } from '@playwright/test';
import { createCustomer } from '#features/people/customers/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { call, type Signed } from './support/call.ts';
import { newMobile, openOffice } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let office: Signed;
test.beforeAll(async () => {
  office = await openOffice();
});

const panel = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) });

test('the office adds a customer with homes and hours, changes a tier, writes a note and trashes a home', async ({
  openPage,
}) => {
  const page = await openPage(office);
  const mobile = newMobile();

  await test.step('a number that is already registered links to its owner', async () => {
    const taken = newMobile();
    const person = { firstname: 'Benjamin', lastname: 'Ho', mobile: taken, email: `${taken}@example.sg` };
    const { id } = await call(createCustomer, { body: person }, office);
    await page.goto('/admin/customers');
    await page.getByRole('link', { name: 'New customer' }).first().click();
    await page.getByLabel('First name').fill('Shu Fen');
    await page.getByLabel('Last name').fill('Numbat');
    const shown = page.getByLabel('Name as shown');
    await expect(shown).toHaveAccessibleDescription('Leave blank to show Shu Fen Numbat.');
    await shown.fill('Numbat Shu Fen');
    await page.getByLabel('Mobile').fill(taken);
    await page.getByLabel('E-mail').fill(`shufen.${mobile}@example.sg`);
    await page.getByRole('button', { name: 'Add customer' }).click();
    await expect(page.getByLabel('Mobile')).toBeFocused();
    await expect(page.getByLabel('Mobile')).toHaveAccessibleDescription(/^Benjamin Ho has this number\./);
    await expect(page.getByRole('link', { name: 'Open Benjamin Ho' })).toHaveAttribute(
      'href',
      `/admin/customers/${id}/view`,
    );
    await expectAccessible(page);
    await page.getByLabel('Mobile').fill(mobile);
  });

  await test.step('the office adds a customer with two homes and hours', async () => {
    await page.getByLabel('S$25 an hour, set to').fill('8');
    await page.getByRole('button', { name: 'Add customer' }).click();
    await expect(page.getByText('Say why the hours change.')).toBeVisible();
    await page.getByLabel('Reason for the change').fill('Bought by bank transfer');
    await page.getByRole('button', { name: 'Add customer' }).click();

    await expect(page).toHaveURL(/address\/add$/);
    await page.getByLabel('Postal code').fill('310145');
    await expect(page.getByText('Toa Payoh')).toBeVisible();
    await page.getByLabel('Address', { exact: true }).fill('Blk 145 Lor 2 Toa Payoh');
    await page.getByLabel('Pets at home').check();
    await page.getByRole('button', { name: 'Add home' }).click();
    await expect(panel(page, 'Homes')).toContainText('Primary, Pets');

    await page.getByRole('link', { name: 'Add a home' }).click();
    await page.getByLabel('Postal code').fill('520834');
    await page.getByLabel('Address', { exact: true }).fill('Blk 834 Tampines St 83');
    await page.getByLabel('Primary home').check();
    await page.getByRole('button', { name: 'Add home' }).click();
    await expect(panel(page, 'Homes').getByRole('row').nth(1)).toContainText('Tampines');
  });

  await test.step('and changes a tier with a reason', async () => {
    await page.getByRole('link', { name: 'Adjust hours' }).click();
    await page.getByLabel('Free hours, set to').fill('4');
    await page.getByLabel('Reason for the change').fill('Sorry for the missed balcony');
    await page.getByRole('button', { name: 'Save Shu Fen' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Reason for the change')).toHaveCount(0);
    await page.getByRole('link', { name: 'Details' }).click();
    await expect(panel(page, 'Credit hours')).toContainText('12 hours in total');
    await expect(panel(page, 'Next visit')).toContainText('None booked.');
  });

  await test.step('a note is written and withdrawn; a home is trashed and restored', async () => {
    const notes = page.getByRole('list', { name: 'Notes' });
    await page.getByLabel('New note').fill('Dog is shy. Ring twice.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(notes).toContainText('Ring twice.');
    await expect(page.getByLabel('New note')).toHaveValue('');
    await notes.getByRole('button', { name: 'Withdraw' }).click();
    await expect(notes.getByRole('listitem')).toHaveCount(0);

    const customer = new URL(page.url()).pathname;
    await panel(page, 'Homes').getByRole('link', { name: 'Blk 145 Lor 2 Toa Payoh' }).click();
    await page.getByRole('button', { name: 'Trash' }).click();
    await expect(page.getByText('In the trash. Blk 145')).toBeVisible();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('In the trash. Blk 145')).toHaveCount(0);
    await follow(page, customer);
  });

  await test.step('a new job is for this customer', async () => {
    await page.getByRole('link', { name: 'New job' }).last().click();
    await expect(panel(page, 'Customer and home')).toContainText('Numbat Shu Fen');
  });
});
