import { expect, type Page } from '@playwright/test';
import { createJob } from '#features/booking/booking/contract.ts';
import { writeMessage } from '#features/work/conversations/contract.ts';
import { addTimeOff } from '#features/work/schedule/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { heading, press } from './support/booking.ts';
import { openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { openOffice } from './support/people.ts';
import { bookWeekly, type Home, moveToTampines } from './support/series.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const DESK = { width: 1440, height: 900 };
/** In minutes. */
const DAY = 24 * 60;

/** Opens a tab of the jobs list, and a customer's job in it. */
async function openFrom(page: Page, tab: string, { lastname }: Home): Promise<void> {
  await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
  await page.getByRole('button', { name: new RegExp(`^${tab} \\d+$`) }).click();
  const row = page.getByRole('row').filter({ hasText: lastname });
  await expect(row).toHaveCount(1);
  await row.getByRole('link').first().click();
  await expect(heading(page)).toBeVisible();
}

test('a day in the office: a missing crew, a payment, a late cleaner, a move, a message, a cancellation', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const lee = await moveToTampines(business.office, 'Hui Min');
  const ong = await moveToTampines(business.office, 'Rachel');
  const tan = await moveToTampines(business.office, 'Wei');
  const [today] = await bookWeekly(business, lee, { count: 1 });
  const [upcoming] = await bookWeekly(business, ong, { count: 1, weeks: 2 });
  if (today === undefined || upcoming === undefined) throw new Error('Expected booked visits');

  // 9:30, and nobody has begun Hui Min's clean. Rachel's cleaner falls ill; Wei is about to pay.
  await setClock(minutesFrom(today.startTime, 30));
  const office = await openOffice();
  const away = {
    startTime: minutesFrom(upcoming.startTime, -60),
    endTime: minutesFrom(upcoming.startTime, DAY),
  };
  await call(addTimeOff, { params: { id: ong.cleanerID }, body: { ...away, acknowledge: true } }, office);
  const { packageID } = business;
  const { addressID } = tan.customer;
  const at = { startTime: minutesFrom(today.startTime, 7 * DAY), cleaner1ID: tan.cleanerID };
  await call(createJob, { body: { packageID, addressID, hours: 4, ...at } }, tan.customer);
  const question = { params: { id: upcoming.id }, body: { text: 'Can you come by side gate B?' } };
  await call(writeMessage, question, ong.customer);

  const page = await openPage(office, { viewport: DESK });
  await page.goto('/admin/jobs');
  await openFrom(page, 'Late', lee);
  await openFrom(page, 'Unpaid', tan);
  await expect(page.getByText('Held', { exact: false }).first()).toBeVisible();
  await openFrom(page, 'Needs crew', ong);
  await expect(page.getByText(/^Cannot come: /)).toBeVisible();

  await press(page, `Change ${ong.cleaner} Devi`);
  const crew = page.getByRole('dialog', { name: `Replace ${ong.cleaner} Devi` });
  await crew.getByRole('button', { name: new RegExp(lee.cleaner) }).click();
  await expect(crew).toBeHidden();
  await expect(page.getByRole('button', { name: `Change ${lee.cleaner} Devi` })).toBeVisible();
  await expect(page.getByText(/^Cannot come: /)).toBeHidden();

  await page.getByRole('link', { name: 'Move', exact: true }).click();
  const move = page.getByRole('dialog', { name: 'Move this visit' });
  await move.getByRole('button', { name: /^2:00 pm/ }).click();
  await expectAccessible(page);
  await move.getByRole('button', { name: /^Move to .*2:00 pm$/ }).click();
  await expect(move).toBeHidden();
  await expect(heading(page)).toContainText('2:00 pm');

  await follow(page, '/admin/conversations');
  await page.getByRole('link', { name: `Rachel ${ong.lastname}` }).click();
  await page.getByLabel('Message to the customer').fill('Gladly, by side gate B.');
  await press(page, 'Send message');
  const thread = page.getByRole('list', { name: 'Conversation' }).getByRole('listitem');
  await expect(thread).toHaveCount(2);
  await expect(page.getByText('Waiting for an answer.')).toBeHidden();

  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel this visit' });
  await expect(cancel.getByRole('radio', { name: /^We do/ })).toBeChecked();
  await cancel.getByLabel('Reason').fill('The lift is out of order');
  await expectAccessible(page);
  await cancel.getByRole('button', { name: 'Cancel the visit, S$104.00 back' }).click();
  await expect(page.getByText(/^Cancelled\. S\$104\.00 back to/)).toBeVisible();

  const history = page.getByRole('list').filter({ hasText: '“The lift is out of order”' }).last();
  await expect(history).toContainText('Cancelled');
  await expect(history).toContainText('Moved');
  await expect(history).toContainText('2:00 pm');
  await expect(history).toContainText(lee.cleaner);
  await expect(history).toContainText('Booked');
});
