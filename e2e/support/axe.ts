import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';
import type { RunOnly } from 'axe-core';

declare const window: Window & { axe?: typeof import('axe-core') };

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** All axe rules for WCAG 2.2 AA. */
const WCAG: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const CONTRAST: RunOnly = { type: 'rule', values: ['color-contrast'] };

/** Checks the fully loaded page with all axe rules for WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, 'as it stands', WCAG);
}

/** The same while a part of the page is loading, with responses held back. */
export async function expectAccessibleWhileLoading(page: Page): Promise<void> {
  await expectRest(page, { loading: true });
  await expectNone(page, 'while loading', WCAG);
}

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** The same on a desktop and on a phone, and in dark mode, where only colours differ. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  await page.setViewportSize(DESK);
  await expectNoViolations(page, 'on a desk', WCAG);
  await page.setViewportSize(PHONE);
  await expectNoViolations(page, 'on a phone', WCAG);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, 'in the dark', CONTRAST);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** For a page in another language whose parts have been checked everywhere: at the narrowest width. */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expectNoViolations(page, 'on a phone', WCAG);
}

async function expectNoViolations(page: Page, where: string, runOnly: RunOnly): Promise<void> {
  await expectRest(page, { loading: false });
  await expectNone(page, where, runOnly);
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
  // Reporting passed checks would take as long as the checks themselves.
  const { violations } = await window.axe!.run(document, { runOnly, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
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
