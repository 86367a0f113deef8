import { expect, type Page } from '@playwright/test';
import { type FakeGraph, startFakeGraph } from '#platform/testing/fake-graph.ts';
import { expectAccessible } from './support/axe.ts';
import { countCodes, newestCode } from './support/codes.ts';
import { newMobile } from './support/people.ts';
import { FACEBOOK, GRAPH_PORT } from './support/server.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

let graph: FakeGraph;
test.beforeAll(async () => {
  graph = await startFakeGraph({ port: GRAPH_PORT, ...FACEBOOK });
});
test.afterAll(() => graph.close());

/** Fakes Facebook's script as far as the page uses it: its window is confirmed at once. */
async function meetFacebook(page: Page, answer: { accessToken: string; userID: string }): Promise<void> {
  await page.route('https://connect.facebook.net/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: `window.FB = { init() {}, login: (answered) => answered({ authResponse: ${JSON.stringify(answer)} }) };`,
    }),
  );
}

test('a new customer signs in with Facebook, verifies their number once, and is recognised the next time', async ({
  openPage,
}) => {
  const person = { userID: '60718293', name: 'Rachel Ong', email: 'rachel.ong@example.sg' };
  const token = () => ({ accessToken: graph.issueToken(person), userID: person.userID });
  const mobile = newMobile();

  const page = await openPage(null, PHONE);
  await meetFacebook(page, token());
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: 'Continue with Facebook' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue with Facebook' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your mobile number');
  await expect(page.getByText(/^Hi Rachel Ong\./)).toBeVisible();
  const before = await countCodes(mobile);
  await page.getByLabel('Mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await page.getByLabel('6-digit code').fill(await newestCode(mobile, before));
  await expect(page.getByLabel('First name')).toHaveValue('Rachel Ong');
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const stored = await page.evaluate(
    () => localStorage.getItem('params') ?? sessionStorage.getItem('params'),
  );
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ isFBlogged: true, isSignedIn: true });

  const again = await openPage(null);
  await meetFacebook(again, token());
  await again.goto('/signin?next=%2Fdashboard%2Fbookings');
  await again.getByRole('button', { name: 'Continue with Facebook' }).click();
  await expect(again).toHaveURL(/\/dashboard\/bookings$/);
  const kept = await again.evaluate(() => sessionStorage.getItem('params'));
  expect(JSON.parse(kept ?? '{}')).toMatchObject({ type: 'customer', isFBlogged: true, isSignedIn: true });

  // Facebook does not verify a number, so disconnecting it requires a code.
  await follow(again, '/dashboard/account');
  const asked = await countCodes(mobile);
  await again.getByRole('button', { name: 'Stop signing in with Facebook' }).click();
  await again.getByRole('button', { name: 'Text me a code' }).click();
  await again.getByLabel('6-digit code').fill(await newestCode(mobile, asked));
  await expect(again.getByText('Facebook sign-in is off. Use your mobile number.')).toBeVisible();
});

/** A window that is closed without an answer: facebook.test.tsx. */
test('a token of another app does not sign in', async ({ openPage }) => {
  const page = await openPage(null, PHONE);
  const stolen = { accessToken: graph.issueToken({ userID: '666', appID: '42' }), userID: '666' };
  await meetFacebook(page, stolen);
  await page.goto('/signin');
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('button', { name: '用 Facebook 登录' }).click();
  await expect(page.getByText('Facebook 无法确认您的身份。请再试一次，或用手机号码登录。')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => sessionStorage.getItem('params'))).toBeNull();
});
