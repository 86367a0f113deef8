import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { sandboxClock, sandboxMessages } from '#platform/contract/sandbox-calls.ts';
import { expectAccessible } from './support/axe.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { openOffice } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

interface Person {
  readonly fullname: string;
  readonly identity: string;
  readonly email: string;
}
const HUI: Person = { fullname: 'Hui Min Ong', identity: 'hui.min', email: 'hui.min@office.example' };
const FIRST = 'kopi-o kosong satu';
const SECOND = 'teh tarik panas dua';
const THIRD = 'milo dinosaur ais tiga';
const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };

const now = async () => (await call(sandboxClock, {})).now;

/** Long enough for a new, unused code. */
const letTimePass = async () => setClock(minutesFrom(await now(), 2));

/** The current code of the authenticator app. */
async function codeNow(secret: string): Promise<string> {
  const timestamp = Temporal.Instant.from(await now()).epochMilliseconds;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

async function signIn(page: Page, { identity }: Person, password: string): Promise<void> {
  await page.goto('/admin/signin');
  await page.getByLabel('Sign-in name').fill(identity);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a new admin chooses a password by e-mail, turns on two-factor authentication and resets the password', async ({
  openPage,
}) => {
  const office = await openPage(await openOffice(), DESK);
  await test.step('the office adds an admin, and e-mails a link', async () => {
    await office.goto('/admin/admins');
    await office.getByRole('link', { name: 'New admin' }).click();
    await office.getByLabel('Full name').fill(HUI.fullname);
    await office.getByLabel('E-mail').fill(HUI.email);
    await office.getByLabel('Sign-in name').fill(HUI.identity);
    await office.getByLabel('Password', { exact: true }).fill('short');
    await office.getByRole('button', { name: 'Add admin' }).click();
    await expect(office.getByText('Use at least 12 characters.')).toBeVisible();
    await office.getByLabel('Password', { exact: true }).fill('');
    await office.getByRole('button', { name: 'Add admin' }).click();
    await expect(office.getByRole('heading', { level: 1 })).toHaveText(HUI.fullname);
    await office.getByRole('link', { name: 'Change', exact: true }).click();
    await office.getByRole('button', { name: 'E-mail a link instead' }).click();
    await expect(office.getByText(`A link is on its way to ${HUI.email}.`)).toBeVisible();
  });

  const phone = await openPage(null, PHONE);
  await test.step('who chooses a password by the link in the e-mail and signs in on a phone', async () => {
    await setMailedPassword(phone, HUI, FIRST);
    await signIn(phone, HUI, FIRST);
    await expect(phone).toHaveURL('/admin/overview');
    await follow(phone, '/admin/admins');
    await phone.getByRole('link', { name: HUI.fullname }).click();
    await phone.getByRole('link', { name: 'Your account' }).click();
    await expect(phone.getByText('This device')).toBeVisible();
  });

  let secret = '';
  await test.step('an admin turns on two-factor authentication, and signs in with a code', async () => {
    secret = await turnOnCode(phone);
    await changePassword(phone);
    await phone.getByRole('button', { name: /^Your menu/ }).click();
    await phone.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(phone).toHaveURL('/');
    await letTimePass();
    await signIn(phone, HUI, SECOND);
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Enter your code');
    await expectAccessible(phone);
    await typeCode(phone, secret);
    await expect(phone).toHaveURL('/admin/overview');
  });

  await test.step('a forgotten password is reset by e-mail, and the code is still required', async () => {
    await phone.getByRole('button', { name: /^Your menu/ }).click();
    await phone.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(phone).toHaveURL('/');
    await letTimePass();
    await resetByMail(phone, HUI, THIRD);
    await signIn(phone, HUI, SECOND);
    await expect(phone.getByText('The name or the password is wrong.')).toBeVisible();
    await phone.getByLabel('Password').fill(THIRD);
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await typeCode(phone, secret);
    await expect(phone).toHaveURL('/admin/overview');
  });
});

/** Turns on two-factor authentication in the own account; returns the authenticator's secret. */
async function turnOnCode(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByLabel('Your password').fill(FIRST);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const written = (await page.getByText(/^No camera/).textContent()) ?? '';
  const secret = written.replace('No camera? Type this key:', '').replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('That code does not work.')).toBeVisible();
  await page.getByLabel('Code from the app').fill(await codeNow(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  return secret;
}

async function changePassword(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await page.getByLabel('Current password').fill('not the one');
  await page.getByLabel('New password').fill(SECOND);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('That is not your current password.')).toBeVisible();
  await page.getByLabel('Current password').fill(FIRST);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password has changed.')).toBeVisible();
}

/** The second step of signing in, with the current code. */
async function typeCode(page: Page, secret: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code');
  await page.getByLabel('Code').fill(await codeNow(secret));
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Resets a forgotten password with the link in the e-mail. */
async function resetByMail(page: Page, person: Person, password: string): Promise<void> {
  await page.goto('/admin/signin');
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(page.getByText('Customers and cleaners sign in with a code')).toBeVisible();
  await page.getByLabel('Sign-in name').fill(person.identity);
  await page.getByRole('button', { name: 'E-mail me a link' }).click();
  await expect(page.getByText('a link is on its way')).toBeVisible();
  await setMailedPassword(page, person, password);
}

const usedLinks: string[] = [''];

/** Opens the link in the newest e-mail and sets a password. */
async function setMailedPassword(page: Page, { email }: Person, password: string): Promise<void> {
  const before = usedLinks.at(-1) ?? '';
  await expect.poll(() => newestLink(email)).not.toBe(before);
  const link = await newestLink(email);
  usedLinks.push(link);
  await page.goto(link);
  await page.getByLabel('New password').fill(password);
  await expect(page).toHaveURL('/reset-password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your new password is set.')).toBeVisible();
}

/** The path of the newest e-mailed link; the origin is removed, as the test server has its own port. */
async function newestLink(email: string): Promise<string> {
  const { items } = await call(sandboxMessages, { query: { to: email } });
  for (const { body } of items) {
    const link = /\/reset-password#[\w-]+/.exec(body)?.[0];
    if (link !== undefined) return link;
  }
  return '';
}

test('a tampered role in storage may change menus, but never gives access to data', async ({ openPage }) => {
  const { id } = await openOffice();
  const page = await openPage(null);
  await page.goto('/admin/signin');
  const asked: number[] = [];
  page.on('response', (reply) => {
    if (reply.url().includes('/api/admins')) asked.push(reply.status());
  });
  await page.evaluate((admin) => {
    const forged = { isSignedIn: true, jwt: 'forged', id: admin, type: 'admin', fullname: 'Mallory' };
    sessionStorage.setItem('params', JSON.stringify(forged));
  }, id);
  await page.goto('/admin/admins');
  await expect(page).toHaveURL(/\/admin\/signin/);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((status) => status === 401)).toBe(true);
});
