import { expect } from '@playwright/test';
import { sandboxMessages } from '#platform/contract/sandbox-calls.ts';
import { expectAccessible } from './support/axe.ts';
import { call } from './support/call.ts';
import { newMobile, openOffice } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const EMAIL = 'hui.min@example.com';
const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };

/** The e-mails to an address, newest first. */
const mailsTo = async (to: string) => (await call(sandboxMessages, { query: { to } })).items;

test('a visitor writes on a phone, the office replies, and the reply is sent by e-mail', async ({
  openPage,
}) => {
  const visitor = await openPage(null, PHONE);
  await visitor.goto('/contact-us');
  await visitor.getByLabel('First name').fill('Hui Min');
  await visitor.getByLabel('Message').fill('Do you clean ovens?');
  await visitor.getByRole('button', { name: 'Send message' }).click();
  await expect(visitor.getByText('Check the e-mail address.')).toBeVisible();
  await expect(visitor.getByLabel('E-mail')).toBeFocused();
  await visitor.getByLabel('E-mail').fill(EMAIL);
  await visitor.getByRole('button', { name: 'Send message' }).dblclick();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Your message is with us.');
  await follow(visitor, '/contact-us');
  await expect(visitor.getByLabel('Message')).toHaveValue('');

  const office = await openPage(await openOffice(), DESK);
  await office.goto('/admin/contact-requests');
  await expect(office.getByRole('link', { name: 'Hui Min' })).toHaveCount(1);
  await office.getByRole('link', { name: 'Hui Min' }).click();
  await expect(office.getByText('Do you clean ovens?')).toBeVisible();
  await office.getByText('Being answered', { exact: true }).click();
  await expect(office.getByText(/^Being answered by/)).toBeVisible();
  await expectAccessible(office);
  await office.getByLabel('Reply').fill('We do, with the fridge too.');
  await office.getByRole('button', { name: 'Send reply' }).click();
  await expect(office.getByText(/^Reply sent by/)).toBeVisible();
  await expect(office.getByText(/^Answered by/)).toBeVisible();

  await office.getByRole('main').getByRole('link', { name: 'New job' }).click();
  await expect(office.getByLabel('First name')).toHaveValue('Hui Min');
  await expect(office.getByLabel('E-mail')).toHaveValue(EMAIL);
  await expect(office.getByLabel('Mobile')).toBeFocused();

  await expect.poll(async () => (await mailsTo(EMAIL)).length).toBe(1);
  const [answer] = await mailsTo(EMAIL);
  expect(answer?.body).toContain('We do, with the fridge too.');
  expect(answer?.body).toContain('> Do you clean ovens?');
});

test('someone applies in Chinese, the office finds the application, and the applicant becomes a cleaner', async ({
  openPage,
}) => {
  const applicant = await openPage(null, PHONE);
  await applicant.goto('/join-us');
  await applicant.getByRole('button', { name: '中文' }).click();
  await applicant.getByLabel('名字').fill('美玲');
  await applicant.getByLabel('电话').fill(newMobile());
  await applicant.getByLabel('我想做').selectOption({ label: '兼职' });
  await applicant.getByRole('button', { name: '提交申请' }).click();
  await expect(applicant.getByRole('heading', { level: 1 })).toHaveText('我们收到您的申请了。');

  const office = await openPage(await openOffice(), DESK);
  await office.goto('/admin/applications');
  await office.getByRole('link', { name: '美玲' }).click();
  await expect(office.getByText('No e-mail address was given. Call instead.')).toBeVisible();
  await office.getByText('Invited', { exact: true }).click();
  await expect(office.getByText(/^Invited by/)).toBeVisible();
  await office.getByRole('link', { name: 'Hire' }).click();
  await expect(office.getByLabel('First name')).toHaveValue('美玲');
  await office.getByRole('button', { name: 'Add cleaner' }).first().click();
  await expect(office.getByText(/美玲 is now a cleaner\./)).toBeVisible();
  await expect(office).toHaveURL(/\/admin\/cleaners\/[^/]+\/availability$/);
  await follow(office, '/admin/applications?state=hired');
  await office.getByRole('link', { name: '美玲' }).click();
  await office.getByRole('link', { name: 'Open 美玲’s page' }).click();
  await expect(office).toHaveURL(/\/admin\/cleaners\/[^/]+\/view$/);
});
