import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createAdmin, signInAdmin } from '#features/people/accounts/contract.ts';
import { addExtra, getSheet } from '#features/work/pay/contract.ts';
import { addMonths, monthTitle } from '#features/work/pay/web/admin/pay-labels.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { dollars } from '#platform/kernel/money.ts';
import { expectAccessible } from './support/axe.ts';
import { press } from './support/booking.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call, type Signed } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { newMobile, openOffice, signUp } from './support/people.ts';
import { OFFICE } from './support/server.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

let business: TestBusiness;
/** The month of the visits, which is over. */
let month: string;
let office: Signed;

test.beforeAll(async () => {
  business = await openTestBusiness();
  const customer = await signUp('Hui Min', 'Chua');
  const startTime = await freeTime(business);
  const clocked = await book(business, customer, { startTime, cleaner1ID: business.aisyah });
  const open = await book(business, customer, { startTime, cleaner1ID: business.mei });
  month = startTime.slice(0, 7);
  await setClock(`${addMonths(month, 1)}-01T10:00:00+08:00`);
  office = await openOffice();
  const clock = (at: string) => ({ at, reason: 'Her phone was flat' });
  await call(startJob, { params: { id: clocked.id }, body: clock(startTime) }, office);
  const end = minutesFrom(startTime, 4 * 60 + 30);
  await call(finishJob, { params: { id: clocked.id }, body: clock(end) }, office);
  await call(startJob, { params: { id: open.id }, body: clock(startTime) }, office);
});

async function hireAdmin(officeRole: 'accountant' | 'dispatcher'): Promise<Signed> {
  const identity = `${officeRole}${newMobile()}`;
  const password = 'the key to the office';
  const person = { fullname: identity, email: `${identity}@kemas.example`, officeRole };
  const body = { ...person, identity, password, currentPassword: OFFICE.password };
  await call(createAdmin, { body }, office);
  return call(signInAdmin, { body: { identity, password } });
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Office' });
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: RegExp) => page.getByRole('row', { name });

async function download(page: Page, button: string): Promise<{ name: string; lines: string[] }> {
  const saved = page.waitForEvent('download');
  await press(page, button);
  const file = await saved;
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), lines: text.trim().split('\r\n') };
}

test('a dispatcher sees planned and clocked hours, but no pay', async ({ openPage }) => {
  const page = await openPage(await hireAdmin('dispatcher'), DESK);
  await page.goto(`/admin/hours?month=${month}`);
  await expect(row(page, /^Mei Ling Lim/)).toContainText(/\d not clocked out/);
  await expect(page.getByText('S$')).toHaveCount(0);
  await page.getByRole('link', { name: 'Nur Aisyah Rahman' }).click();
  await expect(page.getByText('Longer than planned').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay sheets' })).toHaveCount(0);
  await follow(page, `/admin/pay/${month}`);
  await expect(page.getByText('Your role (Dispatcher) cannot do this. Ask an owner.')).toBeVisible();
});

test('an accountant closes a month: tip, approval, file, print, lock', async ({ openPage }) => {
  const accountant = await hireAdmin('accountant');
  const page = await openPage(accountant, DESK);
  await page.goto('/admin/overview');
  await menu(page).getByRole('link', { name: 'Hours and pay' }).click();
  await page.getByRole('link', { name: 'Pay rates' }).click();
  await press(page, 'New rate');
  await press(page, 'Save rate');
  await expect(dialog(page).getByText(/^Enter dollars and cents/)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel('Per hour').fill('12.00');
  const [year, number] = month.split('-');
  await dialog(page).getByLabel('From', { exact: true }).fill(`1/${number}/${year}`);
  await press(page, 'Save rate');
  await expect(row(page, /^Everyone All kinds S\$12\.00/).first()).toBeVisible();

  await page.getByRole('link', { name: 'Pay sheets' }).click();
  await expect(row(page, new RegExp(`^${monthTitle(month)} Draft \\d+ \\d+ .* S\\$`))).toBeVisible();
  await page.getByRole('link', { name: monthTitle(month) }).click();
  await expect(row(page, /^Mei Ling Lim/)).toContainText(/\d not clocked out/);
  const read = () => call(getSheet, { params: { month } }, accountant);
  const before = (await read()).totals.total;

  await page.getByRole('link', { name: 'Nur Aisyah Rahman' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog(page).getByLabel('Amount').fill('5');
  await dialog(page).getByLabel('Reason').fill('Tip from Hui Min');
  await press(page, 'Add tip');
  await expect(row(page, /^Tip .*Tip from Hui Min/)).toContainText('S$5.00');
  expect((await read()).totals.total).toBe(before + 500);

  await follow(page, `/admin/pay/${month}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog(page)).toContainText('paid as planned');
  await dialog(page)
    .getByRole('button', { name: /^Approve S\$/ })
    .click();
  await expect(page.getByText('Every line matches the clock events and pay rates.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add extra or tip' })).toHaveCount(0);

  const file = await download(page, 'CSV by visit');
  expect(file.name).toMatch(new RegExp(`^pay-lines-${month}-01-to-${month}-\\d\\d\\.csv$`));
  const tip = file.lines.find((line) => line.includes('Tip from Hui Min'));
  expect(tip).toContain('5.00');
  const byCleaner = await download(page, 'CSV by cleaner');
  const { totals } = await read();
  const sum = byCleaner.lines.slice(1).reduce((cents, line) => cents + centsIn(line), 0);
  expect(dollars(sum)).toBe(dollars(totals.total));

  await page.emulateMedia({ media: 'print' });
  await expect(menu(page)).toBeHidden();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('table', { name: /^Pay by cleaner/ })).toBeVisible();
  await expect(page.getByText(/^Approved by accountant/).first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: /^Lock S\$/ })
    .click();
  await expect(page.getByText('Locked', { exact: true }).first()).toBeVisible();
  for (const name of ['Approve', 'Reopen', 'Lock', 'Add extra or tip'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  const more = { month, cleanerID: business.mei, kind: 'tip', amount: 100, reason: 'Too late' } as const;
  await expect(call(addExtra, { body: more }, accountant)).rejects.toThrow('sheet_locked');
  expect((await read()).totals.total).toBe(totals.total);
});

/** The total, the third column from the end. */
function centsIn(line: string): number {
  return Math.round(Number(line.split(',').at(-3)) * 100);
}
