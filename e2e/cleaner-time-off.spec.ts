import { expect } from '@playwright/test';
import { listOwnTimeOffRequests } from '#features/work/cover/contract/time-off-requests.ts';
import { expectAccessible } from './support/axe.ts';
import { AISYAH, openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { cleanerSession, openOffice } from './support/people.ts';
import { test } from './support/test.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('a cleaner asks for time off on the phone; the office accepts it in the overview', async ({
  openPage,
}) => {
  await openTestBusiness();
  const office = await openOffice();
  const cleaner = await cleanerSession(AISYAH);
  const phone = await openPage(cleaner, PHONE);
  await phone.goto('/cleaner/profile');
  await phone.getByRole('link', { name: /Ask for time off/ }).tap();
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('My week');
  await phone.getByRole('button', { name: /Ask for time off/ }).tap();
  const sheet = phone.getByRole('dialog', { name: /Ask for time off/ });
  const first = await sheet.getByLabel(/First day/).getAttribute('min');
  await sheet.getByLabel(/First day/).fill(first ?? '');
  await expect(sheet.getByLabel(/Last day/)).toHaveValue(first ?? '');
  await sheet.getByLabel(/Reason/).fill('My sister marries');
  await expectAccessible(phone);
  await phone.setViewportSize(PHONE.viewport);
  await phone.context().setOffline(true);
  await expect(sheet.getByText('No signal. The office has not been asked.')).toBeVisible();
  await phone.context().setOffline(false);
  // The sheet is shorter without the notice: a press while it shrinks would miss the button.
  await expect(sheet.getByText('No signal. The office has not been asked.')).toBeHidden();
  await sheet.getByRole('button', { name: /Send to the office/ }).dblclick();
  await expect(sheet.getByText('Sent. The office answers by SMS.')).toBeVisible();
  await sheet
    .getByRole('button', { name: /^Close/ })
    .last()
    .tap();
  await expect(phone.getByText('Waiting for the office')).toBeVisible();

  const desk = await openPage(office, { viewport: { width: 1440, height: 900 } });
  await desk.goto('/admin/overview');
  const need = desk.getByRole('listitem').filter({ hasText: 'asks for time off' });
  await expect(need).toContainText('“My sister marries” No visits in that time.');
  await need.getByRole('button', { name: 'Accept' }).click();
  await expect(desk.getByText(/has time off, and is told by SMS\./)).toBeVisible();
  await expect(need).toBeHidden();
  await expect(phone.getByText('Accepted', { exact: true })).toBeVisible();
  const { items } = await call(listOwnTimeOffRequests, {}, cleaner);
  expect(items).toMatchObject([{ firstDay: first, state: 'accepted' }]);
});
