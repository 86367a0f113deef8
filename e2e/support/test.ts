/** The test fixture: people with pages of their own, and no errors on any of them. */
import { statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import type { Signed } from './call.ts';
import { logFileOf, ORIGIN, WORKER } from './server.ts';

/**
 * Chromium logs refusals (4xx) as errors, although the page handles them. The same applies to network failures caused
 * by the test, and to React's report about code that could not be loaded because of them.
 */
const REFUSAL =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)|Failed to fetch dynamically imported module/;

/** `javaScriptEnabled: false`, `locale` and the like need a browser of their own; a viewport and touch do not. */
type OpenPage = (who: Signed | null, options?: BrowserContextOptions) => Promise<Page>;

interface TestFixtures {
  /** For files about first visits, sessions or being offline: nothing is in the browser's caches. */
  freshBrowser: boolean;
  /** Opens a page in a browser for one person: signed in as `who`, or signed out. */
  openPage: OpenPage;
}

/** A browser (Playwright's context) whose caches are warm, for one role and used by one person at a time. */
interface WarmBrowser {
  readonly context: BrowserContext;
  readonly role: string;
  readonly hasTouch: boolean;
}

interface WorkerFixtures {
  /** The ones that are not in use. */
  warmBrowsers: WarmBrowser[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  freshBrowser: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the fixtures' pattern.
  warmBrowsers: [async ({}, use) => use([]), { scope: 'worker' }],
  openPage: async ({ browser, freshBrowser, warmBrowsers }, use, testInfo) => {
    const errors: string[] = [];
    const requests: string[] = [];
    const logBegins = statSync(logFileOf(WORKER)).size;
    const fresh: BrowserContext[] = [];
    const warm: WarmBrowser[] = [];
    const take = async (role: string, options: BrowserContextOptions) => {
      const { viewport, hasTouch = false, ...others } = options;
      if (freshBrowser || Object.keys(others).length > 0) {
        const context = await browser.newContext(options);
        fresh.push(context);
        return context.newPage();
      }
      const index = warmBrowsers.findIndex((one) => one.role === role && one.hasTouch === hasTouch);
      const taken = warmBrowsers.splice(index, index < 0 ? 0 : 1)[0] ?? {
        context: await browser.newContext({ hasTouch }),
        role,
        hasTouch,
      };
      warm.push(taken);
      const page = await taken.context.newPage();
      if (viewport) await page.setViewportSize(viewport);
      return page;
    };
    await use(async (who, options = {}) => {
      const page = await take(who?.type ?? 'visitor', options);
      collectPageErrors(page, errors);
      page.on('response', (response) => {
        requests.push(`${response.status()} ${response.request().method()} ${response.url()}`);
      });
      page.on('requestfailed', (request) => {
        requests.push(`${request.failure()?.errorText} ${request.method()} ${request.url()}`);
      });
      if (who !== null) await keepSession(page, who);
      return page;
    });
    const failed = testInfo.status !== testInfo.expectedStatus;
    // Closing the context of a failed test takes the screenshot.
    const closed = failed ? [...fresh, ...warm.map(({ context }) => context)] : fresh;
    await Promise.all(closed.map((context) => context.close()));
    if (!failed) {
      await Promise.all(warm.map(({ context }) => forget(context)));
      warmBrowsers.push(...warm);
    }
    if (failed) {
      await writeFile(testInfo.outputPath('requests.txt'), requests.slice(-100).join('\n'));
      const log = await readFile(logFileOf(WORKER));
      await writeFile(testInfo.outputPath('server.log'), log.subarray(logBegins));
    }
    expect(errors, 'errors in the console').toEqual([]);
  },
  page: async ({ openPage }, use) => use(await openPage(null)),
});

/** Removes everything but the caches of HTTP and code, so that nothing of one test reaches the next. */
async function forget(context: BrowserContext): Promise<void> {
  const [first, ...others] = context.pages();
  await Promise.all(others.map((page) => page.close()));
  const page = first ?? (await context.newPage());
  page.removeAllListeners();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.goto('about:blank');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: ORIGIN, storageTypes: 'all' });
  await context.clearCookies();
  await context.clearPermissions();
  await page.close();
}

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
