import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { heading } from './support/booking.ts';
import { openOffice } from './support/people.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

test('an owner exports everything and downloads the file', async ({ openPage }) => {
  const page = await openPage(await openOffice(), DESK);
  await page.goto('/admin/admins');
  await page.getByRole('link', { name: 'Export' }).click();
  await expect(heading(page)).toHaveText('Export');
  await page.getByRole('button', { name: 'Export everything' }).click();
  const latest = page.getByRole('row').filter({ hasText: 'Done' }).first();
  await expect(latest).toContainText('Done');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    latest.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^kemas-\d{4}-\d\d-\d\d\.zip$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
});
