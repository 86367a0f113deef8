/** A test as a story tells it: people with pages of their own, and no errors in any of them. */
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import type { Signed } from './call.ts';

/**
 * Chromium reports a refusal (4xx) as an error; to the page it is an answer. So is a network that the test itself
 * took away, and the code that could not be loaded for it, which React reports.
 */
const REFUSAL =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)|Failed to fetch dynamically imported module/;

type OpenPage = (who: Signed | null, options?: BrowserContextOptions) => Promise<Page>;

interface OpenPages {
  /** A browser for one person: signed in as `who`, or nobody yet. */
  openPage: OpenPage;
}

export const test = base.extend<OpenPages>({
  openPage: async ({ browser }, use) => {
    const errors: string[] = [];
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async (who, options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      const page = await context.newPage();
      collectPageErrors(page, errors);
      if (who !== null) await keepSession(page, who);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(errors, 'errors in the console').toEqual([]);
  },
  page: async ({ openPage }, use) => use(await openPage(null)),
});

/** Errors of the page and its console, as they come. */
function collectPageErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(`${page.url()} ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || REFUSAL.test(message.text())) return;
    errors.push(`${page.url()} ${message.text()}`);
  });
}

/**
 * A browser in which somebody stayed signed in, from the first page that it loads on. SPEC.md section 4: the key `params`,
 * persistent. (A `storageState` would load a page of its own for it.)
 */
async function keepSession(page: Page, who: Signed): Promise<void> {
  const value = JSON.stringify({ ...who, isSignedIn: true, isFBlogged: false, staySignedIn: true });
  const script = await page.addInitScript((params) => localStorage.setItem('params', params), value);
  page.once('domcontentloaded', () => {
    script.dispose().catch(() => undefined); // the page may be closed by then
  });
}
