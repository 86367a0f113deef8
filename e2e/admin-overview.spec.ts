import { expect } from '@playwright/test';
import { createJob } from '#features/booking/booking/contract.ts';
import { contactRequests, submitBody } from '#features/site/contact-requests/contract.ts';
import { writeMessage } from '#features/work/conversations/contract.ts';
import { addTimeOff } from '#features/work/schedule/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { openOffice } from './support/people.ts';
import { bookWeekly, moveToTampines } from './support/series.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const DESK = { width: 1440, height: 900 };
/** In minutes. */
const DAY = 24 * 60;

test("an owner's morning: a visit without crew, a late cleaner, an unpaid booking, a message, a request", async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const lee = await moveToTampines(business.office, 'Hui Min');
  const ong = await moveToTampines(business.office, 'Rachel');
  const [today] = await bookWeekly(business, lee, { count: 1 });
  const [ahead] = await bookWeekly(business, ong, { count: 1, start: '14:00' });
  if (today === undefined || ahead === undefined) throw new Error('Expected booked visits');

  // 9:20, and Hui Min's cleaner has not begun. Rachel's cleaner is ill this afternoon.
  await setClock(minutesFrom(today.startTime, 20));
  const office = await openOffice();
  const away = {
    startTime: minutesFrom(ahead.startTime, -60),
    endTime: minutesFrom(ahead.startTime, 8 * 60),
  };
  await call(addTimeOff, { params: { id: ong.cleanerID }, body: { ...away, acknowledge: true } }, office);
  const { packageID } = business;
  const { addressID } = lee.customer;
  const at = { startTime: minutesFrom(today.startTime, 7 * DAY), cleaner1ID: lee.cleanerID };
  await call(createJob, { body: { packageID, addressID, hours: 4, ...at } }, lee.customer);
  const question = { params: { id: ahead.id }, body: { text: 'Can you come by side gate B?' } };
  await call(writeMessage, question, ong.customer);
  const request = submitBody.parse({ firstname: 'Siti', email: 'siti@example.com', message: 'Any ovens?' });
  await call(contactRequests.create, { body: request });

  const page = await openPage(office, { viewport: DESK });
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/overview');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Tuesday \d+ \w+$/);
  const row = (words: string | RegExp) => page.getByRole('listitem').filter({ hasText: words });
  const late = row(`${lee.cleaner} Devi has not started`);
  await expect(late.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:\+65\d{8}$/);
  await expect(row(`Rachel ${ong.lastname}, since`)).toContainText('side gate B');
  await expect(row('Siti, ').getByRole('link', { name: 'Read' })).toBeVisible();
  await expect(row(`Hui Min ${lee.lastname}, S$`).getByRole('link', { name: 'Take payment' })).toBeVisible();
  await expectAccessible(page);

  // The visit without crew: one press, and the row is gone.
  const noCrew = row(`${ong.cleaner} Devi cannot come`);
  await expect(noCrew.getByRole('link', { name: 'Find crew' })).toHaveAttribute('href', /ask=crew-1$/);
  await noCrew.getByRole('button', { name: /^Assign / }).click();
  await expect(page.getByText(new RegExp(`is assigned to Rachel ${ong.lastname}’s visit`))).toBeVisible();
  await expect(noCrew).toHaveCount(0);

  // The payment link is sent; the booking stays unpaid.
  const unpaid = row(`Hui Min ${lee.lastname}, S$`);
  await unpaid.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`Hui Min ${lee.lastname} has the payment link`)).toBeVisible();
  await expect(unpaid).toHaveCount(1);

  // A message is put off until 2 pm, and back with Undo; an emergency cannot wait.
  await expect(late.getByRole('button', { name: 'Later' })).toHaveCount(0);
  const message = row(`Rachel ${ong.lastname}, since`);
  await message.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('menuitem', { name: '2:00 pm' }).click();
  await expect(message).toHaveCount(0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(message).toHaveCount(1);

  // J walks to the first action; the clock-in leads to the job and back.
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Call' }).first()).toBeFocused();
  await late.getByRole('link', { name: 'Clock in' }).click();
  const clock = page.getByRole('dialog', { name: new RegExp(`^Clock in ${lee.cleaner}`) });
  await clock.getByLabel('Reason').fill('Phone is flat');
  await clock.getByRole('button', { name: 'Clock in' }).click();
  await expect(clock).toBeHidden();
  await follow(page, '/admin/overview');
  await expect(row(`${lee.cleaner} Devi`).filter({ hasText: 'At work' })).toContainText('until 1:00 pm');
  await expect(late).toHaveCount(0);

  await page.getByRole('button', { name: 'Show table' }).click();
  await expect(page.getByRole('row', { name: /^9 am/ })).toBeVisible();

  // On a phone: only what needs the office and who is out.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Needs you', 'Who is out now']);
});
