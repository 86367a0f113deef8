import { chromium, expect, type Page } from '@playwright/test';
import { AISYAH, openTestBusiness } from './support/business.ts';
import { countCodes, newestCode } from './support/codes.ts';
import { type Customer, cleanerSession, signUp } from './support/people.ts';
import { OFFICE } from './support/server.ts';
import { test } from './support/test.ts';

test.use({ freshBrowser: true });

let rachel: Customer;

test.beforeAll(async () => {
  await openTestBusiness();
  rachel = await signUp('Rachel', 'Tan');
});

/** The session's entries in both storages. */
function storages(page: Page) {
  return page.evaluate(() => {
    const inTab = sessionStorage.getItem('params');
    const kept = localStorage.getItem('params');
    return { inTab: inTab && JSON.parse(inTab), kept: kept && JSON.parse(kept) };
  });
}

async function signInByCode(page: Page, mobile: string, { stay = true } = {}): Promise<void> {
  const before = await countCodes(mobile);
  await page.getByLabel('Mobile number').fill(mobile);
  await page.getByLabel('Keep me signed in').setChecked(stay);
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await page.getByLabel('6-digit code').fill(await newestCode(mobile, before));
}

async function signInToOffice(page: Page): Promise<void> {
  await page.getByLabel('Sign-in name').fill(OFFICE.identity);
  await page.getByLabel('Password').fill(OFFICE.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('without "stay signed in" the session is in the tabs only, and new ones join in', async ({ page }) => {
  await test.step('signing in returns to the requested page', async () => {
    await page.goto('/dashboard/bookings?show=past');
    await expect(page).toHaveURL('/signin?next=%2Fdashboard%2Fbookings%3Fshow%3Dpast');
    await signInByCode(page, rachel.mobile, { stay: false });
    await expect(page).toHaveURL('/dashboard/bookings?show=past');
  });
  const { inTab, kept } = await storages(page);
  expect(inTab).toMatchObject({ type: 'customer', id: rachel.id, isSignedIn: true, isFBlogged: false });
  expect(kept).toBeNull();
  const bound = (await page.context().cookies()).find(({ name }) => name.endsWith('sfp'));
  expect(bound?.expires, 'ends with the browser').toBe(-1);
  const other = await page.context().newPage();
  await other.goto('/dashboard/bookings');
  await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect((await storages(other)).kept).toBeNull();

  await page.close();
  await other.close();
  const later = await page.context().newPage();
  await later.goto('/dashboard');
  await expect(later).toHaveURL('/signin?next=%2Fdashboard');
});

test('after another person has signed in, a new tab is theirs, and the earlier person has to sign in again', async ({
  page,
}) => {
  await page.goto('/admin/signin');
  await signInToOffice(page);
  await expect(page).toHaveURL('/admin/overview');
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await expect(other).toHaveURL('/admin/overview');
  await other.getByRole('button', { name: /^Your menu/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other).toHaveURL('/');
  await expect(page).toHaveURL('/');

  await other.goto('/signin');
  await page.goto('/admin/signin');
  await signInToOffice(page);
  await expect(page).toHaveURL('/admin/overview');
  await signInByCode(other, rachel.mobile, { stay: false });
  await expect(other).toHaveURL('/dashboard');
  const next = await page.context().newPage();
  await next.goto('/dashboard/bookings');
  await expect(next.getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect((await storages(next)).inTab).toMatchObject({ id: rachel.id });
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/signin/);
});

test(
  'a browser that was closed is signed out, even after the name was changed',
  {
    tag: '@deep',
  },
  async (
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the fixtures' pattern
    {},
    testInfo,
  ) => {
    const { executablePath } = testInfo.project.use.launchOptions ?? {};
    const profile = testInfo.outputPath('profile');
    const open = () =>
      chromium.launchPersistentContext(profile, {
        ...(executablePath && { executablePath }),
        ...(testInfo.project.use.baseURL && { baseURL: testInfo.project.use.baseURL }),
        locale: 'en-SG',
      });
    const person = await signUp('Kai', 'Lim');
    const before = await open();
    const page = await before.newPage();
    await page.goto('/signin');
    await signInByCode(page, person.mobile, { stay: false });
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/dashboard/account');
    await page.getByLabel('First name').fill('Kai Ming');
    await page.getByRole('button', { name: 'Save my details' }).click();
    await expect(page.getByText('Your details are saved.')).toBeVisible();
    const { inTab, kept } = await storages(page);
    expect(inTab).toMatchObject({ id: person.id, firstname: 'Kai Ming' });
    expect(kept).toEqual({ firstname: 'Kai Ming', lastname: 'Lim', fullname: expect.any(String) });
    const bound = (await before.cookies()).find(({ name }) => name.endsWith('sfp'));
    expect(bound?.expires, 'ends with the browser').toBe(-1);
    await before.close();

    const after = await open();
    const next = await after.newPage();
    await next.goto('/dashboard');
    await expect(next).toHaveURL('/signin?next=%2Fdashboard');
    expect(await storages(next)).toEqual({ inTab: null, kept: null });
    await after.close();

    // The control: who chose to stay signed in still is.
    const staying = await open();
    const own = await staying.newPage();
    await own.goto('/signin');
    await signInByCode(own, person.mobile);
    await expect(own).toHaveURL('/dashboard');
    await staying.close();
    const back = await open();
    const again = await back.newPage();
    await again.goto('/dashboard/account');
    await expect(again.getByLabel('First name')).toHaveValue('Kai Ming');
    await back.close();
  },
);

test('a customer is signed in in the next tab, until signing out clears both storages', async ({ page }) => {
  await page.goto('/signin');
  await expect(page.getByLabel('Keep me signed in')).not.toBeChecked();
  await signInByCode(page, rachel.mobile);
  await expect(page).toHaveURL('/dashboard');
  const { inTab, kept } = await storages(page);
  expect(inTab).toBeNull();
  expect(kept).toMatchObject({ type: 'customer', id: rachel.id, staySignedIn: true });
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible();

  const answered = page.waitForResponse('**/api/signout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  expect(await storages(page)).toEqual({ inTab: null, kept: null });
  await expect(other).toHaveURL('/');
  await answered;

  await test.step('a token is rejected by the server after sign-out', async () => {
    await page.evaluate((session) => localStorage.setItem('params', session), JSON.stringify(kept));
    await page.goto('/dashboard/bookings');
    await expect(page).toHaveURL('/signin?next=%2Fdashboard%2Fbookings');
    expect(await storages(page)).toEqual({ inTab: null, kept: null });
  });
});

test("the office's sign-in requires both fields, and shows one error for wrong credentials", async ({
  page,
}) => {
  await page.goto('/admin/signin?next=//evil.test/admin');
  await page.getByLabel('Sign-in name').fill('  ');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('[error] Missing `identity` and/or `password` parameter');
  await page.getByLabel('Sign-in name').fill(OFFICE.identity);
  await page.getByLabel('Password').fill('not the key at all');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText(/name or password|password/i);
  await test.step('signing in never redirects to another site', async () => {
    await page.getByLabel('Password').fill(OFFICE.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/admin/overview');
    await expect(page.getByRole('heading', { name: 'Needs you', exact: true })).toBeVisible();
  });
});

/** The other areas and roles: redirects.test.ts. */
test('a cleaner is redirected from the office to their own area', async ({ openPage }) => {
  const page = await openPage(await cleanerSession(AISYAH));
  await page.goto('/admin/jobs');
  await expect(page).toHaveURL('/cleaner/dashboard');
});
