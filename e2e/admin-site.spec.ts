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
import { follow } from './support/walk.ts';

let office: Signed;

test.beforeAll(async () => {
  office = await openOffice();
});

const site = (lang: 'en' | 'zh' = 'en') => call(readSite, { query: { lang } });
const kept = (page: Page) => expect(page.getByText(/Draft saved, /)).toBeVisible();
const published = (page: Page) => expect(page.getByText('No unpublished changes.')).toBeVisible();
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const editor = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** What was done last. */
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ }).last().click();
const step = (page: Page, number: number) => page.getByRole('group', { name: `Step ${number}`, exact: true });

async function openSteps(page: Page): Promise<void> {
  await page.goto('/admin/cms/home-page?block=easy-steps');
  await expect(page.getByRole('heading', { name: 'Easy steps' })).toBeVisible();
}

/** The server-rendered page contains these texts, without another publication or a restart. */
async function expectLive(...words: readonly string[]): Promise<void> {
  const isLive = async () => {
    const html = await (await fetch(`${ORIGIN}/`)).text();
    return words.every((each) => html.includes(each));
  };
  await expect.poll(isLive, { intervals: [50] }).toBe(true);
}

/** A photo as taken by a phone, but smaller. */
function photo(): Promise<Buffer> {
  return sharp({ create: { width: 480, height: 320, channels: 3, background: '#2e7d6b' } })
    .jpeg()
    .toBuffer();
}

test('the home page is written, published and restored, by one and by two people', async ({ openPage }) => {
  const page = await openPage(office);

  await test.step('the home page is rewritten, published at once, and restored exactly', async () => {
    const before = await site();
    const { version } = await call(BLOCKS['easy-steps'].read, {});
    const mine = `Version ${version + 1}`;
    await expectLive('Three steps to a tidy home');
    await openSteps(page);
    await expect(page.getByText('No unpublished changes.')).toBeVisible();

    await page.getByLabel('Heading', { exact: true }).first().fill('Two steps to a tidy home');
    await page.getByLabel('Heading, 中文', { exact: true }).first().fill('');
    await expect(page.getByText('Not translated')).toBeVisible();
    await press(page, 'Delete step 2');
    await expect(page.getByText('Step 2 deleted.')).toBeVisible();
    await kept(page);
    const preview = page.frameLocator('iframe[title="Preview of the page"]');
    await expect(preview.getByRole('heading', { name: 'Two steps to a tidy home' })).toBeInViewport();
    await expect(
      page.getByRole('navigation', { name: 'Sections' }).getByText('中文 1 missing'),
    ).toBeVisible();
    // A draft is only visible to the office, and survives a reload.
    expect(await site()).toEqual(before);
    await page.reload();
    await expect(page.getByLabel('Heading', { exact: true }).first()).toHaveValue('Two steps to a tidy home');
    await kept(page);

    await press(page, 'Publish');
    await published(page);
    await expectLive('Two steps to a tidy home');
    const shown = await site();
    expect(shown['easy-steps']).toMatchObject({
      title: 'Two steps to a tidy home',
      steps: [{ title: 'Tell us about your home' }, { title: 'Come home to kemas' }],
    });
    // The second step kept its own translation.
    expect((await site('zh'))['easy-steps'].steps.map(({ title }) => title)).toEqual([
      '说说您的家',
      '回家，就是 kemas',
    ]);

    const versions = page.getByRole('list', { name: 'Versions' });
    await expect(versions.getByRole('button', { name: `View ${mine}` })).toBeVisible();
    await press(page, `View ${mine}`);
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('Heading', { exact: true })).toBeVisible();
    await expect(sheet.getByText('Two steps to a tidy home')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await press(page, 'Restore Original text');
    await expect(page.getByText('Version 0 is on the site again.')).toBeVisible();
    expect(await site()).toEqual(before);
    await undo(page);
    await expect(page.getByLabel('Heading', { exact: true }).first()).toHaveValue('Two steps to a tidy home');
    expect((await site())['easy-steps']).toEqual(shown['easy-steps']);
    await press(page, 'Restore Original text');
    await expect(page.getByLabel('Heading', { exact: true }).first()).toHaveValue(
      'Three steps to a tidy home',
    );
    expect(await site()).toEqual(before);
    await expectLive('Three steps to a tidy home');
  });

  await test.step('entries are reordered by keyboard, and keep their translations', async () => {
    await page.getByRole('button', { name: 'Move step 3' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await expect(step(page, 1).getByLabel('Heading', { exact: true })).toHaveValue('Come home to kemas');
    await expect(step(page, 1).getByLabel('Heading, 中文')).toHaveValue('回家，就是 kemas');
    await press(page, 'Delete step 1');
    await undo(page);
    await expect(step(page, 1).getByLabel('Heading, 中文')).toHaveValue('回家，就是 kemas');
    await press(page, 'Add step');
    await expect(step(page, 4).getByRole('button', { name: 'Icon: None' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^Vacuum/ }).click();
    await step(page, 4).getByLabel('Heading', { exact: true }).fill('Put your feet up');
    await kept(page);
    await press(page, 'Discard draft');
    await expect(page.getByText('Draft discarded.')).toBeVisible();
    await expect(step(page, 1).getByLabel('Heading', { exact: true })).toHaveValue('Tell us about your home');
    await undo(page);
    await expect(step(page, 4).getByLabel('Heading', { exact: true })).toHaveValue('Put your feet up');
    await kept(page);
    await press(page, 'Discard draft');
    await published(page);
  });

  await test.step('two people write concurrently: the slower one is notified, and keeps their input until they load the other version', async () => {
    const { readDraft, saveDraft, save } = BLOCKS['easy-steps'];
    const { content } = await call(readDraft, {}, office);
    const title = 'Three steps, says Siti';
    const theirs = await call(saveDraft, { body: { ...content, title } }, office);
    const heading = page.getByLabel('Heading', { exact: true }).first();
    await heading.fill('Three steps, says Mei');
    const alert = page.getByRole('alert').filter({ hasText: 'Someone else has changed this' });
    await expect(alert).toBeVisible();
    await expect(heading).toHaveValue('Three steps, says Mei');
    await expectAccessible(page);
    const { version, revision } = theirs;
    await call(save, { body: { ...theirs.content, version, revision } }, office);
    await press(page, 'Load their version');
    await expect(heading).toHaveValue('Three steps, says Siti');
    await published(page);
    expect((await site())['easy-steps'].title).toBe('Three steps, says Siti');
    await call(BLOCKS['easy-steps'].restore, { body: { version: 0 } }, office);
  });
});

test('a testimonial with a photo is added, changed by two people, restored, and deleted with Undo', async ({
  openPage,
}) => {
  const page = await openPage(office);
  const id = await test.step('a testimonial with a photo is added and changed', async () => {
    await page.goto('/admin/cms/testimonial/new');
    await press(page, 'Add testimonial');
    await expect(page.getByText('Fill this in.')).toBeVisible();
    await page.getByLabel('Customer').fill('Mdm Goh');
    await page
      .getByLabel('Photo', { exact: true })
      .last()
      .setInputFiles({
        name: 'goh.jpg',
        mimeType: 'image/jpeg',
        buffer: await photo(),
      });
    await expect(page.getByRole('img', { name: 'Photo' })).toBeVisible();
    await page.getByRole('textbox', { name: 'What they say', exact: true }).fill('Spotless, every Saturday.');
    await press(page, 'Add testimonial');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mdm Goh');
    const [added] = (await site()).testimonials;
    expect(added).toMatchObject({ clientname: 'Mdm Goh', content: '<p>Spotless, every Saturday.</p>' });
    expect(added?.profilePhoto).toMatch(/^\/uploads\/.*\.jpg$/);
    await expectLive(
      'Spotless, every Saturday.',
      added?.profilePhoto?.replace(/\d+\.jpg$/, '96.avif') ?? '?',
    );

    await page.getByRole('textbox', { name: 'What they say, 中文' }).fill('一尘不染。');
    await press(page, 'Save testimonial');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect((await site('zh')).testimonials[0]?.content).toBe('<p>一尘不染。</p>');
    return added?.id ?? '';
  });

  await test.step('two people change one testimonial: the slower one is notified, and keeps their input until they load the other version', async () => {
    await editor(page, 'What they say').fill('Like new.');
    const theirs = { zh: { content: '<p>干干净净。</p>' } };
    await call(ITEMS.testimonials.update, { params: { id }, body: theirs }, office);
    await press(page, 'Save testimonial');
    const alert = page.getByRole('alert');
    await expect(alert.getByText('Someone else has changed this')).toBeVisible();
    await expect(editor(page, 'What they say')).toContainText('Like new.');
    await press(page, 'Load their version');
    await expect(editor(page, 'What they say, 中文')).toContainText('干干净净。');
    await expect(editor(page, 'What they say')).toContainText('Spotless, every Saturday.');
  });

  await test.step('an earlier version is restored', async () => {
    await page.getByRole('link', { name: 'Earlier versions' }).click();
    const list = page.getByRole('list', { name: 'Changes' });
    await expect(list.getByText('version 3', { exact: false }).first()).toBeVisible();
    await list.getByText('What it said').first().click();
    await expect(list.getByText('干干净净。').first()).toBeVisible();
    await press(page, 'Restore Mdm Goh, version 2');
    await expect(page.getByText('Mdm Goh is restored.')).toBeVisible();
    expect((await site('zh')).testimonials[0]?.content).toBe('<p>一尘不染。</p>');
  });

  await test.step('it is deleted with Undo', async () => {
    await call(ITEMS.testimonials.add, { body: { clientname: 'Ravi' } }, office);
    await follow(page, '/admin/cms/testimonial');
    await press(page, 'Actions for Mdm Goh');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText('Mdm Goh was deleted.')).toBeVisible();
    await undo(page);
    await expect(page.getByRole('link', { name: 'Mdm Goh' })).toBeVisible();
    await expect
      .poll(async () => (await site()).testimonials.map(({ clientname }) => clientname))
      .toEqual(['Mdm Goh', 'Ravi']);
  });
});

test('services are added in order, changed and deleted', { tag: '@deep' }, async ({ openPage }) => {
  const page = await openPage(office);
  await page.goto('/admin/cms/our-services');
  for (const name of ['Ironing', 'Windows']) {
    await page.getByRole('link', { name: 'New service option' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Price', { exact: true }).fill('25');
    await press(page, 'Add service option');
    await expect(page.getByRole('button', { name: 'Delete service option' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Move Windows' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  const names = async () => (await site())['service-options'].map(({ name_r1 }) => name_r1);
  await expect.poll(names).toEqual(['Windows', 'Ironing']);
  await page.getByLabel('Price', { exact: true }).fill('30');
  await page.getByRole('link', { name: /^Ironing/ }).click();
  await page.getByRole('dialog').getByText('Keep editing', { exact: true }).click();
  await press(page, 'Save service option');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await site())['service-options'][0]).toMatchObject({ name_r1: 'Windows', price: 3000 });
  // Notifications cover part of the list for a few seconds.
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await press(page, 'Delete service option');
  await expect(page.getByText('Windows was deleted.')).toBeVisible();
  await expect.poll(names).toEqual(['Ironing']);
  await undo(page);
  await expect.poll(names).toEqual(['Windows', 'Ironing']);
});
