import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createChecklist } from '#features/catalogue/checklists/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { call, type Signed } from './support/call.ts';
import { openOffice } from './support/people.ts';
import { test } from './support/test.ts';

let office: Signed;

/** Creates items under a heading that no other test uses. */
async function write(category: string, ...items: readonly string[]): Promise<void> {
  for (const english of items) {
    await call(createChecklist, { body: { english, chinese: '擦', category } }, office);
  }
}

test.beforeAll(async () => {
  office = await openOffice();
});

/** The form's sticky bar covers content while scrolling, so accessibility is checked at the end of the page. */
async function expectAccessibleForm(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
}

const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const names = (page: Page) => page.getByRole('row').getByRole('link').allTextContents();

test('a new item is written in both languages, shown, and changed', async ({ openPage }) => {
  const page = await openPage(office);
  await page.goto('/admin/checklists/new');
  await page.getByRole('button', { name: 'Add checklist item' }).click();
  await expect(page.getByLabel('English')).toBeFocused();
  await page.getByLabel('English').fill('Wipe the balcony rail');
  await page.getByLabel('中文').fill('擦阳台栏杆');
  await page.getByLabel('Category').fill('Balcony');
  await page.getByLabel('Position').fill('first');
  await page.getByLabel('Spring').check();
  await page.getByRole('button', { name: 'Add checklist item' }).click();
  await expect(page.getByText('Enter a whole number.')).toBeVisible();
  await page.getByLabel('Position').fill('');
  await expectAccessibleForm(page);
  await page.getByRole('button', { name: 'Add checklist item' }).click();

  await expect(page).toHaveURL(/view$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wipe the balcony rail');
  await expect(page.getByText('擦阳台栏杆')).toHaveAttribute('lang', 'zh');
  await expect(page.getByText('Spring', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Change' }).click();
  await page.getByLabel('English').fill('Wipe the balcony rails');
  await page.getByLabel('Spring').uncheck();
  await expect(page.getByText('2 changes not saved')).toBeVisible();
  await expectAccessibleForm(page);
  await page.getByRole('button', { name: 'Save checklist item' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wipe the balcony rails');
  await expect(page.getByText('All', { exact: true })).toBeVisible();
});

test('the list is filtered by category and kind of job, and its file has the filtered rows', async ({
  openPage,
}) => {
  await write('Store room', 'Dust the shelves', 'Sort the boxes');
  const jobTypes: 'moving-in-out'[] = ['moving-in-out'];
  const only = { english: 'Empty the cupboards', category: 'Store room', jobTypes };
  await call(createChecklist, { body: only }, office);
  const page = await openPage(office);
  await page.goto('/admin/checklists');
  await page.getByRole('button', { name: 'Filter: Category' }).click();
  await page.getByRole('menuitem', { name: 'Store room' }).click();
  await expect(row(page, 'Empty the cupboards')).toBeVisible();
  await page.getByRole('button', { name: 'Filter: Jobs' }).click();
  await page.getByRole('menuitem', { name: 'Regular' }).click();
  await expect(row(page, 'Empty the cupboards')).toHaveCount(0);
  await expect(page).toHaveURL(/category=Store\+room&jobType=regular/);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV, 2 rows' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain('Store room,Dust the shelves,擦');
  await page.getByLabel('Search checklist items').fill('boxes');
  await expect(row(page, 'Dust the shelves')).toHaveCount(0);
  await expect(row(page, 'Sort the boxes')).toBeVisible();
});

test('an item is trashed, and Z restores it', async ({ openPage }) => {
  await write('Car porch', 'Hose the floor');
  const page = await openPage(office);
  await page.goto('/admin/checklists?category=Car+porch');
  await page.getByRole('button', { name: 'Actions for Hose the floor' }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(page.getByText('Hose the floor is in the trash.')).toBeVisible();
  await expect(row(page, 'Hose the floor')).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(row(page, 'Hose the floor')).toBeVisible();
});

test('an item is moved up the list step by step by keyboard only, and stays there', async ({ openPage }) => {
  await write('Garden', 'Cron job the path', 'Water the pots', 'Rake the leaves');
  const page = await openPage(office);
  await page.goto('/admin/checklists?category=Garden');
  const more = page.getByRole('button', { name: 'Actions for Rake the leaves' });
  await more.focus();
  for (const order of [
    ['Cron job the path', 'Rake the leaves', 'Water the pots'],
    ['Rake the leaves', 'Cron job the path', 'Water the pots'],
  ]) {
    await expect(more).toBeFocused();
    await page.keyboard.press('Enter');
    const move = page.getByRole('menuitem', { name: 'Move up' });
    await expect(move).toBeVisible();
    await move.press('Enter');
    await expect.poll(() => names(page)).toEqual(order);
  }
  await expect(page.getByText('Rake the leaves moved up.').first()).toBeVisible();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Rake the leaves', 'Cron job the path', 'Water the pots']);
});

test('a row is a card on a phone and a table row on a desktop, without overflow', async ({ openPage }) => {
  await write('Roof', `Clear the gutter ${'and the drain '.repeat(18)}`.trim());
  const page = await openPage(office, { viewport: { width: 390, height: 844 } });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin/checklists?category=Roof');
    await expect(page.getByRole('link', { name: /^Clear the gutter/ })).toBeVisible();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `at ${width}`).toBeLessThanOrEqual(0);
    await expect(page.getByRole('button', { name: /^Actions for/ })).toBeInViewport();
  }
  const card = page.getByRole('row').filter({ hasText: 'Clear the gutter' });
  for (const value of ['擦', 'Roof', 'All'])
    await expect(card.getByText(value, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/checklists?q=nothing+like+this');
  await expect(page.getByText('No checklist items match.')).toBeVisible();
  await expectAccessible(page);
});

test('an item is dragged to a new position, by pointer and by keyboard', async ({ openPage }) => {
  await write('Utility room', 'Wipe the door', 'Wash the floor', 'Water the plants');
  const page = await openPage(office);
  await page.goto('/admin/checklists?category=Utility+room');
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}` });
  await handle('Water the plants').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect.poll(() => names(page)).toEqual(['Water the plants', 'Wipe the door', 'Wash the floor']);
  await expect(page.getByText('Water the plants moved up.')).toBeVisible();

  const [from, to] = [
    await handle('Water the plants').boundingBox(),
    await handle('Wash the floor').boundingBox(),
  ];
  if (!from || !to) throw new Error('Expected the drag handles to be visible');
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(from.x + 9, from.y + 30, { steps: 5 });
  await page.mouse.move(to.x + 9, to.y + 20, { steps: 10 });
  await page.mouse.up();
  await expect.poll(() => names(page)).toEqual(['Wipe the door', 'Wash the floor', 'Water the plants']);
  await expect(page.getByText('Water the plants moved down.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Wipe the door', 'Wash the floor', 'Water the plants']);
});
