import { expect, type Page } from '@playwright/test';
import { createChecklist } from '#features/catalogue/checklists/contract.ts';
import { createAdmin, signInAdmin } from '#features/people/accounts/contract.ts';
import { createListView } from '#platform/contract/list-views.ts';
import { expectAccessible } from './support/axe.ts';
import { book, freeTime, openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { openOffice, signUp } from './support/people.ts';
import { OFFICE } from './support/server.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const HANA = { fullname: 'Hana Yusof', identity: 'hana.lists', email: 'hana.lists@office.example' };
const PASSWORD = 'kaya toast dan telur';

const tab = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} [\\d,]+$`) });

test('an admin saves a view and shares it; columns and page size stay chosen', async ({ openPage }) => {
  const office = await openOffice();
  const page = await openPage(office, DESK);
  const dialog = page.getByRole('dialog', { name: 'Save view' });

  await test.step('an admin saves a view and shares it, and can remove it with Undo', async () => {
    await page.goto('/admin/customers?sortby=fullname&order=asc');
    await page.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText('Enter a name.')).toBeVisible();
    await dialog.getByLabel('Save this list as').fill('By name');
    await expectAccessible(page);
    await dialog.getByLabel('Save this list as').press('Enter');
    await expect(dialog).toBeHidden();
    await expect(tab(page, 'By name')).toHaveAttribute('aria-current', 'true');

    // The same name again is refused at the field.
    await page.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByLabel('Save this list as').fill('BY NAME');
    await dialog.getByLabel('Save this list as').press('Enter');
    await expect(dialog.getByText(/already saved a view of this list under this name/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Share By name' }).click();
    await expect(page.getByText('Everyone in the office sees “By name”.')).toBeVisible();
    await page.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByRole('button', { name: 'Remove By name' }).click();
    await expect(tab(page, 'By name')).toBeHidden();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(tab(page, 'By name')).toBeVisible();
  });

  await test.step('a colleague uses a shared view but cannot change it', async () => {
    await call(
      createAdmin,
      { body: { ...HANA, password: PASSWORD, currentPassword: OFFICE.password } },
      office,
    );
    const hana = await call(signInAdmin, { body: { identity: HANA.identity, password: PASSWORD } });
    const view = { list: '/admin/customers', name: 'By e-mail', query: 'sortby=email&order=asc' };
    await call(createListView, { body: { ...view, columns: [], shared: true } }, hana);
    await page.goto('/admin/customers');
    await tab(page, 'By e-mail').click();
    await expect(page).toHaveURL(/sortby=email/);
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(dialog.getByRole('button', { name: 'Remove By name' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Remove By e-mail' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('columns and page size stay chosen', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Salutation' }).check();
    await page.keyboard.press('Escape');
    await page.getByLabel('customers per page').selectOption('50');
    await expect(page.getByRole('columnheader', { name: 'Salutation' })).toBeVisible();
    await follow(page, '/admin/jobs');
    await expect(page.getByLabel('jobs per page')).toBeVisible();
    await page.goto('/admin/customers');
    await expect(page.getByRole('columnheader', { name: 'Salutation' })).toBeVisible();
    await expect(page.getByLabel('customers per page')).toHaveValue('50');
  });
});

test('the list of jobs has totals and files named by days, and is three lines on a phone', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const customer = await signUp('Rachel', 'Handphone');
  const startTime = await freeTime(business);
  const job = await book(business, customer, { startTime, cleaner1ID: business.aisyah });
  const page = await openPage(business.office, DESK);
  const totals = page.getByRole('status', { name: 'Totals' });

  await test.step('totals follow the filters; files are named by list and days', async () => {
    await page.goto('/admin/jobs?q=Handphone&status=*');
    await expect(totals).toContainText(`${job.hours} hours`);
    await page.getByRole('searchbox', { name: 'Search jobs' }).fill('Handphone nobody');
    await expect(page.getByText('No jobs match.')).toBeVisible();
    await expect(totals).toBeHidden();

    const day = job.startTime.slice(0, 10);
    await follow(page, `/admin/jobs?from_date=${day}&to_date=${day}`);
    await expect(page.getByRole('row').filter({ hasText: 'Handphone' })).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /^CSV/ }).click();
    expect((await saved).suggestedFilename()).toBe(`jobs-${day}.csv`);
    await follow(page, '/admin/transactions');
    await expect(totals).toContainText(/Net S\$/);
    await follow(page, '/admin/credits');
    await expect(totals).toContainText(/worth S\$/);
  });

  await test.step('on a phone a job is three lines, with all filters in one sheet', async () => {
    await page.setViewportSize(PHONE.viewport);
    await follow(page, '/admin/jobs?q=Handphone&status=*');
    const row = page.getByRole('row').filter({ hasText: 'Handphone' });
    await expect(row.getByText('Upcoming')).toBeVisible();
    await expect(row.getByRole('link', { name: /^Call .*Handphone$/ })).toHaveAttribute(
      'href',
      /^tel:\+65\d{8}$/,
    );
    await expect(row.getByRole('link', { name: 'Call Nur Aisyah Rahman' })).toBeVisible();
    await page.getByRole('button', { name: /^Filters/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('combobox', { name: 'Stage', exact: true }).selectOption('Done');
    await sheet.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/stage=done/);
    await expect(page.getByText('No jobs match.')).toBeVisible();
  });
});

test('headings and selection stay in sight, and a toast covers nothing that can be pressed and moves nothing', async ({
  openPage,
}) => {
  const office = await openOffice();
  for (const nth of Array(20).keys())
    await call(createChecklist, { body: { english: `Skirting ${nth}` } }, office);
  const page = await openPage(office, DESK);
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await page.goto('/admin/checklists?q=Skirting&size=50');
  const footer = page.getByText(/^Rows 1 to \d+ of/);
  const trash = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Trash' }).click();
    await expect(toasts.getByText(`${name} is in the trash.`)).toBeVisible();
    await toasts.hover();
  };

  await test.step('headings and selection stay in sight', async () => {
    const last = page.getByRole('checkbox', { name: 'Select Skirting 19' });
    await last.scrollIntoViewIfNeeded();
    await last.check();
    await expect(page.getByRole('columnheader', { name: 'English' })).toBeInViewport();
    await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeInViewport();
    await last.uncheck();
  });

  await test.step('a toast covers nothing that can be pressed, and moves nothing', async () => {
    await expect(footer).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    const before = await footer.boundingBox();
    await trash('Skirting 0');
    expect((await footer.boundingBox())?.y).toBe(before?.y);
    const [toast, rail] = [await toasts.boundingBox(), await page.locator('#rail').boundingBox()];
    expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(rail?.width ?? 0);
    // The last entry of the menu is above the toast.
    const last = page.getByRole('navigation', { name: 'Office' }).getByRole('link').last();
    await last.scrollIntoViewIfNeeded();
    const entry = await last.boundingBox();
    expect((entry?.y ?? 0) + (entry?.height ?? 0)).toBeLessThanOrEqual(toast?.y ?? 0);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByRole('button', { name: 'Actions for Skirting 0', exact: true })).toBeVisible();
  });

  await test.step('on a phone it floats; the end of the page can be scrolled above it', async () => {
    await page.setViewportSize(PHONE.viewport);
    await trash('Skirting 1');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const end = await footer.boundingBox();
    const floating = await toasts.boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(floating?.y ?? 0);
  });
});
