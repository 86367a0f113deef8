import { expect, type Page } from '@playwright/test';
import { createChecklist } from '#features/catalogue/checklists/contract.ts';
import { createAdmin, signInAdmin } from '#features/people/accounts/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { signUp } from './support/people.ts';
import { OFFICE } from './support/server.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const HANA = { fullname: 'Hana Yusof', identity: 'hana.lists', email: 'hana.lists@office.example' };
const PASSWORD = 'kaya toast dan telur';

const tab = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} [\\d,]+$`) });

test('an admin saves a view and shares it; a colleague uses it but cannot change it', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const page = await openPage(business.office, DESK);
  await page.goto('/admin/customers?sortby=fullname&order=asc');
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
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

  await call(
    createAdmin,
    { body: { ...HANA, password: PASSWORD, currentPassword: OFFICE.password } },
    business.office,
  );
  const hana = await call(signInAdmin, { body: { identity: HANA.identity, password: PASSWORD } });
  const theirs = await openPage(hana, DESK);
  await theirs.goto('/admin/customers');
  await tab(theirs, 'By name').click();
  await expect(theirs).toHaveURL(/sortby=fullname/);
  await theirs.getByRole('button', { name: 'Save view' }).click();
  await expect(theirs.getByRole('dialog', { name: 'Save view' })).toBeVisible();
  await expect(theirs.getByRole('list', { name: 'Your views' })).toBeHidden();

  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog.getByRole('button', { name: 'Remove By name' }).click();
  await expect(tab(page, 'By name')).toBeHidden();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(tab(page, 'By name')).toBeVisible();
});

test('columns and page size stay chosen; headings and selection stay in sight', async ({ openPage }) => {
  const business = await openTestBusiness();
  const page = await openPage(business.office, { viewport: { width: 1440, height: 640 } });
  await page.goto('/admin/customers');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Salutation' }).check();
  await page.keyboard.press('Escape');
  await page.getByLabel('customers per page').selectOption('50');
  await expect(page.getByRole('columnheader', { name: 'Salutation' })).toBeVisible();
  await page.goto('/admin/jobs');
  await page.goto('/admin/customers');
  await expect(page.getByRole('columnheader', { name: 'Salutation' })).toBeVisible();
  await expect(page.getByLabel('customers per page')).toHaveValue('50');

  for (const nth of Array(20).keys())
    await call(createChecklist, { body: { english: `Window ${nth}` } }, business.office);
  await page.goto('/admin/checklists?q=Window');
  const last = page.getByRole('checkbox', { name: 'Select Window 19' });
  await last.scrollIntoViewIfNeeded();
  await last.check();
  await expect(page.getByRole('columnheader', { name: 'English' })).toBeInViewport();
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeInViewport();
});

test('totals follow the filters; files are named by list and days', async ({ openPage }) => {
  const business = await openTestBusiness();
  const { job } = await visitOf(business, 'Totals');
  const page = await openPage(business.office, DESK);
  await page.goto('/admin/jobs?q=Totals&status=*');
  const totals = page.getByRole('status', { name: 'Totals' });
  await expect(totals).toContainText(`${job.hours} hours`);
  await page.getByRole('searchbox', { name: 'Search jobs' }).fill('Totals nobody');
  await expect(page.getByText('No jobs match.')).toBeVisible();
  await expect(totals).toBeHidden();

  const day = job.startTime.slice(0, 10);
  await page.goto(`/admin/jobs?from_date=${day}&to_date=${day}`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^CSV/ }).click();
  expect((await saved).suggestedFilename()).toBe(`jobs-${day}.csv`);
  await page.goto('/admin/transactions');
  await expect(page.getByRole('status', { name: 'Totals' })).toContainText(/Net S\$/);
  await page.goto('/admin/credits');
  await expect(page.getByRole('status', { name: 'Totals' })).toContainText(/worth S\$/);
});

test('on a phone a job is three lines, with all filters in one sheet', async ({ openPage }) => {
  const business = await openTestBusiness();
  await visitOf(business, 'Handphone');
  const page = await openPage(business.office, PHONE);
  await page.goto('/admin/jobs?q=Handphone&status=*');
  const row = page.getByRole('row').filter({ hasText: 'Handphone' });
  await expect(row.getByText('Upcoming')).toBeVisible();
  await expect(row.getByRole('link', { name: /^Call .*Handphone$/ })).toHaveAttribute(
    'href',
    /^tel:\+65\d{8}$/,
  );
  await expect(row.getByRole('link', { name: 'Call Nur Aisyah Rahman' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE.viewport);
  await page.getByRole('button', { name: /^Filters/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('combobox', { name: 'Stage', exact: true }).selectOption('Done');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/stage=done/);
  await expect(page.getByText('No jobs match.')).toBeVisible();
});

test('a toast covers nothing that can be pressed, and moves nothing', async ({ openPage }) => {
  const business = await openTestBusiness();
  for (const nth of Array(30).keys())
    await call(createChecklist, { body: { english: `Skirting ${nth}` } }, business.office);
  const page = await openPage(business.office, DESK);
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await page.goto('/admin/checklists?q=Skirting&size=50');
  const trash = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Trash' }).click();
    await expect(toasts.getByText(`${name} is in the trash.`)).toBeVisible();
    await toasts.hover();
  };
  const footer = page.getByText(/^Rows 1 to \d+ of/);
  await expect(footer).toBeVisible();
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

  // On a phone it floats; the end of the page can be scrolled above it.
  await page.setViewportSize(PHONE.viewport);
  await trash('Skirting 1');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const end = await footer.boundingBox();
  const floating = await toasts.boundingBox();
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(floating?.y ?? 0);
});

async function visitOf(business: TestBusiness, lastname: string) {
  const customer = await signUp('Rachel', lastname);
  return {
    job: await book(business, customer, { startTime: await freeTime(business), cleaner1ID: business.aisyah }),
  };
}
