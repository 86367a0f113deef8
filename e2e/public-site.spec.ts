import { expect } from '@playwright/test';
import { BLOCKS } from '#features/site/content/contract/blocks.ts';
import { ITEMS } from '#features/site/content/contract/items.ts';
import { expectAccessible } from './support/axe.ts';
import { openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { sellEveryService } from './support/packages.ts';
import { test } from './support/test.ts';
import { expectApp, follow } from './support/walk.ts';

let business: TestBusiness;

const KITCHEN = {
  before: '/drawings/before-kitchen.svg',
  after: '/drawings/after-kitchen.svg',
  caption: 'A kitchen',
};
const WEEKLY = { id: 'weekly', title: 'Every week', description: 'Three hours.', note: '', icon: 'calendar' };

const CUPBOARDS = {
  name: 'Inside cupboards',
  icon: 'cabinet',
  service: 'spring-cleaning',
  content: '<ul><li>Wiped</li></ul>',
} as const;

test.beforeAll(async () => {
  business = await openTestBusiness();
  const { office } = business;
  await call(
    BLOCKS['before-and-after'].save,
    {
      body: {
        title: 'Before and after',
        pairs: [KITCHEN],
        zh: { title: '清洁前后', pairs: [{ caption: '厨房' }] },
      },
    },
    office,
  );
  await call(
    BLOCKS['pricing-plan'].save,
    { body: { plans: [{ ...WEEKLY, price: 8100, plan_desc: '<p>The <em>same</em> cleaner.</p>' }] } },
    office,
  );
  await sellEveryService(office);
  await emptyLists();
  const said = '<p>The kitchen shines.</p>';
  await call(ITEMS.testimonials.add, { body: { clientname: 'Rachel Tan', content: said } }, office);
  await call(ITEMS['scope-of-work'].add, { body: CUPBOARDS }, office);
});

// Restores the default content for other tests.
test.afterAll(async () => {
  await emptyLists();
  for (const name of ['before-and-after', 'pricing-plan'] as const)
    await call(BLOCKS[name].restore, { body: { version: 0 } }, business.office);
});

async function emptyLists(): Promise<void> {
  for (const kind of [ITEMS.testimonials, ITEMS['scope-of-work']] as const) {
    const { items } = await call(kind.list, { query: {} }, business.office);
    for (const { id } of items) await call(kind.remove, { params: { id } }, business.office);
  }
}

const PAGES = [
  ['/', 'Come home to kemas.', '回家，就是 kemas。'],
  ['/services', 'Four cleans, for every kind of day', '四种清洁服务，总有一种适合您'],
  ['/spring-cleaning-services', 'Spring cleaning', '大扫除'],
  ['/moving-inout-services', 'Moving in or out', '入住或搬出清洁'],
  ['/select-service', 'Which clean do you need?', '您需要哪种清洁服务？'],
  ['/regular-purchase-credit-package', 'Buy hours, pay less for each', '多买钟点，每小时更便宜'],
  ['/reviews', 'What customers say', '顾客评价'],
  ['/contact-us', 'Contact us', '联系我们'],
  ['/join-us', 'Clean with us', '加入我们'],
  ['/terms-and-conditions', 'Terms and conditions', '条款与条件'],
  ['/terms-of-service', 'Terms of service', '服务条款'],
  ['/privacy-policy', 'Privacy', '隐私'],
  ['/no-such-page', 'We could not find this page', '找不到这个页面'],
] as const;

/** Like another page; every-screen.spec.ts and server-rendering.spec.ts have them in the deep tier. */
const ALIKE: readonly string[] = ['/moving-inout-services', '/terms-and-conditions', '/terms-of-service'];

for (const [column, language] of [
  [1, 'en'],
  [2, 'zh'],
] as const) {
  test(`the pages are accessible in ${language}`, { tag: language === 'zh' ? '@deep' : [] }, async ({
    openPage,
  }) => {
    const viewport = { width: 390, height: 844 };
    const page = await openPage(null, { viewport, ...(language === 'zh' && { locale: 'zh-SG' }) });
    for (const entry of PAGES) {
      if (language === 'en' && ALIKE.includes(entry[0])) continue;
      await page.goto(entry[0]);
      await expectApp(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(entry[column]);
      await expect(page.locator('main .k-figure, main p').first()).toBeVisible();
      await expectAccessible(page);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(tooWide, `${entry[0]} is wider than the phone`).toBeLessThanOrEqual(0);
    }
  });
}

test('a visitor looks at the home page, the prices and the services', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('The kitchen shines.')).toBeVisible();
  await expectApp(page);

  await test.step('prices open with one click, and can be opened and closed by keyboard', async () => {
    const open = page.getByRole('link', { name: 'All prices' });
    await open.focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: 'All prices' });
    await expect(list.getByRole('table', { name: 'One-time cleaning' })).toBeVisible();
    await expect(list.getByText('Every week')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await list.getByRole('button', { name: 'Close' }).click();
    await expect(list).toBeHidden();
  });

  await test.step('the before/after handle moves by keyboard', async () => {
    const handle = page.getByRole('slider', { name: 'A kitchen: slide between before and after' });
    await handle.focus();
    await page.keyboard.press('End');
    await expect(handle).toHaveValue('100');
    const clip = () =>
      page
        .getByAltText('A kitchen, after')
        .evaluate((image) => getComputedStyle(image.parentElement as Element).clipPath);
    await expect.poll(clip).toBe('inset(0px 0px 0px 100%)');
    await page.keyboard.press('Home');
    await expect.poll(clip).toBe('inset(0px 0px 0px 0%)');
  });

  await test.step('a service page shows its scope and leads to its booking', async () => {
    await follow(page, '/spring-cleaning-services');
    await expect(page.getByRole('heading', { name: 'Inside cupboards' })).toBeVisible();
    await page.getByText('What should I do before you come?').click();
    await expect(
      page.getByText('Empty the cupboards that you want cleaned inside', { exact: false }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Book a spring clean' }).first().click();
    await expect(page).toHaveURL(/\/book-spring-cleaning\/new$/);
    await page.goBack();
    await page.getByRole('link', { name: 'See all four cleans' }).click();
    await page.getByRole('link', { name: 'Book a one-time clean' }).click();
    await expect(page).toHaveURL(/\/one-time\/new$/);
  });
});
