import { expect, type Page } from '@playwright/test';
import { listMessages, listTexts, resetText } from '#features/messages/messages/contract.ts';
import { listUnanswered, resolveThread } from '#features/work/conversations/contract.ts';
import { updateJob } from '#features/work/jobs/contract.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { sandboxMessages } from '#platform/contract/sandbox-calls.ts';
import { expectAccessible } from './support/axe.ts';
import { heading, press } from './support/booking.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call, type Signed } from './support/call.ts';
import { minutesFrom, passMinutes, setClock } from './support/clock.ts';
import { type Customer, openOffice, signUp } from './support/people.ts';
import { ORIGIN } from './support/server.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };
/** In minutes. */
const DAY = 24 * 60;

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});
/** Restores the default texts for other tests. */
test.afterAll(async () => {
  const office = await openOffice();
  for (const { kind, channel, language, version, isDefault } of (await call(listTexts, {}, office)).items)
    if (!isDefault) await call(resetText, { params: { kind, channel, language }, body: { version } }, office);
});

const inboxOf = async (to: string) => (await call(sandboxMessages, { query: { to } })).items;
const mailOf = ({ mobile }: Customer) => `person.${mobile}@example.sg`;
const subjectsOf = async (who: Customer) => (await inboxOf(mailOf(who))).map(({ subject }) => subject);
const log = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem');

test('the office changes a template, a customer books and moves, and one reminder is sent', async ({
  openPage,
}) => {
  const page = await openPage(business.office, DESK);
  await page.goto('/admin/messages');
  await expect(heading(page)).toHaveText('Message texts');
  await page.getByRole('link', { name: 'Booking confirmed' }).click();
  await expect(heading(page)).toHaveText('Booking confirmed');
  const subject = page.getByLabel('Subject', { exact: true });
  const preview = page.getByRole('group', { name: 'Preview of the e-mail' });
  await expect(preview.getByText('Your clean is booked.').last()).toBeVisible();

  await subject.fill('It is on: {wen}');
  await press(page, 'Save text');
  await expect(page.getByText('There is no {wen} here.', { exact: false }).first()).toBeVisible();
  await expectAccessible(page);
  await subject.fill('It is on: {when}');
  await expect(page.getByText(/^It is on: \w+ \d+ \w+, /)).toBeVisible();
  await press(page, 'Save text');
  await expect(page.getByText('Text saved.')).toBeVisible();
  await expect(page.getByText(/^Version 1, /)).toBeVisible();

  const rachel = await signUp('Rachel', 'Teo');
  const job = await book(business, rachel, { startTime: await freeTime(business) });
  await expect.poll(() => subjectsOf(rachel)).toEqual([expect.stringMatching(/^It is on: /)]);

  // Moved by a day: the reminder for the first time would have been due a day earlier.
  const moved = minutesFrom(job.startTime, DAY);
  await call(updateJob, { params: { id: job.id }, body: { startTime: moved } }, rachel);
  await expect.poll(() => subjectsOf(rachel)).toHaveLength(2);
  for (const minutes of [-DAY, 0, 30, DAY - 60]) await setClock(minutesFrom(job.startTime, minutes));
  const reminders = async () =>
    (await inboxOf(rachel.mobile)).filter(({ body }) => body.startsWith('Reminder'));
  await expect.poll(async () => (await reminders()).length).toBe(1);
  await expect.poll(async () => (await subjectsOf(rachel))[0]).toMatch(/^Tomorrow: /);
  expect((await subjectsOf(rachel)).filter((one) => one?.startsWith('Tomorrow'))).toHaveLength(1);

  // The gateway reports the delivery a few moments later.
  const onTheDay = await openOffice();
  const states = async () =>
    (await call(listMessages, { query: { jobID: job.id } }, onTheDay)).items
      .filter(({ to }) => to.endsWith(rachel.mobile))
      .map(({ state }) => state);
  // One while she can still change it, and one the day before.
  await expect.poll(states).toEqual(['delivered', 'delivered']);
  const later = await openPage(onTheDay);
  await later.goto(`/admin/jobs/${job.id}/view`);
  await expect(log(later).filter({ hasText: 'Booking confirmed' })).toContainText('Sent');
  await expect(
    log(later)
      .filter({ hasText: 'Reminder the day before' })
      .filter({ hasText: mailOf(rachel) }),
  ).toHaveCount(1);
  await expect(
    log(later)
      .filter({ hasText: 'Reminder the day before' })
      .filter({ hasText: /Text message, / }),
  ).toContainText('Delivered');
  await log(later)
    .filter({ hasText: 'Booking confirmed' })
    .getByRole('button', { name: /^Send again/ })
    .click();
  await expect(later.getByText('Booking confirmed is on its way again.')).toBeVisible();
});

/** Marks the open messages of other tests as answered. */
async function settleAll(office: Signed): Promise<void> {
  const { items } = await call(listUnanswered, { query: {} }, office);
  for (const { jobID } of items) await call(resolveThread, { params: { id: jobID }, body: {} }, office);
}

test('a customer asks about a booking, and the office answers', async ({ openPage }) => {
  const office = await openOffice();
  await settleAll(office);
  const wei = await signUp('Wei Jie', 'Ng');
  const job = await book(business, wei, { startTime: await freeTime(business) });
  const customer = await openPage(wei, { viewport: { width: 390, height: 844 } });
  await customer.goto(`/dashboard/bookings/${job.id}`);
  const words = customer.getByLabel('Your message');
  await words.fill('Do you bring a vacuum cleaner?');
  // Offline: the text is kept, even after a reload.
  await customer.context().setOffline(true);
  await press(customer, 'Send message');
  await expect(customer.getByText('Your message is kept here.', { exact: false })).toBeVisible();
  await expect(words).toHaveValue('Do you bring a vacuum cleaner?');
  await customer.context().setOffline(false);
  await press(customer, 'Send message');
  await expect(customer.getByText('Sent. We answer here, and by e-mail.')).toBeVisible();
  const thread = customer.getByRole('list', { name: 'Messages about this booking' });
  await expect(thread.getByRole('listitem')).toHaveText([/Do you bring a vacuum cleaner\?You, /]);
  await expectAccessible(customer);

  const page = await openPage(office, DESK);
  await page.goto('/admin/conversations');
  await page.getByRole('link', { name: 'Wei Jie Ng' }).click();
  await page.getByLabel('Message to the customer').fill('We do.');
  await press(page, 'Send message');
  await expect(page.getByRole('list', { name: 'Conversation' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('Waiting for an answer.')).toBeHidden();
  // The answer can be taken back for a minute.
  await passMinutes(1);
  await expect.poll(() => subjectsOf(wei)).toContainEqual(expect.stringMatching(/^About your clean on /));

  await customer.reload();
  await expect(thread.getByRole('listitem')).toHaveText([/vacuum cleaner/, /We do\.Our team, /]);
  await page.goto('/admin/conversations');
  await expect(page.getByText('No unanswered messages.')).toBeVisible();
});

test('a customer unsubscribes from review requests without signing in', async ({ openPage }) => {
  const office = await openOffice();
  const mei = await signUp('Priya', 'Menon');
  const job = await book(business, mei, { startTime: await freeTime(business) });
  await setClock(job.startTime);
  const about = { params: { id: job.id }, body: { reason: 'Her phone is broken.' } };
  const onTheDay = await openOffice();
  await call(startJob, about, onTheDay);
  await call(finishJob, about, onTheDay);
  expect(office.id).toBe(onTheDay.id);
  await setClock(minutesFrom(job.startTime, 11));
  await expect.poll(async () => (await subjectsOf(mei))[0]).toBe('How was your clean?');
  const [asked] = await inboxOf(mailOf(mei));
  const link = asked?.body.match(/\/unsubscribe#\S+/)?.[0] ?? '';

  const page = await openPage(null, { viewport: { width: 390, height: 844 } });
  await page.goto(`${ORIGIN}${link}`);
  await expect(page.getByText('You get review requests after a visit', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Stop them');
  await expect(page.getByText('Stopped.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You get no review requests', { exact: false })).toBeVisible();
  await press(page, 'Send me review requests and renewal offers');
  await expect(page.getByText('You will get them again.')).toBeVisible();
});
