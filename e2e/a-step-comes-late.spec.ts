import { expect, type Page, type Request } from '@playwright/test';
import { heading, press, times, typePostal } from './support/booking.ts';
import { openTestBusiness } from './support/business.ts';
import { test } from './support/test.ts';
import { expectApp } from './support/walk.ts';

test.beforeAll(openTestBusiness);

/** Lets the first step's code come, and nothing after it until `open` is called: held back, or without a network. */
async function keepFromSteps(page: Page, how: 'held' | 'offline'): Promise<() => void> {
  const drawn = await (await page.request.get('/one-time/new')).text();
  const first = /name="app-code" content="([^"]*)"/.exec(drawn)?.[1]?.split(' ') ?? [];
  expect(first.length).toBeGreaterThan(1);
  const opened = Promise.withResolvers<void>();
  let isOpen = false;
  await page.route('**/assets/*.js', async (route) => {
    const isFirst = first.includes(new URL(route.request().url()).pathname);
    if (isFirst || isOpen) return route.continue();
    if (how === 'offline') return route.abort('internetdisconnected');
    await opened.promise;
    await route.continue();
  });
  return () => {
    isOpen = true;
    opened.resolve();
  };
}

test('a step whose code is on its way is there by its name, and then by itself', async ({ page }) => {
  const open = await keepFromSteps(page, 'held');
  await page.goto('/one-time/new');
  await expectApp(page);
  await page.getByLabel('Postal code').fill('310145');
  await press(page, 'See free times');
  await expect(heading(page)).toHaveText('Date and time');
  await expect(page.getByText('Loading this step')).toBeVisible();
  open();
  await expect(heading(page)).toHaveText('When shall we come?');
  await expect(heading(page)).toBeFocused();
  await expect(times(page).first()).toBeVisible();
});

test('without a network a step says so, and can be tried again', async ({ page }) => {
  const open = await keepFromSteps(page, 'offline');
  await page.goto('/one-time/new');
  await expectApp(page);
  await page.getByLabel('Postal code').fill('310145');
  await press(page, 'See free times');
  const failed = page.getByRole('alert').filter({ hasText: 'We could not load this step.' });
  await expect(failed).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your price' })).toContainText('S$');
  open();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('When shall we come?');
  await page.goBack();
  await expect(page.getByLabel('Postal code')).toHaveValue('310145');
});

/** How many scripts this page has asked for that have not arrived. */
function countScriptsOnTheWay(page: Page): () => number {
  let count = 0;
  const change = (by: 1 | -1) => (request: Request) => {
    if (request.resourceType() === 'script') count += by;
  };
  page.on('request', change(1));
  page.on('requestfinished', change(-1));
  page.on('requestfailed', change(-1));
  return () => count;
}

test('the next step is there before anybody asks for it', async ({ page }) => {
  const scriptsOnTheWay = countScriptsOnTheWay(page);
  await page.goto('/one-time/new');
  await expectApp(page);
  // The page prefetches when the browser is idle; this callback runs after that one.
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  await expect.poll(scriptsOnTheWay).toBe(0);
  await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'));
  await typePostal(page);
  await expect(heading(page)).toHaveText('When shall we come?');
});
