import { expect, type Page } from '@playwright/test';
import { heading, times } from './support/booking.ts';
import { openTestBusiness } from './support/business.ts';
import { newestCode } from './support/codes.ts';
import { tabAndEnter, tabAndType, tabTo } from './support/keys.ts';
import { newMobile } from './support/people.ts';
import { test } from './support/test.ts';

test("a clean is booked and paid by keyboard only, with focus on each step's heading", async ({ page }) => {
  await openTestBusiness();
  const mobile = newMobile();
  const { keyboard } = page;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const arriveAt = async (title: string | RegExp) => {
    await expect(heading(page)).toHaveText(title);
    await expect(heading(page)).toBeFocused();
  };

  await page.goto('/');
  await tabTo(page, page.getByRole('radio', { name: '4-room' }));
  await keyboard.press('ArrowLeft');
  await tabAndEnter(page, page.getByRole('link', { name: 'See times' }));

  await arriveAt('Where is home, and how big is it?');
  await tabAndType(page, 'Postal code', '310145');
  await expect(page.getByRole('radio', { name: '3-room' })).toBeChecked();
  await tabTo(page, page.getByRole('radio', { name: /^Bring them along/ }));
  await keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'Bring them along' })).toBeChecked();
  await tabAndEnter(page, button('See free times'));

  await arriveAt('When shall we come?');
  await expect(times(page).first()).toBeVisible();
  const days = page.getByRole('grid').getByRole('button');
  await tabTo(page, page.locator('[data-date][tabindex="0"]'));
  await arrowToNextOpenDay(page);
  await keyboard.press('Enter');
  await expect(days.and(page.locator('[aria-pressed="true"]'))).toBeFocused();
  await tabTo(page, page.locator('[data-slot][tabindex="0"]'));
  await keyboard.press('ArrowRight');
  await keyboard.press('Space');
  await expect(times(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await tabAndEnter(page, button(/^Keep /));

  await arriveAt('Which block and unit?');
  await tabAndType(page, 'Block and street', 'Blk 145 Lor 2 Toa Payoh');
  await tabAndType(page, 'Unit', '#08-112');
  await tabAndEnter(page, button('Use this address'));

  await arriveAt('Anything we should know?');
  await tabAndType(page, 'Special requests', 'The orchids.');
  await tabAndEnter(page, button('Continue to your number'));

  await arriveAt('Your number');
  await tabAndType(page, 'Mobile number', mobile);
  await keyboard.press('Enter');
  await expect(page.getByLabel('6-digit code')).toBeFocused();
  await keyboard.type(await newestCode(mobile));

  await arriveAt('Nice to meet you');
  await tabAndType(page, 'First name', 'Rachel');
  await tabAndType(page, 'E-mail', `person.${mobile}@example.sg`);
  await keyboard.press('Enter');

  await arriveAt('Check and pay');
  await tabAndType(page, 'Card number', '4242424242424242');
  await tabAndType(page, 'Expiry', '1234');
  await tabAndType(page, 'Security code', '123');
  await tabAndEnter(page, button(/^Pay S\$/));

  await arriveAt(/^Booked\. See you \w+day\.$/);
  await tabAndEnter(page, page.getByRole('link', { name: 'See your booking' }));
  await expect(page.getByText('The orchids.')).toBeVisible();
  await expect(heading(page)).toBeFocused();
});

/** Within this number of days one is available, despite closed and full days. */
const DAYS_AHEAD = 21;

/** Moves from day to day by arrow key, past Sundays and holidays. */
async function arrowToNextOpenDay(page: Page): Promise<void> {
  const focused = page.locator('[data-date]:focus');
  const before = await focused.getAttribute('data-date');
  for (let day = 1; day <= DAYS_AHEAD; day += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(focused).not.toHaveAttribute('data-date', before ?? '');
    if ((await focused.getAttribute('data-state')) === 'open') return;
  }
  throw new Error('No available day within three weeks');
}
