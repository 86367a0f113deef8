/** The test fixture: people with pages of their own, and no errors on any of them. */
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import type { Signed } from './call.ts';

/**
 * Chromium logs refusals (4xx) as errors, although the page handles them. The same applies to network failures caused
 * by the test, and to React's report about code that could not be loaded because of them.
 */
const REFUSAL =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)|Failed to fetch dynamically imported module/;

type OpenPage = (who: Signed | null, options?: BrowserContextOptions) => Promise<Page>;

interface OpenPages {
  /** Opens a page in a browser for one person: signed in as `who`, or signed out. */
  openPage: OpenPage;
}

export const test = base.extend<OpenPages>({
  openPage: async ({ browser }, use, testInfo) => {
    const errors: string[] = [];
    const unauthorized: string[] = [];
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async (who, options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      const page = await context.newPage();
      collectPageErrors(page, errors);
      page.on('response', (response) => {
        if (response.status() === 401) unauthorized.push(response.url());
      });
      if (who !== null) await keepSession(page, who);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    // A page that was signed out fails later, in a place that does not show why.
    if (testInfo.status !== testInfo.expectedStatus && unauthorized.length > 0)
      await testInfo.attach('Replies with status 401', {
        body: unauthorized.join('\n'),
        contentType: 'text/plain',
      });
    expect(errors, 'errors in the console').toEqual([]);
  },
  page: async ({ openPage }, use) => use(await openPage(null)),
});

/** Collects errors of the page and its console. */
function collectPageErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(`${page.url()} ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || REFUSAL.test(message.text())) return;
    errors.push(`${page.url()} ${message.text()}`);
  });
}

/**
 * Stores a session before the first page is loaded, under the key `params` in the persistent storage. (`storageState`
 * would load a page of its own for it.) Only once, so that a sign-out lasts.
 */
async function keepSession(page: Page, who: Signed): Promise<void> {
  const params = JSON.stringify({ ...who, isSignedIn: true, isFBlogged: false, staySignedIn: true });
  await page.addInitScript((session) => {
    if (window !== window.top || localStorage.getItem('kept-by-test') !== null) return;
    localStorage.setItem('kept-by-test', 'true');
    localStorage.setItem('params', session);
  }, params);
}
