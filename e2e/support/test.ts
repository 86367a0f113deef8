/** A test as a story tells it: people with pages of their own, and no errors in any of them. */
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import type { Signed } from './call.ts';
import { ORIGIN } from './server.ts';

/**
 * Chromium reports a refusal (4xx) as an error; to the page it is an answer. So is a network that the story itself
 * took away.
 */
const REFUSAL =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/;

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
      const context = await browser.newContext({
        ...(who && { storageState: keptSession(who) }),
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      collectPageErrors(page, errors);
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

/** A browser in which somebody stayed signed in. SPEC.md section 4: the key `params`, persistent. */
function keptSession(who: Signed) {
  const value = JSON.stringify({ ...who, isSignedIn: true, isFBlogged: false, staySignedIn: true });
  return { cookies: [], origins: [{ origin: ORIGIN, localStorage: [{ name: 'params', value }] }] };
}
