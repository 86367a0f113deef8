import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { BLOCKS } from '#features/site/content/contract/blocks.ts';
import { readSite } from '#features/site/content/contract/site.ts';
import { expectAccessible } from './support/axe.ts';
import { call, type Signed } from './support/call.ts';
import { openOffice } from './support/people.ts';
import { ORIGIN } from './support/server.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let office: Signed;
test.beforeAll(async () => {
  office = await openOffice();
});

const PHONE = { viewport: { width: 390, height: 844 } };

const site = () => call(readSite, { query: { lang: 'en' } });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const kept = (page: Page) => expect(page.getByText(/Draft saved, /)).toBeVisible();
const published = (page: Page) => expect(page.getByText('No unpublished changes.')).toBeVisible();
const editor = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** The server-rendered page contains this text, without another publication or a restart. */
async function expectLive(path: string, words: string): Promise<void> {
  const html = async () => (await fetch(`${ORIGIN}${path}`)).text();
  await expect.poll(html, { intervals: [50] }).toContain(words);
}

test('legal pages and pictures are written in both languages', async ({ openPage }) => {
  const page = await openPage(office, PHONE);
  await test.step('on a phone no block looks selected before one is', async () => {
    await page.goto('/admin/cms/legal');
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect(links).toHaveCount(3);
    await expect(page.locator('nav[aria-label="Sections"] [aria-current]')).toHaveCount(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.locator('nav[aria-label="Sections"] [aria-current]')).toHaveCount(1);
  });

  await test.step('a legal page is written with placeholders, and restored exactly', async () => {
    const before = await site();
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
    const company = before['terms-and-conditions'].sections[0]?.html.match(/You, and (.*?)\. /)?.[1] ?? '';
    const title = `Between you and ${company}`;
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText(title);
    await press(page, 'Publish');
    await published(page);
    await expectLive('/terms-and-conditions', title);
    await press(page, 'Restore Original text');
    await expect(page.getByText('Version 0 is on the site again.')).toBeVisible();
    expect(await site()).toEqual(before);
  });

  await test.step('a picture without alternative text is flagged', async () => {
    await follow(page, '/admin/cms/join-as-cleaner');
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
    await expectLive('/join-us?lang=zh', 'alt="两位清洁员，手拿拖把"');
    await call(BLOCKS['join-us'].restore, { body: { version: 0 } }, office);
  });
});
