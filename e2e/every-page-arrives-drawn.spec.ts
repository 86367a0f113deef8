import { expect, type Page } from '@playwright/test';
import { openAreas } from '#apps/web/routes/open-areas.ts';
import { updatePackage } from '#features/packages/contract.ts';
import { BLOCKS } from '#features/site-content/contract/blocks.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { type Customer, signUp } from './support/people.ts';
import { ORIGIN } from './support/server.ts';
import { test } from './support/test.ts';
import { expectApp } from './support/walk.ts';

let business: TestBusiness;
let rachel: Customer;
test.beforeAll(async () => {
  business = await openTestBusiness();
  rachel = await signUp('Rachel', 'Drawn');
});

/** Every page that needs no sign-in but the developer's own, and addresses that say more than their page. */
const DRAWN_PAGES = [
  ...openAreas
    .flatMap(({ pages }) => pages)
    .map(({ paths }) => paths[0])
    .filter((path) => path !== '/sandbox'),
  '/signin',
  '/one-time/new?home=condo',
  '/regular/success?id=unknown',
  '/reset-password#a-token',
  '/no-such-page',
];
/** The office speaks English. */
const ENGLISH_ONLY = ['/admin/signin'];

const drawn = (page: Page) => page.evaluate(() => document.getElementById('app')?.innerHTML ?? '');
const byName = (html: string) => html.replace(/ data-style="[^"]*"| style="[^"]*"| class="[^"]*"/g, '');

for (const language of ['en', 'zh'] as const) {
  test(`the app takes over every drawn page as it stands, in ${language}`, async ({ openPage }) => {
    // A difference would be an error in the console, which fails the story.
    const page = await openPage(null, { locale: language === 'en' ? 'en-SG' : 'zh-SG' });
    for (const path of DRAWN_PAGES) {
      const asked: string[] = [];
      const note = (request: { url(): string }) => {
        if (request.url().includes('/api/cms') || request.url().includes('/api/packages'))
          asked.push(request.url());
      };
      page.on('request', note);
      await page.goto(path);
      await expectApp(page);
      await expect(page.locator('h1'), path).toHaveCount(1);
      const isEnglish = language === 'en' || ENGLISH_ONLY.includes(path);
      await expect(page.locator('html'), path).toHaveAttribute('lang', isEnglish ? 'en-SG' : 'zh-Hans-SG');
      expect(asked, `${path} asks for nothing that it came with`).toEqual([]);
      page.off('request', note);
    }
  });
}

test('without scripts every page is there, and its links lead on', async ({ openPage }) => {
  const page = await openPage(null, { javaScriptEnabled: false });
  await page.goto('/');
  await expect(page.getByText('S$104', { exact: false }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Services', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of ['/dashboard', '/contact-us']) {
    expect(await (await page.goto(path))?.text(), path).toContain('Kemas needs JavaScript');
  }
});

test('a new price is on the page', async () => {
  const price = async () => (await (await fetch(`${ORIGIN}/select-service`)).text()).includes('S$112');
  expect(await price()).toBe(false);
  await call(
    updatePackage,
    { params: { id: business.packageID }, body: { pricePerHour: 2800 } },
    business.office,
  );
  await expect.poll(price, { intervals: [100] }).toBe(true);
  await call(
    updatePackage,
    { params: { id: business.packageID }, body: { pricePerHour: 2600 } },
    business.office,
  );
});

test('what the office writes is on the page', async () => {
  const { save, read } = BLOCKS['how-different'];
  const { version: _version, updatedAt: _updatedAt, ...content } = await call(read, {});
  const title = 'Why people stay with us </script><!--';
  const written = async () => (await (await fetch(`${ORIGIN}/`)).text()).includes('Why people stay with us');
  await call(save, { body: { ...content, title } }, business.office);
  await expect.poll(written, { intervals: [100] }).toBe(true);
  await call(save, { body: content }, business.office);
});

test('a signed-in visitor finds the way to their own area, and no page moves for it', async ({
  openPage,
}) => {
  const page = await openPage(rachel);
  await page.goto('/');
  await expectApp(page);
  await expect(page.getByRole('link', { name: 'My bookings' })).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(0.05);
});

/** How far what was seen has moved since the page was there, by the measure of web.dev/cls. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // A face that comes late moves what is written in another.
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return new Promise<number>((done) => {
      new PerformanceObserver((list) =>
        done(
          list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
        ),
      ).observe({ type: 'layout-shift', buffered: true });
      // What was seen so far is told at once.
      setTimeout(() => done(0), 100);
    });
  });
}

/** Where the server knows less than the browser: the heading that is drawn, and what stands there in the end. */
const ENDS = [
  ['/verifyotp', { mobile: '6592345601', resendIn: 30, sentAt: 0 }, 'Enter the code', '6-digit code'],
  ['/verifyotp', null, 'Enter the code', 'Mobile number'],
  ['/reset-password#a-token', null, 'New password', 'Set password'],
  ['/reset-password', null, 'New password', 'Open the newest link'],
  ['/contact-successful', { sent: true }, 'Your message', 'Your message is with us.'],
  ['/contact-successful', null, 'Your message', 'Nothing was sent'],
  ['/submission-successful', { sent: true }, 'Your application', 'Your application is with us.'],
  ['/one-time/success?id=unknown', null, 'Your booking', 'Sign in to see your booking'],
  ['/regular/success', null, 'Your booking', 'No booking to show'],
] as const;

test('a page that follows from more than its address is drawn true for all, and nothing in it moves', async ({
  openPage,
}) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const page = await openPage(null, { viewport });
    await page.goto('/privacy-policy');
    await expectApp(page);
    for (const [path, usr, heading, words] of ENDS) {
      // As the page before leaves it in the history: a reload finds it again.
      await page.evaluate(
        ([to, state]) => window.history.pushState({ usr: state, key: 'before', idx: 1 }, '', to),
        [path, usr] as const,
      );
      // On a busy machine a face may come late and move the words once; what the app moves, it moves each time.
      await expect(async () => {
        expect(await (await page.reload())?.text(), path).toContain(`>${heading}</h1>`);
        await expectApp(page);
        await expect(page.getByText(words).first(), path).toBeVisible();
        expect(await shiftOf(page), `${path} at ${viewport.width}`).toBeLessThan(0.005);
      }).toPass();
    }
  }
});

test('whoever is signed in is led on from a page for those who are not', async ({ openPage }) => {
  const page = await openPage(rachel);
  for (const path of ['/forgot-password', '/reset-password#a-token']) {
    await page.goto(path);
    await expectApp(page);
    await expect(page).toHaveURL('/');
    await expect(page.locator('h1')).toHaveText('Come home to kemas.');
  }
});

test('the end of a booking is there again after a reload, and nothing in it moves', async ({ openPage }) => {
  const { id } = await book(business, rachel, { startTime: await freeTime() });
  const page = await openPage(rachel, { viewport: { width: 390, height: 844 } });
  // On a busy machine a face may come late and move the words once; what the app moves, it moves each time.
  await expect(async () => {
    const drawn = await page.goto(`/one-time/success?id=${id}`);
    expect(await drawn?.text()).toContain('>Your booking</h1>');
    await expectApp(page);
    await expect(page.locator('h1')).toHaveText(/^Booked\. See you \w+day\.$/);
    expect(await shiftOf(page)).toBeLessThan(0.005);
  }).toPass();
});

test('a form with somebody’s own name in it is drawn anew', async ({ openPage }) => {
  const page = await openPage(rachel);
  await page.goto('/contact-us');
  await expectApp(page);
  await expect(page.getByLabel('First name')).toHaveValue('Rachel');
});

/** Holds the app's code back until it is called. */
async function holdCode(page: Page): Promise<() => void> {
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  return code.resolve;
}

test('what is typed and pressed before the code has come is done when it is there', async ({ page }) => {
  const letCodeCome = await holdCode(page);
  await page.goto('/contact-us', { waitUntil: 'commit' });
  await page.getByLabel('First name').fill('Mei');
  await page.getByLabel('Message').fill('Do you clean windows?');
  await page.getByRole('button', { name: /^Send/ }).click();
  expect(new URL(page.url()).search).toBe('');
  letCodeCome();
  await expectApp(page);
  await expect(page.getByLabel('First name')).toHaveValue('Mei');
  await expect(page.getByLabel('E-mail')).toBeFocused(); // the form was sent: this one is missing
});

test('nor is it lost where the page is drawn anew with somebody’s own', async ({ openPage }) => {
  const page = await openPage(rachel);
  const letCodeCome = await holdCode(page);
  await page.goto('/contact-us', { waitUntil: 'commit' });
  await page.getByLabel('Message').fill('Do you clean windows?');
  await page.getByRole('button', { name: /^Send/ }).click();
  letCodeCome();
  await expect(page).toHaveURL('/contact-successful');
});

test('a known customer who presses before their homes are there goes on once they are', async ({
  openPage,
}) => {
  const page = await openPage(rachel);
  const letCodeCome = await holdCode(page);
  const homes = Promise.withResolvers<void>();
  await page.route('**/api/addresses*', async (route) => {
    await homes.promise;
    await route.continue();
  });
  await page.goto('/one-time/new', { waitUntil: 'commit' });
  await page.getByText('Condo', { exact: true }).click();
  await page.getByRole('button', { name: 'See free times' }).click();
  letCodeCome();
  await expectApp(page);
  homes.resolve();
  await expect(page).toHaveURL(/step=time/);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Condo' })).toBeChecked();
});

test('who has scrolled down before the code has come stays there', async ({ page }) => {
  const letCodeCome = await holdCode(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }));
  letCodeCome();
  await expectApp(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(300);
});

test('what is picked before the code has come is picked', async ({ page }) => {
  const letCodeCome = await holdCode(page);
  await page.goto('/one-time/new', { waitUntil: 'commit' });
  await page.getByText('Condo', { exact: true }).click();
  letCodeCome();
  await expectApp(page);
  await expect(page.getByRole('radio', { name: 'Condo' })).toBeChecked();
  await page.reload();
  await expectApp(page);
  await expect(page.getByRole('radio', { name: 'Condo' })).toBeChecked(); // the draft has it: the app has heard
});

test('what is typed in the moment in which the app takes over stays', async ({ page }) => {
  await page.addInitScript(() => {
    const type = () => {
      document.querySelector<HTMLInputElement>('input[name="firstname"]')?.focus();
      document.execCommand('insertText', false, 'Mei');
    };
    const watch = new MutationObserver(() => {
      if (document.documentElement?.dataset.drawn !== 'taken') return;
      watch.disconnect();
      type();
    });
    watch.observe(document, { attributes: true, subtree: true });
  });
  await page.goto('/contact-us');
  await expectApp(page);
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByLabel('Message').fill('Do you clean windows?');
  await expect(page.getByLabel('First name')).toHaveValue('Mei');
});

test('a language once chosen is the one that the server draws', async ({ page }) => {
  await page.goto('/');
  await expectApp(page);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans-SG');
  const again = await page.goto('/select-service');
  expect(await again?.text()).toContain('lang="zh-Hans-SG"');
  const english = await page.goto('/select-service?lang=en');
  expect(await english?.text()).toContain('lang="en-SG"');
  await expectApp(page);
  expect(await (await page.goto('/'))?.text()).toContain('lang="en-SG"');
});

test('what was drawn stands as the app would draw it', async ({ page }) => {
  await page.goto('/');
  const before = byName(await drawn(page));
  await expectApp(page);
  expect(byName(await drawn(page))).toBe(before);
});
