import { expect } from '@playwright/test';
import { openTestBusiness } from './support/business.ts';
import { test } from './support/test.ts';

test('the office can be read in 中文, and in English again', async ({ openPage }) => {
  const { office } = await openTestBusiness();
  const page = await openPage(office);
  await page.goto('/admin/jobs');
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: '中文' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '订单' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans-SG');
  await page.goto('/admin/settings/booking-rules');
  await expect(page.getByLabel('预约须提前多久')).toBeVisible();
  await page.getByRole('button', { name: /^您的菜单/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByLabel('Notice for bookings')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-SG');
});
