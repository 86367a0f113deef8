import { expect, type Page } from '@playwright/test';
import { sandboxMessages } from '#platform/contract/sandbox-calls.ts';
import { expectAccessible } from './support/axe.ts';
import { call } from './support/call.ts';
import { signUp } from './support/people.ts';
import { test } from './support/test.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const CONFIRM = '确认';

/**
 * The path of the newest confirmation link sent to an address; the origin is removed, as each test server has its own
 * port.
 */
async function newestLink(email: string): Promise<string> {
  const { items } = await call(sandboxMessages, { query: { to: email } });
  const links = items.map(({ body }) => /\/confirm-email#[\w-]+/.exec(body)?.[0]);
  return links.find((link) => link !== undefined) ?? '';
}

async function enterEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Save my details' }).click();
  await expect(page.getByText(`Waiting for confirmation of ${email}.`)).toBeVisible();
}

test('Priya confirms a new e-mail address with the link, after requesting a new link and changing her mind', async ({
  openPage,
}) => {
  const priya = await signUp('Priya', 'Nair');
  const page = await openPage(priya, PHONE);
  const [first, second] = [`first.${priya.mobile}@home.example`, `second.${priya.mobile}@home.example`];
  await page.goto('/dashboard/account');
  const field = page.getByLabel('E-mail', { exact: true });
  const old = await field.inputValue();

  await enterEmail(page, first);
  await expect(field).toHaveValue(old);
  await expect(page.getByText('Saved. One step left')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(page.getByText(`Your e-mail address stays ${old}.`)).toBeVisible();
  await expect(page.getByText('Waiting for confirmation')).toBeHidden();
  await expect(page.getByText('Saved. One step left')).toBeHidden();

  await enterEmail(page, second);
  await expect.poll(() => newestLink(second)).not.toBe('');
  const replaced = await newestLink(second);
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('We sent a new link.')).toBeVisible();
  await expect.poll(() => newestLink(second)).not.toBe(replaced);

  // On a device that is not signed in, as when opened from a mail app.
  const mailApp = await openPage(null, PHONE);
  await mailApp.goto(replaced);
  await mailApp.getByRole('button', { name: 'Confirm' }).click();
  await expect(mailApp.getByText('This link no longer works.', { exact: false })).toBeVisible();
  await expect(mailApp.getByRole('button', { name: 'Confirm' })).toBeHidden();
  await mailApp.goto('about:blank'); // changing only the # would not load the page
  await mailApp.goto(await newestLink(second));
  await expect(mailApp.getByRole('button', { name: 'Confirm' })).toBeVisible();
  await expect(mailApp).toHaveURL('/confirm-email');
  await expectAccessible(mailApp);
  await page.reload();
  await expect(field).toHaveValue(old);
  await mailApp.getByRole('button', { name: 'Confirm' }).click();
  await expect(mailApp.getByText('Your new e-mail address is confirmed.', { exact: false })).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(second);
  await expect(page.getByText('Waiting for confirmation')).toBeHidden();
});

test("the link's page is also in Chinese", { tag: '@deep' }, async ({ openPage }) => {
  const page = await openPage(null, { ...PHONE, locale: 'zh-SG' });
  await page.goto('/confirm-email#not-a-token');
  await page.getByRole('button', { name: CONFIRM, exact: true }).click();
  await expect(page.getByText('这个链接已失效。', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/');
  await page.goto('/confirm-email');
  await expect(page.getByText('请打开我们发到您新地址', { exact: false })).toBeVisible();
});
