import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createPackage, updatePackage } from '#features/catalogue/packages/contract.ts';
import { createAdmin, signInAdmin } from '#features/people/accounts/contract.ts';
import { createCustomer, trashCustomer } from '#features/people/customers/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { heading } from './support/booking.ts';
import { call, type Signed } from './support/call.ts';
import { newMobile, openOffice } from './support/people.ts';
import { OFFICE } from './support/server.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };

let office: Signed;

test.beforeAll(async () => {
  office = await openOffice();
});

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** A customer with an unusual name, added and moved to the trash. */
async function addAndTrash(lastname: string): Promise<string> {
  const mobile = newMobile();
  const body = { firstname: 'Hui Min', lastname, mobile, email: `${mobile}@example.sg` };
  const { id } = await call(createCustomer, { body }, office);
  await call(trashCustomer, { params: { id } }, office);
  return id;
}

test('the office finds who changed what, and what it was before', async ({ openPage }) => {
  const label = `Atelier ${newMobile()}`;
  const values = {
    label,
    type: 'one-time',
    category: 'Atelier',
    pricePerHour: 3000,
    hoursPerCleaner: 4,
  } as const;
  const { id } = await call(createPackage, { body: values }, office);
  await call(updatePackage, { params: { id }, body: { pricePerHour: 3150 } }, office);
  const page = await openPage(office, DESK);
  await page.goto('/admin/audit');
  await expect(heading(page)).toHaveText('Audit log');
  await page.getByRole('searchbox').fill(label.split(' ')[1] ?? '');
  const changed = row(page, `package ${label}`).filter({ hasText: 'Changed' });
  await expect(changed).toContainText('Price per hour');
  await expect(changed).toContainText('S$30.00');
  await expect(changed).toContainText('S$31.50');
  await expectAccessible(page);
});

test('a record leads to its own entries, and they to the record', async ({ openPage }) => {
  const lastname = `Chua ${newMobile()}`;
  const id = await addAndTrash(lastname);
  const page = await openPage(office, DESK);
  await page.goto(`/admin/customers/${id}/view`);
  await page.getByRole('link', { name: 'Audit log' }).last().click();
  await expect(page).toHaveURL(`/admin/audit?kind=customer&record=${id}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(row(page, `Moved customer Hui Min ${lastname} to the trash`)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^CSV/ }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(
    `Added customer Hui Min ${lastname}`,
  );
  await page.getByRole('link', { name: `Added customer Hui Min ${lastname}` }).click();
  await expect(page).toHaveURL(`/admin/customers/${id}/view`);
});

test('on a phone each entry is a card; a colleague’s change appears without a reload', async ({
  openPage,
}) => {
  const page = await openPage(office, PHONE);
  const lastname = `Ong ${newMobile()}`;
  await page.goto('/admin/audit');
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText('Keep proof outside Kemas')).toBeVisible();
  await addAndTrash(lastname);
  await expect(page.getByText(`Moved customer Hui Min ${lastname} to the trash`)).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
});

test('a dispatcher has no audit log', async ({ openPage }) => {
  const identity = `dispatcher${newMobile()}`;
  const password = 'the key to the office';
  const body = {
    fullname: identity,
    email: `${identity}@kemas.example`,
    officeRole: 'dispatcher' as const,
    identity,
    password,
    currentPassword: OFFICE.password,
  };
  await call(createAdmin, { body }, office);
  const page = await openPage(await call(signInAdmin, { body: { identity, password } }), DESK);
  await page.goto('/admin/admins');
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
});
