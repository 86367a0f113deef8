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
import type { Signed } from './support/call.ts';
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

/** Whose pages are opened in one session, from which page on, and in which frame; all of them in the deep tier. */
const AREAS: readonly {
  readonly title: string;
  readonly who: () => Promise<Signed | null>;
  readonly start: string;
  readonly area: string | null;
  readonly all: readonly string[];
  readonly some: readonly string[];
}[] = [
  {
    title: 'anyone can open every page of the public site, each in its frame',
    who: async () => null,
    start: '/join-us',
    area: null,
    all: PUBLIC_SITE,
    some: ['/', '/services', '/signin', '/one-time/new', '/regular/new/{packageID}', '/contact-us'],
  },
  {
    title: 'a customer can open every page of the dashboard',
    who: async () => all.customer,
    start: '/dashboard/account',
    area: 'customer',
    all: DASHBOARD,
    some: ['/dashboard', '/dashboard/bookings/{jobID}', '/dashboard/credits/purchase'],
  },
  {
    title: 'a cleaner can open every page of the cleaner area',
    who: () => cleanerSession(all.cleaner),
    start: '/cleaner/profile',
    area: 'cleaner',
    all: CLEANER_AREA,
    some: ['/cleaner/dashboard', '/cleaner/past', '/cleaner/upcoming/{jobID}'],
  },
  {
    title: 'an admin can open every page of the office',
    who: async () => all.business.office,
    start: '/admin/statistics',
    area: 'office',
    all: OFFICE_AREA,
    some: [
      '/admin/overview',
      '/admin/cleaners',
      '/admin/jobs/{jobID}/view',
      '/admin/cms/legal',
      '/admin/settings',
    ],
  },
];

for (const { title, who, start, area, all: every, some } of AREAS)
  for (const [words, paths, tag] of [
    [title.replace('every page', 'pages'), some, []],
    [title, every, '@deep'],
  ] as const)
    test(words, { tag: [tag].flat() }, async ({ openPage }) => {
      const page = await openPage(await who());
      await arrive(page, start);
      await visitAll(page, paths, area);
      if (area === null) await expect(page.getByRole('contentinfo')).toBeVisible();
    });

test('a link at the foot of a long page leads to the top of the next one; sign-in pages have a frame of their own', async ({
  page,
}) => {
  await arrive(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expectView(page, '/privacy-policy');
  await visitAll(page, ['/admin/signin'], null);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await visitAll(page, ['/cleaner/signin'], 'cleaner');
});

test('every URL can be requested directly', async () => {
  const patterns = [...ENTRANCES, ...PUBLIC_SITE, ...DASHBOARD, ...CLEANER_AREA, ...OFFICE_AREA];
  const paths = [...patterns.map((pattern) => fillAddress(all.ids, pattern)), ...Object.keys(REDIRECTS)];
  const replies = await Promise.all(paths.map((path) => fetch(ORIGIN + path)));
  const odd = replies.filter((reply) => reply.status !== 200 || !isPage(reply));
  expect(odd.map(({ url, status }) => `${status} ${url}`)).toEqual([]);
});

const isPage = (reply: Response) => reply.headers.get('content-type')?.startsWith('text/html') ?? false;

test('robots.txt tells search engines where they may look', async () => {
  const reply = await fetch(`${ORIGIN}/robots.txt`);
  expect(reply.headers.get('content-type')).toContain('text/plain');
  const lines = (await reply.text()).split('\n');
  expect(lines).toContain('Allow: /');
  for (const closed of ['/admin', '/api', '/cleaner/', '/dashboard'])
    expect(lines).toContain(`Disallow: ${closed}`);
});
