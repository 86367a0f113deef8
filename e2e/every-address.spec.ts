import { expect, type Page } from '@playwright/test';
import { listChecklists } from '#features/checklists/contract.ts';
import {
  addressWith,
  CLEANER_AREA,
  DASHBOARD,
  ENTRANCES,
  LEADS_TO,
  OFFICE_AREA,
  PUBLIC_SITE,
  type Things,
} from './house/addresses.ts';
import { call } from './house/call.ts';
import { AISYAH, book, freeTime, type House, openHouse } from './house/house.ts';
import { type Customer, cleanerSession, signUp } from './house/people.ts';
import { ORIGIN } from './house/server.ts';
import { test } from './house/test.ts';
import { arrive, expectActiveLinks, expectView, follow } from './house/walk.ts';

let house: House;
let rachel: Customer;
let things: Things;

test.beforeAll(async () => {
  house = await openHouse();
  rachel = await signUp('Rachel', 'Ong');
  const job = await book(house, rachel, { startTime: await freeTime(), cleaner1ID: house.aisyah });
  const { items } = await call(listChecklists, { query: {} }, house.office);
  things = {
    cleanerID: house.aisyah,
    customerID: rachel.id,
    addressID: rachel.addressID,
    jobID: job.id,
    packageID: house.packageID,
    checklistID: items[0]?.id ?? '',
    adminID: house.office.id,
  };
});

/** Walks through addresses in one visit; `area` is the mark of the frame that must stand around each. */
async function walk(page: Page, patterns: readonly string[], area: string | null): Promise<void> {
  for (const pattern of patterns) {
    const path = addressWith(things, pattern);
    await follow(page, path);
    await expectView(page, path);
    await expectActiveLinks(page, path);
    await expect(page.locator('[data-area]').first(), path).toHaveCount(area === null ? 0 : 1);
    if (area !== null) await expect(page.locator('[data-area]').first()).toHaveAttribute('data-area', area);
  }
}

test('everybody reaches the public site, every page in its frame', async ({ page }) => {
  await arrive(page, '/join-us');
  await walk(page, PUBLIC_SITE, null);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('cleaners and the office have doors of their own', async ({ page }) => {
  await arrive(page, '/join-us');
  await walk(page, ['/admin/signin'], null);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await walk(page, ['/cleaner/signin'], 'cleaner');
});

test('a customer reaches every page of the dashboard', async ({ openPage }) => {
  const page = await openPage(rachel);
  await arrive(page, '/dashboard/account');
  await walk(page, DASHBOARD, 'customer');
});

test('a cleaner reaches every page of the cleaner area', async ({ openPage }) => {
  const page = await openPage(await cleanerSession(AISYAH));
  await arrive(page, '/cleaner/profile');
  await walk(page, CLEANER_AREA, 'cleaner');
});

test('an admin reaches every page of the office', async ({ openPage }) => {
  const page = await openPage(house.office);
  await arrive(page, '/admin/statistics');
  await walk(page, OFFICE_AREA, 'office');
});

test('the list of each collection is at its root, whatever the address says', async ({ openPage }) => {
  const page = await openPage(house.office);
  await arrive(page, '/admin/statistics');
  for (const [from, to] of Object.entries(LEADS_TO)) {
    await follow(page, from);
    await expectView(page, to);
  }
});

test('every address can be typed, and the site answers', async () => {
  const patterns = [...ENTRANCES, ...PUBLIC_SITE, ...DASHBOARD, ...CLEANER_AREA, ...OFFICE_AREA];
  const paths = [...patterns.map((pattern) => addressWith(things, pattern)), ...Object.keys(LEADS_TO)];
  const replies = await Promise.all(paths.map((path) => fetch(ORIGIN + path)));
  const odd = replies.filter((reply) => reply.status !== 200 || !isPage(reply));
  expect(odd.map(({ url, status }) => `${status} ${url}`)).toEqual([]);
});

const isPage = (reply: Response) => reply.headers.get('content-type')?.startsWith('text/html') ?? false;

test('an address that is no page says so, in a frame that leads on', async ({ page }) => {
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We could not find this page');
  await page.getByRole('navigation').getByRole('link', { name: 'Services' }).first().click();
  await expect(page).toHaveURL('/services');
});

test('a search engine is told where it may look', async () => {
  const reply = await fetch(`${ORIGIN}/robots.txt`);
  expect(reply.headers.get('content-type')).toContain('text/plain');
  const lines = (await reply.text()).split('\n');
  expect(lines).toContain('Allow: /');
  for (const closed of ['/admin', '/api', '/cleaner/', '/dashboard'])
    expect(lines).toContain(`Disallow: ${closed}`);
});

test('what the first page loads comes compressed, and is kept for a year', async ({ page }) => {
  const loaded: { encoding: string | undefined; kept: string | undefined }[] = [];
  page.on('response', (reply) => {
    if (!/\/assets\/.*\.(?:js|css)$/.test(reply.url())) return;
    const headers = reply.headers();
    loaded.push({ encoding: headers['content-encoding'], kept: headers['cache-control'] });
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(loaded.length).toBeGreaterThan(3);
  for (const { encoding, kept } of loaded) {
    expect(['br', 'gzip']).toContain(encoding); // browsers take brotli over https only
    expect(kept).toContain('immutable');
  }
});

test('a link at the foot of a long page leads to the top of the next', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click();
  await expectView(page, '/contact-us');
});
