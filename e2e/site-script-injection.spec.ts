import { expect, type Page } from '@playwright/test';
import { listSettings, updateSettings } from '#features/catalogue/settings/contract.ts';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import { contactRequests } from '#features/site/contact-requests/contract.ts';
import { BLOCKS } from '#features/site/content/contract/blocks.ts';
import { ITEMS } from '#features/site/content/contract/items.ts';
import { call, type Signed } from './support/call.ts';
import { openOffice } from './support/people.ts';
import { expectNothingRan, MARKED, SCRIPT } from './support/script-injection.ts';
import { test } from './support/test.ts';
import { arrive, expectView, follow } from './support/walk.ts';

let office: Signed;

test.beforeAll(async () => {
  office = await openOffice();
  await setMail('office@kemas.example');
});
/** The blocks changed by these tests. */
const WRITTEN = [
  BLOCKS['contact-us'],
  BLOCKS.disclaimer,
  BLOCKS.opening,
  BLOCKS['where-hours-go'],
  BLOCKS['not-included'],
  BLOCKS['about-spring-cleaning'],
  BLOCKS['privacy-policy'],
];

// Restores the site for other tests.
test.afterAll(async () => {
  await setMail('');
  for (const block of WRITTEN) await call(block.restore, { body: { version: 0 } }, office);
  for (const { list, remove } of [ITEMS.testimonials, ITEMS['service-options']]) {
    const { items } = await call(list, { query: { q: 'window.ran' } });
    for (const { id } of items) await call(remove, { params: { id } }, office);
  }
});

/** Sets the e-mail address of the business. */
async function setMail(businessEmail: string): Promise<void> {
  const { version } = await call(listSettings, {}, office);
  await call(updateSettings, { body: { ...DEFAULTS, businessEmail, version } }, office);
}

const LINK = "javascript:window.ran='href'";

/** Pastes markup as if copied from another page. */
async function paste(page: Page, into: string, html: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: into, exact: true });
  await editor.click();
  await editor.evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', copied);
    clipboardData.setData('text/plain', copied);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

async function fillEveryText(page: Page): Promise<void> {
  const fields = page.getByRole('form', { name: 'Contact us' }).locator('input[type="text"], textarea');
  for (const field of await fields.all()) await field.fill(MARKED);
}

const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the page"]');

test('text typed or pasted into a block runs nothing', async ({ openPage }) => {
  const page = await openPage(office);
  await page.goto('/admin/cms/contact-us');
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible();
  await fillEveryText(page);
  await page.getByLabel('Link to a map').fill(LINK);
  await page.getByLabel('Link to a map').blur();
  await expect(page.getByText('Start with / for a page on this site')).toBeVisible();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  for (const editor of ['Text', 'Text, 中文']) {
    await paste(page, editor, MARKED);
    await expect(page.getByRole('textbox', { name: editor, exact: true })).toContainText('Mind this');
  }
  await expectNothingRan(page);
  for (const field of ['Phone', 'E-mail address'])
    await page.getByRole('textbox', { name: field, exact: true }).fill('<img src=/x onerror=window.ran=1>');
  await page.getByLabel('Link to a map').fill('https://maps.example/kemas');
  await expect(page.getByText(/Draft saved, /)).toBeVisible();
  await expectNothingRan(page);
  await page.getByText('中文', { exact: true }).click();
  await expectNothingRan(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('No unpublished changes.')).toBeVisible();
  const { html } = await call(BLOCKS['contact-us'].read, {});
  expect(html).toBe('<p>Mind <strong>this</strong>there</p>');
  await page.getByRole('button', { name: 'View Version 1' }).click();
  await expect(page.getByRole('dialog').getByText('Heading', { exact: true })).toBeVisible();
  await expectNothingRan(page);

  await page.goto('/contact-us');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingRan(page);
});

test('content sent directly to the API, and a visitor’s message, run nothing', async ({ openPage }) => {
  const title = MARKED.slice(0, 150);
  const body = { title, html: MARKED, zh: { title, html: MARKED } };
  await call(BLOCKS.disclaimer.save, { body }, office);
  const words = { clientname: `Eve ${SCRIPT}`.slice(0, 100), content: MARKED, zh: { content: MARKED } };
  const { id } = await call(ITEMS.testimonials.add, { body: words }, office);
  const service = { name_r1: `Evil ${SCRIPT}`.slice(0, 100), description: MARKED, promotion_desc: MARKED };
  await call(ITEMS['service-options'].add, { body: service }, office);

  const person = {
    firstname: `Eve ${SCRIPT}`.slice(0, 100),
    lastname: '<b>E</b>',
    email: 'eve@kemas.example',
  };
  const sent = { ...person, mobile: '91234567', subject: SCRIPT.slice(0, 150), message: MARKED };
  const { id: requestID } = await call(contactRequests.create, { body: sent });

  const page = await openPage(office);
  await arrive(page, '/admin/cms/changes');
  for (const [address, words] of [
    ['/admin/cms/home-page?block=disclaimer', 'Mind this'],
    ['/admin/cms/testimonial', 'Eve <script>'],
    [`/admin/cms/testimonial/${id}/update`, 'Mind this'],
    ['/admin/cms/our-services', 'Evil <script>'],
    ['/admin/contact-requests', 'Eve <script>'],
    [`/admin/contact-requests/${requestID}/view`, 'Eve <script>'],
    [`/admin/contact-requests/${requestID}/update`, 'Eve <script>'],
    ['/sandbox', 'Eve <script>'],
  ] as const) {
    await follow(page, address);
    await expectView(page, address.replace(/\?.*/, ''));
    await expect(page.getByText(words).first(), address).toBeVisible();
    await expectNothingRan(page);
  }
  for (const address of ['/', '/services']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNothingRan(page);
  }
});

test("text in a page's editable texts runs nothing, by the form or the API", async ({ openPage }) => {
  const room = { icon: '', title: MARKED.slice(0, 150), text: MARKED };
  const rooms = { title: room.title, text: MARKED, rooms: [room], zh: { rooms: [{ text: MARKED }] } };
  const words = { title: room.title, text: MARKED, zh: { title: room.title, text: MARKED } };
  const section = { title: room.title, html: MARKED };
  const legal = { title: room.title, lead: MARKED, sections: [section], zh: { sections: [section] } };
  await call(BLOCKS.opening.save, { body: words }, office);
  await call(BLOCKS['where-hours-go'].save, { body: rooms }, office);
  await call(BLOCKS['not-included'].save, { body: { title: 'Not', items: [{ text: MARKED }] } }, office);
  await call(BLOCKS['about-spring-cleaning'].save, { body: { short: MARKED, text: MARKED } }, office);
  await call(BLOCKS['privacy-policy'].save, { body: legal }, office);
  const visitor = await openPage(null);
  // Each page in one of the languages.
  for (const address of [
    '/?lang=zh',
    '/privacy-policy?lang=zh',
    '/services?lang=en',
    '/spring-cleaning-services?lang=en',
    '/select-service?lang=zh',
  ]) {
    await visitor.goto(address);
    await expect(visitor.getByText('Mind', { exact: false }).first()).toBeVisible();
    await expectNothingRan(visitor);
  }

  const page = await openPage(office);
  await page.goto('/admin/cms/legal?block=privacy-policy');
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible();
  const fields = page.getByRole('form', { name: 'Privacy' }).locator('input[type="text"], textarea');
  for (const field of await fields.all()) await field.fill(MARKED.slice(0, 150));
  for (const editor of ['Text', 'Text, 中文']) await paste(page, editor, MARKED);
  await expect(page.getByText(/Draft saved, /)).toBeVisible();
  await expectNothingRan(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('No unpublished changes.')).toBeVisible();
  await page.getByRole('button', { name: 'View Version 2' }).click();
  await expect(page.getByRole('dialog').getByText('Introduction', { exact: true })).toBeVisible();
  await expectNothingRan(page);
  await visitor.goto('/privacy-policy');
  await expectNothingRan(visitor);
  await follow(page, '/admin/cms/changes');
  await expectView(page, '/admin/cms/changes');
  await expectNothingRan(page);
});
