import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { listMessages } from '#features/messages/messages/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { call, type Signed } from './support/call.ts';
import { daysFromNow } from './support/clock.ts';
import { hire, newMobile, openOffice } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let office: Signed;

test.beforeAll(async () => {
  office = await openOffice();
  for (const firstname of ['Dahlia', 'Daisy']) {
    await hire(office, { firstname, lastname: 'Wombat', mobile: newMobile() });
  }
});

const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const search = (page: Page) => page.getByLabel('Search cleaners');

test('the list of cleaners is filtered, restored from the trash, downloaded, and a card on a phone', async ({
  openPage,
}) => {
  const page = await openPage(office);

  await test.step('a list is restored from its URL, and Back undoes each step', async () => {
    await page.goto('/admin/cleaners');
    await search(page).fill('wombat');
    await expect(page).toHaveURL(/q=wombat/);
    await page.getByRole('button', { name: 'Filter: Gender', exact: true, expanded: false }).click();
    await page.getByRole('menuitem', { name: 'Male', exact: true }).click();
    await expect(page.getByText('No cleaners match.')).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(row(page, 'Dahlia Wombat')).toBeVisible();
    await page.goBack();
    await expect(search(page)).toHaveValue('');
    await page.goto('/admin/cleaners?q=wombat&order=desc&columns=name,email');
    await expect(page.getByRole('row').nth(1)).toContainText('Daisy Wombat');
    await expect(page.locator('th[data-accessor=mobile]')).toHaveCount(0);
  });

  await test.step('the downloaded file has the filtered rows', async () => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV, 2 rows' }).click();
    const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(3);
  });

  await test.step('a trashed cleaner is restored by Z, or from the trash', async () => {
    await page.getByLabel('Select all on this page').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Trash' }).click();
    await expect(page.getByText('2 cleaners are in the trash.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Cleaners' })).toBeFocused();
    await page.keyboard.press('z');
    await expect(row(page, 'Daisy Wombat')).toBeVisible();

    await page.getByRole('button', { name: 'Actions for Daisy Wombat' }).click();
    await page.getByRole('menuitem', { name: 'Trash' }).click();
    await expect(row(page, 'Daisy Wombat')).toHaveCount(0);
    await page.getByRole('button', { name: /^Trash \d/ }).click();
    await page.getByLabel('Select Daisy Wombat').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('Daisy Wombat is restored.')).toBeVisible();
  });

  await test.step('on a phone a row is a card with its fields and actions', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await follow(page, '/admin/cleaners?q=wombat');
    const card = page.getByRole('row').filter({ has: row(page, 'Daisy Wombat') });
    for (const value of ['Daisy Wombat', '0 days', 'Everywhere']) {
      await expect(card.getByText(value)).toBeInViewport();
    }
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Sort by').selectOption('Name ↓');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/order=desc/);
    await card.getByRole('button', { name: 'Actions for Daisy Wombat' }).click();
    await expect(page.getByRole('menuitem', { name: 'Trash' })).toBeInViewport();
  });
});

/** `2026-12-25` as displayed in the office's fields. */
const inSingapore = (day: string) => day.split('-').reverse().join('/');

test('a new cleaner gets a profile, hours, time off and an invitation', async ({ openPage }) => {
  const page = await openPage(office);

  await test.step('a new cleaner gets a profile and hours', async () => {
    await page.goto('/admin/cleaners/new');
    await page.getByRole('button', { name: 'Add cleaner' }).click();
    await expect(page.getByLabel('First name')).toBeFocused();
    await expect(page.getByText('2 things to fix first.')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('First name').fill('Zainab');
    await page.getByLabel('Gender').selectOption('female');
    await page.getByLabel('Mobile').fill(newMobile());
    await page.getByLabel('Does not work in homes with pets').check();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Keep editing' }).first().click();
    await page.getByRole('button', { name: 'Add cleaner' }).click();

    await expect(page).toHaveURL(/availability$/);
    await page.getByLabel('Monday', { exact: true }).check();
    await page.getByRole('button', { name: 'Copy Monday to weekdays' }).click();
    await page.getByRole('button', { name: 'Save hours' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('and time off between two times of days', async () => {
    await page.getByRole('link', { name: 'Schedule' }).click();
    const [from = '', until = ''] = await daysFromNow(30, 31);
    await page.getByRole('button', { name: 'Set time off' }).click();
    await expect(page.getByLabel('First day', { exact: true })).toBeFocused();
    await page.getByLabel('First day', { exact: true }).fill(inSingapore(from));
    await page.getByLabel('Last day', { exact: true }).fill(until);
    await page.getByLabel('Whole days').uncheck();
    await expect(page.getByLabel('Last day', { exact: true })).toHaveValue(inSingapore(until));
    await page.getByLabel('From', { exact: true }).fill('09:00');
    await page.getByLabel('Until', { exact: true }).fill('18:00');
    await page.getByRole('button', { name: 'Set time off' }).click();
    await expect(page.getByText('Zainab has time off.')).toBeVisible();
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByText('Does not work in homes with pets')).toBeVisible();
    await expect(page.getByText('9:00 am to 6:00 pm')).toHaveCount(5);
    await page.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByText('None.')).toBeVisible();
  });

  await test.step('a new cleaner is invited by SMS with one press, and the log shows it', async () => {
    const id = page.url().split('/').at(-2);
    await expect(page.getByRole('link', { name: 'Add a photo' })).toBeVisible();
    await page.getByRole('button', { name: 'Send an SMS: you can sign in' }).click();
    await expect(page.getByText('The SMS to Zainab is on its way.')).toBeVisible();
    await expect(page.getByText('Invited to sign in')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send an SMS: you can sign in' })).toHaveCount(0);
    const { items } = await call(listMessages, { query: {} }, office);
    const invitations = items.filter(({ kind, cleanerID }) => kind === 'cleaner-invited' && cleanerID === id);
    expect(invitations).toHaveLength(1);
  });

  await test.step('whole days off are selected in a calendar, and shown in the diary as days', async () => {
    await page.getByRole('link', { name: 'Schedule' }).click();
    await page.getByRole('button', { name: 'First day: open the calendar' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^14 / }).click();
    await expect(page.getByLabel('Last day', { exact: true })).toHaveValue(/^14\//);
    await page.getByRole('button', { name: 'Set time off' }).click();
    await expect(page.getByLabel('Last day', { exact: true })).toHaveValue('');
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByText(/^\w{3} 14 \w{3}, all day$/)).toBeVisible();
  });
});

test('in a Chinese browser the office is in 中文 throughout', { tag: '@deep' }, async ({ openPage }) => {
  const { id } = await hire(office, { firstname: 'Hui', lastname: 'Possum', mobile: newMobile() });
  const pages = [
    '',
    '/new',
    '/set-unavailable-date',
    `/${id}/view`,
    `/${id}/availability`,
    `/${id}/schedule`,
  ];
  const page = await openPage(office, { locale: 'zh-CN' });
  for (const path of pages) {
    await page.goto(`/admin/cleaners${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans-SG');
    // English words in small letters; names and signs are the same in both languages.
    const words =
      (await page.locator('body').allInnerTexts()).join().match(/(?<![\w@.-])[a-z]{3,}(?![\w@-]|\.\w)/g) ??
      [];
    expect.soft([...new Set(words)], path).toEqual([]);
  }
});
