import { expect } from '@playwright/test';
import { updateCard } from '#features/money/cards/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { call, type Signed } from './support/call.ts';
import { openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let office: Signed;

test.beforeAll(async () => {
  office = await openOffice();
});

test('the office charges a stored card, refunds a part, and sees the remainder', async ({ openPage }) => {
  const customer = await signUp('Zainab', 'Musa');
  await call(updateCard, { body: { stripeToken: 'tok_visa' } }, customer);
  const page = await openPage(office);
  await page.goto('/admin/transactions/new?way=card');
  await page.getByRole('button', { name: /^Charge/ }).click();
  await expect(page.getByText('Choose a customer.')).toBeVisible();
  await page.getByLabel('Customer', { exact: true }).fill('Zainab');
  await page.getByRole('button', { name: /^Zainab Musa/ }).click();
  await page.getByLabel('Amount').fill('25');
  await page.getByLabel('What it is for').fill('Lost key');
  await page.getByRole('button', { name: 'Charge S$25.00' }).click();
  await expect(
    page.getByRole('heading', { name: /^Ad-hoc charge, receipt \d+, Zainab Musa$/ }),
  ).toBeVisible();
  await expect(page.getByText('S$25.00 can still be refunded.', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByLabel('Amount').fill('25.01');
  await page.getByRole('button', { name: 'Refund S$25.01' }).click();
  await expect(page.getByText('At most S$25.00 can be refunded.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Amount').fill('10');
  await page.getByLabel('Reason').fill('Found one of two');
  await page.getByRole('button', { name: 'Refund S$10.00' }).click();
  await expect(page.getByText('S$15.00 can still be refunded.', { exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: '−S$10.00' })).toBeVisible();

  await follow(page, '/admin/transactions?q=Zainab');
  await expect(page.getByRole('row', { name: /Refund.*−S\$10\.00/ })).toBeVisible();
  await follow(page, '/admin/transactions/alarms');
  // Payments of other tests may need attention; this one does not.
  const nothing = page.getByText('No payments need attention.');
  await expect(nothing.or(page.getByRole('button', { name: 'Resolve' }).first())).toBeVisible();
  await expect(page.getByText('Zainab Musa')).toHaveCount(0);
});
