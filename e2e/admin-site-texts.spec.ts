import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { BLOCKS } from '#features/site/content/contract/blocks.ts';
import { ITEMS } from '#features/site/content/contract/items.ts';
import { readSite } from '#features/site/content/contract/site.ts';
import { expectAccessible } from './support/axe.ts';
import { call, type Signed } from './support/call.ts';
import { openOffice } from './support/people.ts';
import { ORIGIN } from './support/server.ts';
import { test } from './support/test.ts';

let office: Signed;
test.beforeAll(async () => {
  office = await openOffice();
});

const site = (lang: 'en' | 'zh' = 'en') => call(readSite, { query: { lang } });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const kept = (page: Page) => expect(page.getByText(/Draft saved, /)).toBeVisible();
const published = (page: Page) => expect(page.getByText('No unpublished changes.')).toBeVisible();
const editor = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** The server-rendered page contains these texts, without another publication or a restart. */
async function expectLive(words: readonly string[]): Promise<void> {
  const isLive = async () => {
    const html = await (await fetch(`${ORIGIN}/`)).text();
    return words.every((each) => html.includes(each));
  };
  await expect.poll(isLive, { intervals: [50] }).toBe(true);
}

test('published content is live: the home page, and a testimonial with a photo', async ({ openPage }) => {
  const before = [await site(), await site('zh')];
  const page = await openPage(office);
  await page.goto('/admin/cms/home-page?block=opening');
  await editor(page, 'Heading').fill('Come home to a tidy Tuesday.');
  await editor(page, 'Heading, 中文').fill('星期二，回到整洁的家。');
  await kept(page);
  await press(page, 'Publish');
  await published(page);
  await expectLive(['Come home to a tidy Tuesday.']);
  expect((await site('zh')).opening.title).toBe('星期二，回到整洁的家。');

  await page.goto('/admin/cms/testimonial/new');
  await page.getByLabel('Customer').fill('Mr Tan of Tuesday');
  const picture = sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#2e7d6b' } });
  const file = { name: 'tan.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
  await page.getByLabel('Photo', { exact: true }).last().setInputFiles(file);
  await expect(page.getByRole('img', { name: 'Photo' })).toBeVisible();
  await editor(page, 'What they say').fill('I like Tuesdays now.');
  await press(page, 'Add testimonial');
  await expect(page.getByText('The testimonial is on the site.')).toBeVisible();
  const added = (await site()).testimonials.find(({ clientname }) => clientname === 'Mr Tan of Tuesday');
  const photo = added?.profilePhoto ?? '';
  expect(photo).toMatch(/^\/uploads\/.*\/1920\.jpg$/);
  await expectLive(['I like Tuesdays now.', photo.replace('1920.jpg', '96.avif')]);

  await call(ITEMS.testimonials.remove, { params: { id: added?.id ?? '' } }, office);
  await page.goto('/admin/cms/home-page?block=opening');
  await press(page, 'Restore Original text');
  await expect(page.getByText('Version 0 is on the site again.')).toBeVisible();
  await expectLive(['Come home to kemas.']);
  expect([await site(), await site('zh')]).toEqual(before);
});

test('a legal page is written with placeholders, and restored exactly', async ({ openPage }) => {
  const visitor = await openPage(null);
  await visitor.goto('/terms-and-conditions');
  await expect(
    visitor.getByText('Up to 24 hours before a visit you can cancel it', { exact: false }),
  ).toBeVisible();
  const before = await visitor.locator('main').textContent();
  const page = await openPage(office);
  await page.goto('/admin/cms/legal');
  await page.getByRole('link', { name: /^Terms and conditions/ }).click();
  await editor(page, 'Title').fill('Between you and {owner}');
  await editor(page, 'Title').blur();
  await expect(page.getByText('There is no {owner} here.')).toBeVisible();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByText('Placeholders you can use').click();
  await expect(page.getByRole('term').filter({ hasText: '{cancellation}' })).toBeVisible();
  await expectAccessible(page);
  await editor(page, 'Title').fill('Between you and {company}');
  await kept(page);
  const preview = page.frameLocator('iframe[title="Preview of the page"]');
  const company =
    (await site())['terms-and-conditions'].sections[0]?.html.match(/You, and (.*?)\. /)?.[1] ?? '';
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(`Between you and ${company}`);
  await press(page, 'Publish');
  await published(page);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Between you and ${company}`);
  await press(page, 'Restore Original text');
  await expect(page.getByText('Version 0 is on the site again.')).toBeVisible();
  await visitor.reload();
  expect(await visitor.locator('main').textContent()).toBe(before);
});

test('on a phone no block looks selected before one is', async ({ openPage }) => {
  const page = await openPage(office);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/cms/legal');
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(links).toHaveCount(3);
  await expect(page.locator('nav[aria-label="Sections"] [aria-current]')).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.locator('nav[aria-label="Sections"] [aria-current]')).toHaveCount(1);
});

test('two people change one testimonial: the slower one is notified, and keeps their input until they load the other version', async ({
  openPage,
}) => {
  const body = { clientname: 'Mdm Goh', content: '<p>Spotless.</p>', zh: { content: '<p>一尘不染。</p>' } };
  const { id } = await call(ITEMS.testimonials.add, { body }, office);
  const [siti, mei] = [await openPage(office), await openPage(office)];
  for (const page of [siti, mei]) {
    await page.goto(`/admin/cms/testimonial/${id}/update`);
    await expect(editor(page, 'What they say')).toContainText('Spotless.');
  }
  await editor(siti, 'What they say, 中文').fill('干干净净。');
  await press(siti, 'Save testimonial');
  await expect(siti.getByText('Saved', { exact: true })).toBeVisible();
  await editor(mei, 'What they say').fill('Like new.');
  await press(mei, 'Save testimonial');
  const alert = mei.getByRole('alert');
  await expect(alert.getByText('Someone else has changed this')).toBeVisible();
  await expect(editor(mei, 'What they say')).toContainText('Like new.');
  await expectAccessible(mei);
  await press(mei, 'Load their version');
  await expect(editor(mei, 'What they say, 中文')).toContainText('干干净净。');
  await expect(editor(mei, 'What they say')).toContainText('Spotless.');
  await editor(mei, 'What they say').fill('Like new.');
  await press(mei, 'Save testimonial');
  await expect(mei.getByText('Saved', { exact: true })).toBeVisible();

  await mei.getByRole('link', { name: 'Earlier versions' }).click();
  const list = mei.getByRole('list', { name: 'Changes' });
  await expect(list.getByText('version 3', { exact: false }).first()).toBeVisible();
  await list.getByText('What it said').first().click();
  await expect(list.getByText('Like new.')).toBeVisible();
  await expectAccessible(mei);
  await press(mei, 'Restore Mdm Goh, version 1');
  await expect(mei.getByText('Mdm Goh is restored.')).toBeVisible();
  const shown = async () => (await site('zh')).testimonials.find((one) => one.id === id)?.content;
  expect(await shown()).toBe('<p>一尘不染。</p>');

  await call(ITEMS.testimonials.remove, { params: { id } }, office);
  await mei.goto('/admin/cms/changes');
  await expect(mei.getByText('Deleted', { exact: true }).first()).toBeVisible();
  await press(mei, 'Restore Mdm Goh, version 5');
  await expect(mei.getByText('Mdm Goh is restored.')).toBeVisible();
  expect(await shown()).toBe('<p>一尘不染。</p>');
  await call(ITEMS.testimonials.remove, { params: { id } }, office);
});

test('a picture without alternative text is flagged', async ({ openPage }) => {
  const page = await openPage(office);
  await page.goto('/admin/cms/join-as-cleaner');
  const picture = sharp({ create: { width: 480, height: 320, channels: 3, background: '#2e7d6b' } });
  const file = { name: 'crew.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
  await page.getByLabel('Picture', { exact: true }).last().setInputFiles(file);
  await expect(page.getByText('No description')).toBeVisible();
  await page.getByLabel('Description').first().fill('Two cleaners with a mop');
  await expect(page.getByText('No description')).toHaveCount(0);
  await page.getByLabel('Description, 中文').fill('两位清洁员，手拿拖把');
  await kept(page);
  await press(page, 'Publish');
  await published(page);
  const visitor = await openPage(null);
  await visitor.goto('/join-us?lang=zh');
  await expect(visitor.getByRole('img', { name: '两位清洁员，手拿拖把' })).toBeVisible();
  await call(BLOCKS['join-us'].restore, { body: { version: 0 } }, office);
});
