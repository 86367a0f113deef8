import { expect, type Page } from '@playwright/test';
import { createPackage, updatePackage } from '#features/catalogue/packages/contract.ts';
import { createCustomer, trashCustomer } from '#features/people/customers/contract.ts';
import { heading } from './support/booking.ts';
import { call, type Signed } from './support/call.ts';
import { newMobile, openOffice } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

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

test('the office finds who changed what, from the log and from a record', async ({ openPage }) => {
  const page = await openPage(office, DESK);

  await test.step('the office finds who changed what, and what it was before', async () => {
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
    await page.goto('/admin/audit');
    await expect(heading(page)).toHaveText('Audit log');
    await page.getByRole('searchbox').fill(label.split(' ')[1] ?? '');
    const changed = row(page, `package ${label}`).filter({ hasText: 'Changed' });
    await expect(changed).toContainText('Price per hour');
    await expect(changed).toContainText('S$30.00');
    await expect(changed).toContainText('S$31.50');
  });

  await test.step('a record leads to its own entries, and they to the record', async () => {
    const lastname = `Chua ${newMobile()}`;
    const id = await addAndTrash(lastname);
    await follow(page, `/admin/customers/${id}/view`);
    await expect(heading(page)).toHaveText(`Hui Min ${lastname}`);
    await page.getByRole('link', { name: 'Audit log' }).last().click();
    await expect(page).toHaveURL(`/admin/audit?kind=customer&record=${id}`);
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(row(page, `Moved customer Hui Min ${lastname} to the trash`)).toBeVisible();
    await page.getByRole('link', { name: `Added customer Hui Min ${lastname}` }).click();
    await expect(page).toHaveURL(`/admin/customers/${id}/view`);
  });

  await test.step('on a phone each entry is a card; a colleague’s change appears without a reload', async () => {
    await page.setViewportSize(PHONE.viewport);
    const lastname = `Ong ${newMobile()}`;
    await follow(page, '/admin/audit');
    await expect(heading(page)).toHaveText('Audit log');
    await expect(page.getByText('Keep proof outside Kemas')).toBeVisible();
    await addAndTrash(lastname);
    await expect(page.getByText(`Moved customer Hui Min ${lastname} to the trash`)).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  });
});
