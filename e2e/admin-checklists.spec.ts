import { expect, type Page } from '@playwright/test';
import { createChecklist } from '#features/catalogue/checklists/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { call, type Signed } from './support/call.ts';
import { openOffice } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

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

const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const names = (page: Page) => page.getByRole('row').getByRole('link').allTextContents();

test('an item is written, changed, and found by category and kind of job', async ({ openPage }) => {
  const page = await openPage(office);

  await test.step('a new item is written in both languages, shown, and changed', async () => {
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
    await page.getByRole('button', { name: 'Add checklist item' }).click();

    await expect(page).toHaveURL(/view$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wipe the balcony rail');
    await expect(page.getByText('擦阳台栏杆')).toHaveAttribute('lang', 'zh');
    await expect(page.getByText('Spring', { exact: true })).toBeVisible();

    await page.getByRole('link', { name: 'Change' }).click();
    await page.getByLabel('English').fill('Wipe the balcony rails');
    await page.getByLabel('Spring').uncheck();
    await expect(page.getByText('2 changes not saved')).toBeVisible();
    await page.getByRole('button', { name: 'Save checklist item' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Details' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wipe the balcony rails');
    await expect(page.getByText('All', { exact: true })).toBeVisible();
  });

  await test.step('the list is filtered by category and kind of job', async () => {
    await write('Store room', 'Dust the shelves', 'Sort the boxes');
    const jobTypes: 'moving-in-out'[] = ['moving-in-out'];
    const only = { english: 'Empty the cupboards', category: 'Store room', jobTypes };
    await call(createChecklist, { body: only }, office);
    await follow(page, '/admin/checklists');
    await page.getByRole('button', { name: 'Filter: Category' }).click();
    await page.getByRole('menuitem', { name: 'Store room' }).click();
    await expect(row(page, 'Empty the cupboards')).toBeVisible();
    await page.getByRole('button', { name: 'Filter: Jobs' }).click();
    await page.getByRole('menuitem', { name: 'Regular' }).click();
    await expect(row(page, 'Empty the cupboards')).toHaveCount(0);
    await expect(page).toHaveURL(/category=Store\+room&jobType=regular/);
    await page.getByLabel('Search checklist items').fill('boxes');
    await expect(row(page, 'Dust the shelves')).toHaveCount(0);
    await expect(row(page, 'Sort the boxes')).toBeVisible();
  });
});

test('a row is a card on a phone and a table row on a desktop, without overflow', {
  tag: '@deep',
}, async ({ openPage }) => {
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
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Wipe the door', 'Wash the floor', 'Water the plants']);
});
