/** A new business, from nothing to its first paid booking. It needs an empty Kemas, so each journey starts one of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { expectAccessible } from './support/axe.ts';
import { addressesOf, OFFICE, WORKER } from './support/server.ts';

const ROOT = join(import.meta.dirname, '..');
const PORT = addressesOf(0).port + 40 + WORKER;
/** The server writes what it needs into its own folder, and prints when it is ready. */
async function startEmpty(): Promise<{ readonly stop: () => Promise<void> }> {
  const folder = makeTempDir('setup');
  const kemas: ChildProcess = spawn(process.execPath, [join(ROOT, 'apps/serve/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(PORT),
      DATA_DIR: folder,
      SANDBOX: '1',
      DEMO: '0',
      ADMIN_IDENTITY: OFFICE.identity,
      ADMIN_PASSWORD: OFFICE.password,
      LOG_LEVEL: 'warn',
    },
  });
  const ended = once(kemas, 'exit');
  await new Promise<void>((ready) => {
    kemas.stdout?.setEncoding('utf8').on('data', (part: string) => {
      if (part.includes('Kemas is ready')) ready();
    });
    kemas.stdout?.resume();
  });
  return {
    stop: async () => {
      kemas.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Presses, and counts them. To choose an option, a select is opened and the option pressed. */
function countingPresses() {
  const presses: string[] = [];
  const press = async (what: string, target: Locator) => {
    presses.push(what);
    await target.click();
  };
  const select = async (what: string, target: Locator, value: string) => {
    presses.push(`open ${what}`, `choose ${what}`);
    await target.selectOption(value);
  };
  return { presses, press, select };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

for (const [device, width] of [
  ['a desktop', 1440],
  ['a phone', 390],
] as const) {
  test.describe(`a new business on ${device}`, () => {
    let kemas: Awaited<ReturnType<typeof startEmpty>>;
    let context: BrowserContext;
    let page: Page;
    const errors: string[] = [];
    // Each goes on where the one before has left the business.
    test.describe.configure({ mode: 'serial' });

    test.beforeAll(async ({ browser }) => {
      kemas = await startEmpty();
      context = await browser.newContext({
        baseURL: `http://127.0.0.1:${PORT}`,
        viewport: { width, height: 900 },
        locale: 'en-SG',
        timezoneId: 'Asia/Singapore',
      });
      page = await context.newPage();
      page.on('pageerror', (error) => errors.push(error.message));
    });
    test.afterAll(async () => {
      await context.close();
      await kemas.stop();
    });

    test('comes from nothing to its first paid booking in at most 15 presses', async () => {
      const { presses, press, select } = countingPresses();

      await test.step('the site offers nothing while nothing is sold', async () => {
        for (const path of ['/', '/services', '/select-service']) {
          await page.goto(path);
          await expect(page.getByText(/^We do not take bookings online yet/)).toBeVisible();
          await expect(page.getByRole('link', { name: 'See times' })).toHaveCount(0);
        }
        await expectAccessible(page);
      });

      await test.step('the overview is the set-up', async () => {
        await page.goto('/admin/signin');
        await page.getByLabel('Sign-in name').fill(OFFICE.identity);
        await page.getByLabel('Password').fill(OFFICE.password);
        await press('Sign in', button(page, 'Sign in'));
        await expect(heading(page, 'Set up your business')).toBeVisible();
        await expect(page.getByText('0 of 8 done')).toBeVisible();
        await expectAccessible(page);
        await press('Start', page.getByRole('link', { name: 'Start: Name and contact' }));
      });

      await test.step('name, GST and hours', async () => {
        await page.getByLabel('Name of the business').fill('Sparkle Homes');
        await page.getByLabel('Phone').fill('6555 0100');
        await page.getByLabel('E-mail').fill('hello@sparkle.example');
        await expectAccessible(page);
        await press('Save the name', button(page, 'Save and continue'));
        await expect(heading(page, 'GST')).toBeVisible();
        if (width >= 1024) await expect(page.getByRole('link', { name: /^Sparkle Homes/ })).toBeVisible();
        await expectAccessible(page);
        await press('No GST', button(page, 'Not registered: continue'));
        await expect(heading(page, 'Hours and holidays')).toBeVisible();
        await expectAccessible(page);
        await press('These hours', button(page, 'These hours: continue'));
      });

      await test.step('all services and two cleaners', async () => {
        await expect(heading(page, 'Services and prices')).toBeVisible();
        await expectAccessible(page);
        await press('Add packages', button(page, 'Add 20 packages and continue'));
        await expect(heading(page, 'Cleaners')).toBeVisible();
        await page.getByLabel('Name 1').fill('Lim Siew Hua');
        await page.getByLabel('Mobile 1').fill('91110002');
        await page.getByLabel('Name 2').fill('Siti Rahman');
        await page.getByLabel('Mobile 2').fill('91110003');
        await expectAccessible(page);
        await press('Add cleaners', button(page, 'Add 2 cleaners and continue'));
        await expect(heading(page, 'Your look')).toBeVisible();
        await expectAccessible(page);
        await press('Keep this look', button(page, 'Keep this look'));
        await expect(heading(page, 'E-mail, SMS and cards')).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Cards', exact: true })).toBeVisible();
        await expectAccessible(page);
      });

      await test.step('a customer on the phone is booked, and pays by PayNow', async () => {
        await press('New job', page.getByRole('link', { name: 'New job' }));
        await expect(page.getByRole('searchbox', { name: 'Customer' })).toBeFocused();
        await page.keyboard.type('Mei Ling Tan');
        await page.keyboard.press('Enter');
        await page.getByLabel('Mobile').fill('91234567');
        await page.getByLabel('E-mail').fill('mei@example.sg');
        await page.getByLabel('Postal code').fill('310145');
        await page.getByLabel('Address', { exact: true }).fill('Blk 145 Lor 2 Toa Payoh');
        const packages = page.getByLabel('Package');
        const oneTime = await packages
          .locator('option', { hasText: 'One-time, HDB 4-room' })
          .getAttribute('value');
        await select('the package', packages, oneTime ?? '');
        await expect(page.getByText(/ would come\.$/)).toBeVisible();
        await press('Hold', button(page, /^Hold /));
        const sheet = page.getByRole('dialog', { name: 'Take payment' });
        await press('PayNow', sheet.getByRole('radio', { name: /^PayNow/ }));
        await press('Record', sheet.getByRole('button', { name: /^Record/ }));
        await expect(page.getByText(/^Recorded S\$120\.00/)).toBeVisible();
      });
      expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(15);
    });

    test('is then shown the ordinary overview, the rest of the set-up in a line, and tries a visit', async () => {
      await page.goto('/admin/overview');
      await expect(page.getByText('Set-up: 6 of 8 done.')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/admin/overview/setup');
      await button(page, 'Book a test visit').click();
      await expect(page.getByRole('link', { name: /^Visit \d+$/ })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: /^Visit \d+$/ }).click();
      await expect(page.getByText('Test visit').first()).toBeVisible();
      await expect(page.getByText(/This is a test\. Nobody is waiting/).first()).toBeVisible();
      await page.goto('/admin/overview/setup');
      await button(page, 'Remove the test visit').click();
      await expect(button(page, 'Book a test visit')).toBeVisible();

      await page.goto('/admin/settings/providers');
      await expect(page.getByRole('heading', { name: 'Database' })).toBeVisible();
      await page.getByLabel('Test text message to').fill('91234567');
      await button(page, 'Send a test SMS').click();
      await expect(page.getByText('Sandbox: sent to 6591234567, see /sandbox.')).toBeVisible();
      await expectAccessible(page);

      await page.goto('/admin/overview');
      await button(page, 'Hide this').click();
      await expect(page.getByText('Set-up: 6 of 8 done.')).toHaveCount(0);
    });

    test('is what customers see: its number, and only what two cleaners can do', async () => {
      // On a desktop the number is above every page.
      await page.goto(width === 390 ? '/contact-us' : '/');
      await expect(page.getByRole('link', { name: /6555 0100/ }).first()).toBeVisible();
      await page.goto('/');
      await expect(page.getByRole('radio', { name: /^One-time/ })).toBeChecked();
      await expect(page.getByText('S$120').first()).toBeVisible();
      await page.getByText('Spring', { exact: true }).first().click();
      await page.getByText('Landed', { exact: true }).first().click();
      // Four cleaners are needed for it.
      await expect(page.getByRole('link', { name: 'See times' })).toHaveCount(0);
      await expect(page.getByText(/^We have no fixed price for a landed home yet/)).toBeVisible();
      expect(errors).toEqual([]);
    });
  });
}
