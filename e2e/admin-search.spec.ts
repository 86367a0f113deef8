import { expect, type Page } from '@playwright/test';
import { createCustomer } from '#features/people/customers/contract.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { heading } from './support/booking.ts';
import { book, freeTime, openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { newMobile, signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const chosen = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true });

/** Opens the search by its key, and types. */
async function searchFor(page: Page, q: string): Promise<void> {
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(q);
}

test('the office finds everything by the keyboard', async ({ openPage }) => {
  const business = await openTestBusiness();
  const { office } = business;
  const rachel = await signUp('Rachel', 'Quek');
  const visit = await book(business, rachel, { startTime: await freeTime(business) });
  const job = await call(getJob, { params: { id: visit.id } }, office);
  for (const [firstname, lastname] of [
    ['Asha', 'Jaykay'],
    ['Bala', 'Jaykay'],
    ['Zainab', 'Firstly'],
    ['Zainab', 'Secondly'],
  ] as const) {
    const mobile = newMobile();
    const body = { firstname, lastname, mobile, email: `${mobile}@example.sg` };
    await call(createCustomer, { body }, office);
  }
  const page = await openPage(office);

  await test.step('a number, half a mobile number, a page, a command', async () => {
    await page.goto('/admin/customers');
    await expect(heading(page)).toBeVisible();
    await searchFor(page, rachel.mobile.slice(-5));
    await expect(chosen(page)).toContainText('Rachel Quek');
    await expect(page.getByRole('status').filter({ hasText: 'in Customers' })).toContainText('in Jobs');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Rachel Quek');
    await expect(heading(page)).toBeFocused();

    // Enter waits for the results of what has been typed.
    await searchFor(page, `#${job.number}`);
    await page.keyboard.press('Enter');
    await expect(heading(page)).toContainText(`Job ${job.number}, `);

    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('new job for rachel quek');
    await expect(chosen(page)).toContainText('New job for Rachel Quek');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Choose another customer')).toBeVisible();
    await expect(page.getByText('Rachel Quek')).toBeVisible();

    await searchFor(page, 'public hol');
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Hours and holidays');
  });

  await test.step('a search without matches says so, and one that fails can be repeated', async () => {
    await follow(page, '/admin/customers');
    await expect(heading(page)).toHaveText('Customers');
    await searchFor(page, 'zzqzzq');
    await expect(page.getByRole('status').filter({ hasText: 'No matches.' })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.route('**/api/search?*', (route) => route.abort('internetdisconnected'));
    await searchFor(page, 'rachel');
    await expect(page.getByRole('alert')).toContainText('The search could not be completed.');
    await page.unroute('**/api/search?*');
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a late reply never replaces the results of a newer search', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/search?q=zainab*f', async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined); // aborted by the page
    });
    const asked = page.waitForRequest((request) => /search\?q=zainab.*f$/.test(request.url()));
    await searchFor(page, 'zainab f');
    await asked;
    await page.keyboard.press('Backspace');
    await page.keyboard.type('s');
    await expect(chosen(page)).toContainText('Zainab Secondly');
    held.resolve();
    await expect(chosen(page)).toContainText('Zainab Secondly');
    await expect(page.getByRole('option', { name: /Firstly/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('rows are walked, ticked and opened, pages opened and shortcuts listed by single keys', async () => {
    await follow(page, '/admin/customers?q=jaykay&sortby=fullname&order=asc');
    const name = (text: string) => page.getByRole('link', { name: text });
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(name('Asha Jaykay')).toBeVisible();
    await page.keyboard.press('j');
    await expect(name('Asha Jaykay')).toBeFocused();
    await page.keyboard.press('j');
    await expect(name('Bala Jaykay')).toBeFocused();
    await page.keyboard.press('j');
    await expect(name('Bala Jaykay')).toBeFocused();
    await page.keyboard.press('x');
    await expect(page.getByLabel('Select Bala Jaykay')).toBeChecked();
    await page.keyboard.press('k');
    await expect(name('Asha Jaykay')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Asha Jaykay');

    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(heading(page)).toHaveText('Customer messages');
    const tabs = page.getByRole('navigation', { name: 'Inbox' });
    await expect(tabs.getByRole('link')).toHaveText([
      'Customer messages',
      'Contact requests',
      'Applications',
      'Reviews',
    ]);

    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('j'); // belongs to the dialog
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
  });
});
