import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';
import type { RunOnly } from 'axe-core';

declare const window: Window & { axe?: typeof import('axe-core') };

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** All axe rules for WCAG 2.2 AA. */
const WCAG: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const CONTRAST: RunOnly = { type: 'rule', values: ['color-contrast'] };

/** Checks the fully loaded page, as it stands, with all axe rules for WCAG 2.2 AA: once per state of a screen. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, 'as it stands', WCAG);
}

/** The same while a part of the page is loading, with responses held back. */
export async function expectAccessibleWhileLoading(page: Page): Promise<void> {
  await expectRest(page, { loading: true });
  await expectNone(page, 'while loading', WCAG);
}

const WIDTHS = [390, 820, 1440];

/** The same on a phone, a tablet and a desktop, and in dark mode, where only colours differ. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolations(page, `${width} px wide`, WCAG);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolations(page, `${width} px wide, in the dark`, CONTRAST);
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

async function expectNoViolations(page: Page, where: string, runOnly: RunOnly): Promise<void> {
  await expectRest(page, { loading: false });
  await withWholePage(page, () => expectNone(page, where, runOnly));
}

/**
 * Makes the window as high as the page. Otherwise a bar at the window's bottom covers half of one link or another,
 * depending on where the page is scrolled to, and axe reports a target that is too small.
 */
async function withWholePage(page: Page, check: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size === null || height <= size.height) return check();
  await page.setViewportSize({ width: size.width, height });
  await expectRest(page, { loading: false });
  await check();
  await page.setViewportSize(size);
}

async function expectNone(page: Page, where: string, runOnly: RunOnly): Promise<void> {
  await Promise.all(page.frames().map(giveAxe));
  const found = await page.evaluate(findViolations, runOnly);
  expect.soft(found, `${page.url()} ${where}`).toEqual([]);
}

/** Half a megabyte, so only once per document. */
async function giveAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe === undefined)) await frame.evaluate(AXE);
}

async function findViolations(runOnly: RunOnly): Promise<string[]> {
  const check = async (rules: RunOnly) => {
    // Reporting passed checks would take as long as the checks themselves.
    const { violations } = await window.axe!.run(document, { runOnly: rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => ({ id, target: target.join(' '), failureSummary })),
    );
  };
  const found = await check(runOnly);
  const isCovered = ({ id, failureSummary }: (typeof found)[0]) =>
    id === 'target-size' && failureSummary.includes('partially obscured');
  let stays: readonly string[] = [];
  if (found.some(isCovered)) {
    // The pinned column of a wide table covers half of one button or another: it has to be whole when the table is scrolled.
    const boxes = [...document.querySelectorAll('main *:has(table)')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    for (const box of boxes) box.scrollTo({ left: box.scrollWidth });
    stays = (await check({ type: 'rule', values: ['target-size'] })).map(({ target }) => target);
    for (const box of boxes) box.scrollTo({ left: 0 });
  }
  return found
    .filter((one) => !isCovered(one) || stays.includes(one.target))
    .map(({ id, target, failureSummary }) => `${id}: ${target} ${failureSummary}`);
}

/**
 * Waits for transitions to finish, because elements that fade in or change colour must be measured in their final
 * state; and for loading to finish, unless it may go on.
 */
async function expectRest(page: Page, { loading }: { loading: boolean }): Promise<void> {
  await expect.poll(() => page.evaluate(listMovingParts, loading), `${page.url()} is at rest`).toEqual([]);
}

/** What still changes on the page. Only loading placeholders are animated forever. */
async function listMovingParts(mayLoad: boolean): Promise<string[]> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const animated = document.getAnimations().filter(({ effect, playState }) => {
    const forever = effect?.getComputedTiming().iterations === Infinity;
    return forever ? !mayLoad : playState === 'running';
  });
  const moving = animated.map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null));
  const busy = mayLoad ? [] : document.querySelectorAll('[aria-busy="true"]');
  return [...moving, ...busy].map((element) => `${element?.tagName} ${element?.className}`);
}
