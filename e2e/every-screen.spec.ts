import { expect, type Page } from '@playwright/test';
import {
  CLEANER_AREA,
  DASHBOARD,
  ENTRANCES,
  fillAddress,
  OFFICE_AREA,
  OFFICE_VIEWS,
  PUBLIC_SITE,
} from './support/addresses.ts';
import { expectAccessibleEverywhere } from './support/axe.ts';
import type { Signed } from './support/call.ts';
import { type OneOfEach, openOneOfEach } from './support/one-of-each.ts';
import { cleanerSession } from './support/people.ts';
import { test } from './support/test.ts';
import { arrive } from './support/walk.ts';

/** Sixty letters each, the maximum, most of them in one word. */
const FIRST = 'Bartholomewalexandermaximilianchristopher Wolfeschlegelstein';
const LAST = 'Krishnaswamyvenkataramanathanarayanaswamy Subramaniampillai';

test.describe.configure({ mode: 'parallel' });

let all: OneOfEach;
let cleaner: Signed;

test.beforeAll(async () => {
  all = await openOneOfEach(FIRST, LAST);
  cleaner = await cleanerSession(all.cleaner);
});

/** Narrow phones, and a window of 1440 by 900 enlarged to 200 and 400 %. */
const SMALL_WINDOWS = [
  { width: 320, height: 640 },
  { width: 360, height: 225 },
  { width: 720, height: 450 },
];

/** With the longest names, at every width and in both colour schemes. */
const AREAS: readonly [name: string, who: () => Signed | null, paths: readonly string[]][] = [
  ['the public site', () => null, [...ENTRANCES, ...PUBLIC_SITE]],
  ['the dashboard', () => all.customer, DASHBOARD],
  ["the cleaner's app", () => cleaner, CLEANER_AREA],
  ['the office', () => all.business.office, [...OFFICE_AREA, ...OFFICE_VIEWS]],
];

for (const [name, who, paths] of AREAS) {
  for (const pattern of paths) {
    test(`${name}: ${pattern} is accessible and fits`, { tag: '@deep' }, async ({ openPage }) => {
      const page = await openPage(who());
      await arrive(page, fillAddress(all.ids, pattern));
      await expectAccessibleEverywhere(page);
      for (const window of SMALL_WINDOWS) await expectFits(page, window);
    });
  }
}

/** Nothing makes the page scroll sideways. */
async function expectFits(page: Page, window: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(window);
  await expect.poll(() => page.evaluate(findWide), `${page.url()} at ${window.width} px`).toEqual([]);
}

/** What makes the page wider than its window; empty if it is not. */
function findWide(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const wide = [...document.querySelectorAll('main *')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth && element.children.length === 0,
  );
  return ['The page scrolls sideways.', ...wide.map((element) => element.outerHTML.slice(0, 200))];
}

test('the row of a visit with the longest names shows its amount on a desktop', { tag: '@deep' }, async ({
  openPage,
}) => {
  const page = await openPage(all.business.office, { viewport: { width: 1440, height: 900 } });
  await page.goto(`/admin/jobs?q=${FIRST.slice(0, 20)}`);
  const row = page.getByRole('row').filter({ hasText: FIRST.slice(0, 20) });
  await expect(row.getByText('104.00').first()).toBeInViewport();
});
