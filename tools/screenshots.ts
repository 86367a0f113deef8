/**
 * `npm run screenshots`: starts the demo business in a temporary folder, opens it in a browser, and writes the pictures
 * of README.md and docs/tours to docs/screenshots.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { admins } from '#apps/demo/data/admins.ts';
import cleaners from '#apps/demo/data/cleaners.json' with { type: 'json' };
import customers from '#apps/demo/data/customers.json' with { type: 'json' };
import { demoPassword } from '#apps/demo/sign-ins.ts';
import { findBrowser } from './find-browser.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'docs/screenshots');

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const DESKTOP = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 };

/** No real business shows the sandbox's banner. */
const WITHOUT_BANNER = '.k-sandbox { display: none !important; }';
/** Only for what never happens. */
const SLOW_MS = 120_000;

type Who = 'visitor' | 'customer' | 'cleaner' | 'office';

interface Shot {
  /** Name of the picture. */
  readonly name: string;
  readonly path: string;
  /** What to press before the picture is taken. */
  readonly open?: (page: Page) => Promise<void>;
}

const SHOTS: Readonly<Record<Who, readonly Shot[]>> = {
  visitor: [
    { name: 'home', path: '/' },
    { name: 'book-time', path: '/one-time/new', open: openTimes },
  ],
  customer: [
    { name: 'customer-home', path: '/dashboard' },
    { name: 'customer-bookings', path: '/dashboard/bookings' },
    { name: 'customer-hours', path: '/dashboard/credits' },
  ],
  cleaner: [
    { name: 'cleaner-day', path: '/cleaner/dashboard' },
    { name: 'cleaner-schedule', path: '/cleaner/schedule' },
    { name: 'cleaner-visit', path: '/cleaner/upcoming', open: openFirstVisit },
  ],
  office: [
    { name: 'office-overview', path: '/admin/overview' },
    { name: 'office-day', path: '/admin/day' },
    { name: 'office-jobs', path: '/admin/jobs' },
    { name: 'office-cover', path: '/admin/day', open: openCover },
    { name: 'office-transactions', path: '/admin/transactions' },
    { name: 'office-pay', path: '/admin/pay' },
    { name: 'office-statistics', path: '/admin/statistics' },
    { name: 'office-packages', path: '/admin/packages' },
    { name: 'office-messages', path: '/admin/messages' },
    { name: 'office-settings', path: '/admin/settings' },
  ],
};

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('Install Chromium, or name one with CHROMIUM=/path/to/it.');
mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'kemas-screenshots-'));
const kemas = spawn(process.execPath, [join(root, 'apps/serve/main.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    BUSINESS_TZ: afternoonZone(),
  },
});
try {
  const origin = await readAddress();
  const browser = await chromium.launch({ executablePath });
  await takeAll(browser, origin);
  await browser.close();
} finally {
  if (kemas.exitCode === null) {
    const closed = once(kemas, 'close');
    kemas.kill('SIGTERM');
    await closed;
  }
  rmSync(folder, { recursive: true, force: true });
}

/** A time zone in which it is between two and three in the afternoon: visits are done, under way and to come. */
function afternoonZone(): string {
  const ahead = 14 - new Date().getUTCHours();
  return ahead > 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`; // the names count westwards
}

/** The address that Kemas prints when it is ready. */
async function readAddress(): Promise<string> {
  let printed = '';
  for await (const part of kemas.stdout) {
    printed += String(part);
    const address = /ready: (\S+)/.exec(printed)?.[1];
    if (address === undefined) continue;
    kemas.stdout.resume();
    return address;
  }
  throw new Error(`Kemas did not start.\n${printed}`);
}

async function takeAll(browser: Browser, origin: string): Promise<void> {
  for (const who of Object.keys(SHOTS) as Who[]) {
    const context = await browser.newContext({
      ...(who === 'office' ? DESKTOP : PHONE),
      baseURL: origin,
      locale: 'en-SG',
      colorScheme: 'light',
      reducedMotion: 'reduce',
      // For the style below: the policy of the pages forbids style elements.
      bypassCSP: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(SLOW_MS);
    await signIn(page, who);
    for (const shot of SHOTS[who]) await take(page, shot);
    await context.close();
  }
}

async function take(page: Page, { name, path, open }: Shot): Promise<void> {
  await page.goto(path);
  await page.addStyleTag({ content: WITHOUT_BANNER });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await open?.(page);
  await page.waitForFunction(
    () =>
      document.querySelector('[class*="slats"]') === null &&
      [...document.images].every(
        (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
      ),
  );
  const png = await page.screenshot();
  await sharp(png)
    .webp({ quality: 82 })
    .toFile(join(pictures, `${name}.webp`));
  console.log(`docs/screenshots/${name}.webp`);
}

async function signIn(page: Page, who: Who): Promise<void> {
  if (who === 'visitor') return;
  if (who === 'office') {
    const { identity } = admins[0];
    await page.goto('/admin/signin');
    await page.getByLabel('Sign-in name').fill(identity);
    await page.getByLabel('Password').fill(demoPassword(identity) ?? '');
    await page.keyboard.press('Enter');
  } else {
    const [{ mobile } = { mobile: '' }] = who === 'customer' ? customers : cleaners;
    await page.goto(who === 'customer' ? '/signup' : '/cleaner/signin');
    await page.getByLabel('Mobile number').fill(mobile.slice(2));
    await page.getByRole('button', { name: 'Text me a code' }).click();
    await page.getByLabel('6-digit code').fill(await readCode(page, mobile.slice(2)));
  }
  await page.waitForURL(/\/(dashboard|cleaner\/dashboard|admin\/(?!signin))/);
}

/** The newest code for a number in the sandbox's inbox. */
async function readCode(page: Page, mobile: string): Promise<string> {
  for (let look = 0; look < 600; look += 1) {
    const reply = await page.request.get('/api/sandbox/messages', { params: { to: mobile } });
    const { items } = (await reply.json()) as { items: { body: string }[] };
    const code = items.map(({ body }) => /^(\d{6}) is your/.exec(body)?.[1]).find(Boolean);
    if (code !== undefined) return code;
    await page.waitForTimeout(100);
  }
  throw new Error(`No code was sent to ${mobile}.`);
}

async function openTimes(page: Page): Promise<void> {
  await page.getByLabel('Postal code').fill('310145');
  await page.getByText('Toa Payoh', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'See free times' }).click();
  await page
    .getByRole('grid')
    .getByRole('button', { name: /times free$/ })
    .first()
    .click();
  await page.locator('button[data-slot]').first().click();
}

async function openFirstVisit(page: Page): Promise<void> {
  await page.locator('main a[href^="/cleaner/upcoming/"]').first().click();
  await page.waitForURL(/\/cleaner\/upcoming\/./);
}

/** A cleaner who has visits tomorrow cannot come then. */
async function openCover(page: Page): Promise<void> {
  const day = Temporal.Now.plainDateISO('Asia/Singapore').add({ days: 1 }).toString();
  const jwt = await page.evaluate(() => {
    const params = sessionStorage.getItem('params') ?? localStorage.getItem('params') ?? '{}';
    return (JSON.parse(params) as { jwt?: string }).jwt;
  });
  const board = await page.request.get('/api/day-board', {
    params: { day },
    headers: { authorization: `Bearer ${jwt}` },
  });
  const { visits } = (await board.json()) as { visits: { crew: { id: string | null }[] }[] };
  const cleanerID = visits.flatMap(({ crew }) => crew.flatMap(({ id }) => id ?? [])).at(0) ?? '';
  await page.goto(`/admin/cleaners/cover?${new URLSearchParams({ cleanerID, day, until: day })}`);
  await page.addStyleTag({ content: WITHOUT_BANNER });
  await page.getByRole('button', { name: /^Cover \d/ }).waitFor();
}
