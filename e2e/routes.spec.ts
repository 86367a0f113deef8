import { expect, type Page } from '@playwright/test';
import {
  CLEANER_AREA,
  DASHBOARD,
  ENTRANCES,
  fillAddress,
  OFFICE_AREA,
  PUBLIC_SITE,
  REDIRECTS,
} from './support/addresses.ts';
import { type OneOfEach, openOneOfEach } from './support/one-of-each.ts';
import { cleanerSession } from './support/people.ts';
import { ORIGIN } from './support/server.ts';
import { test } from './support/test.ts';
import { arrive, expectActiveLinks, expectView, follow } from './support/walk.ts';

let all: OneOfEach;

test.beforeAll(async () => {
  all = await openOneOfEach('Rachel', 'Ong');
});

/** Visits URLs in one session; `area` identifies the frame that must surround each. */
async function visitAll(page: Page, patterns: readonly string[], area: string | null): Promise<void> {
  for (const pattern of patterns) {
    const path = fillAddress(all.ids, pattern);
    await follow(page, path);
    await expectView(page, path);
    await expectActiveLinks(page, path);
    await expect(page.locator('[data-area]').first(), path).toHaveCount(area === null ? 0 : 1);
    if (area !== null) await expect(page.locator('[data-area]').first()).toHaveAttribute('data-area', area);
  }
}

test('anyone can open every page of the public site, each in its frame', async ({ page }) => {
  await arrive(page, '/join-us');
  await visitAll(page, PUBLIC_SITE, null);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('cleaners and the office have their own sign-in pages', async ({ page }) => {
  await arrive(page, '/join-us');
  await visitAll(page, ['/admin/signin'], null);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await visitAll(page, ['/cleaner/signin'], 'cleaner');
});

test('a customer can open every page of the dashboard', async ({ openPage }) => {
  const page = await openPage(all.customer);
  await arrive(page, '/dashboard/account');
  await visitAll(page, DASHBOARD, 'customer');
});

test('a cleaner can open every page of the cleaner area', async ({ openPage }) => {
  const page = await openPage(await cleanerSession(all.cleaner));
  await arrive(page, '/cleaner/profile');
  await visitAll(page, CLEANER_AREA, 'cleaner');
});

test('an admin can open every page of the office', async ({ openPage }) => {
  const page = await openPage(all.business.office);
  await arrive(page, '/admin/statistics');
  await visitAll(page, OFFICE_AREA, 'office');
});

test("each collection's list is at its root, whatever alias is used", async ({ openPage }) => {
  const page = await openPage(all.business.office);
  await arrive(page, '/admin/statistics');
  for (const [from, to] of Object.entries(REDIRECTS)) {
    await follow(page, from);
    await expectView(page, to);
  }
});

test('every URL can be requested directly', async () => {
  const patterns = [...ENTRANCES, ...PUBLIC_SITE, ...DASHBOARD, ...CLEANER_AREA, ...OFFICE_AREA];
  const paths = [...patterns.map((pattern) => fillAddress(all.ids, pattern)), ...Object.keys(REDIRECTS)];
  const replies = await Promise.all(paths.map((path) => fetch(ORIGIN + path)));
  const odd = replies.filter((reply) => reply.status !== 200 || !isPage(reply));
  expect(odd.map(({ url, status }) => `${status} ${url}`)).toEqual([]);
});

const isPage = (reply: Response) => reply.headers.get('content-type')?.startsWith('text/html') ?? false;

test('an unknown URL shows an error page in a frame with links', async ({ page }) => {
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We could not find this page');
  await page.getByRole('navigation').getByRole('link', { name: 'Services' }).first().click();
  await expect(page).toHaveURL('/services');
});

test('robots.txt tells search engines where they may look', async () => {
  const reply = await fetch(`${ORIGIN}/robots.txt`);
  expect(reply.headers.get('content-type')).toContain('text/plain');
  const lines = (await reply.text()).split('\n');
  expect(lines).toContain('Allow: /');
  for (const closed of ['/admin', '/api', '/cleaner/', '/dashboard'])
    expect(lines).toContain(`Disallow: ${closed}`);
});

test("the first page's resources are compressed and cached for a year", async ({ page }) => {
  const loaded: { encoding: string | undefined; kept: string | undefined }[] = [];
  page.on('response', (reply) => {
    if (!/\/assets\/.*\.(?:js|css)$/.test(reply.url())) return;
    const headers = reply.headers();
    loaded.push({ encoding: headers['content-encoding'], kept: headers['cache-control'] });
  });
  await page.goto('/');
  await expect.poll(() => loaded.length).toBeGreaterThan(3); // the page is rendered before its code has loaded
  for (const { encoding, kept } of loaded) {
    expect(['br', 'gzip']).toContain(encoding); // browsers accept brotli over https only
    expect(kept).toContain('immutable');
  }
});

test('a link at the foot of a long page leads to the top of the next one', async ({ page }) => {
  await arrive(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expectView(page, '/privacy-policy');
});
