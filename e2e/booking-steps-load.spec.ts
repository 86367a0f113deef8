import { expect, type Page, type Request } from '@playwright/test';
import { heading, seeFreeTimes, times, typePostal } from './support/booking.ts';
import { openTestBusiness } from './support/business.ts';
import { test } from './support/test.ts';
import { expectApp } from './support/walk.ts';

test.use({ freshBrowser: true });

test.beforeAll(openTestBusiness);

/** Loads the first step's code, and nothing more until the returned function is called. */
async function blockLaterSteps(page: Page, how: 'held' | 'offline'): Promise<() => void> {
  const html = await (await page.request.get('/one-time/new')).text();
  const first = [...html.matchAll(/"(\/assets\/[^"]*\.js)"/g)].map(([, file]) => file);
  expect(first.length).toBeGreaterThan(1);
  const unblocked = Promise.withResolvers<void>();
  let isUnblocked = false;
  await page.route('**/assets/*.js', async (route) => {
    const isFirst = first.includes(new URL(route.request().url()).pathname);
    if (isFirst || isUnblocked) return route.continue();
    if (how === 'offline') return route.abort('internetdisconnected');
    await unblocked.promise;
    await route.continue();
  });
  return () => {
    isUnblocked = true;
    unblocked.resolve();
  };
}

test('a step shows its name while its code loads', async ({ page }) => {
  const unblock = await blockLaterSteps(page, 'held');
  await page.goto('/one-time/new');
  await expectApp(page);
  await page.getByLabel('Postal code').fill('310145');
  await seeFreeTimes(page);
  await expect(heading(page)).toHaveText('Date and time');
  await expect(page.getByText('Loading this step')).toBeVisible();
  unblock();
  await expect(heading(page)).toHaveText('When shall we come?');
  await expect(heading(page)).toBeFocused();
  await expect(times(page).first()).toBeVisible();
});

test('offline, a step shows an error and can be retried', async ({ page }) => {
  const unblock = await blockLaterSteps(page, 'offline');
  await page.goto('/one-time/new');
  await expectApp(page);
  await page.getByLabel('Postal code').fill('310145');
  await seeFreeTimes(page);
  const failed = page.getByRole('alert').filter({ hasText: 'We could not load this step.' });
  await expect(failed).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your price' })).toContainText('S$');
  unblock();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('When shall we come?');
  await page.goBack();
  await expect(page.getByLabel('Postal code')).toHaveValue('310145');
});

/** The number of scripts that are loading. */
function countLoadingScripts(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'script') count += 1;
  });
  const arrived = (request: Request) => {
    if (request.resourceType() === 'script') count -= 1;
  };
  page.on('requestfinished', arrived);
  page.on('requestfailed', arrived);
  return () => count;
}

test('the next step is prefetched', async ({ page }) => {
  const loadingScripts = countLoadingScripts(page);
  await page.goto('/one-time/new');
  await expectApp(page);
  // The page prefetches when the browser is idle; this callback runs after that one.
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  await expect.poll(loadingScripts).toBe(0);
  await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'));
  await typePostal(page);
  await expect(heading(page)).toHaveText('When shall we come?');
});
