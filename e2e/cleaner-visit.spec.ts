import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { book, freeTime, MEI, openTestBusiness } from './support/business.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { countCodes, newestCode, smsTo } from './support/codes.ts';
import { signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

/** In minutes. */
const DAY = 24 * 60;

test('a cleaner signs in, sees the upcoming job, and completes it on the day, tick by tick', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const rachel = await signUp('Rachel', 'Lee');
  const job = await book(business, rachel, { startTime: await freeTime(business), cleaner1ID: business.mei });
  const page = await openPage(null, { viewport: { width: 390, height: 844 } });

  const before = await countCodes(MEI.mobile);
  await page.goto('/cleaner/signin');
  for (const words of ['Mobile number', '手机号码', 'Text me a code', 'Keep me signed in'])
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  await page.getByLabel('Mobile number').fill(MEI.mobile);
  await page.getByLabel('Keep me signed in').check();
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await expect(page.getByLabel('6-digit code')).toBeVisible();
  await expect(page.getByText('登录', { exact: true }).last()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('6-digit code').fill(await newestCode(MEI.mobile, before));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Today');
  await expect(page.getByText('No jobs today')).toBeVisible();
  await page
    .getByRole('link', { name: /^Upcoming/ })
    .last()
    .click();
  await page.locator(`a[href="/cleaner/upcoming/${job.id}"]`).click();
  await expect(page.getByText('Rachel Lee')).toBeVisible();

  await setClock(minutesFrom(job.startTime, -10));
  await page.goto('/cleaner/dashboard');
  await expect(page.getByText('Next, in 10 minutes')).toBeVisible();
  await page.getByRole('button', { name: /I am on the way/ }).click();
  await expect(page.getByText(/^On the way since/)).toBeVisible();
  await expect
    .poll(async () =>
      (await smsTo(rachel.mobile)).filter((text) => text.includes('is on the way to your clean')),
    )
    .toHaveLength(1);
  await page.getByRole('button', { name: /I have arrived/ }).click();

  const hob = page.getByRole('checkbox', { name: /Wipe the hob and the hood/ });
  await expect(page.getByText('0 of 3 done', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /Finish job/ }).click();
  const question = page.getByRole('dialog', { name: /Finish now/ });
  await expect(question.getByText(/^\d hours? .*before the booked end/)).toBeVisible();
  await expect(question.getByText('Wipe the hob and the hood')).toBeVisible();
  await expectAccessible(page);
  await question
    .getByRole('button', { name: /^Keep working 继续工作$/ })
    .last()
    .click();
  await expect(question).toBeHidden();

  await page.context().setOffline(true);
  await hob.check();
  await expect(page.getByText('1 tick will be sent later.')).toBeVisible();
  await expect(page.getByText('Not sent yet', { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('1 tick will be sent later.')).toBeHidden();
  await page.getByRole('checkbox', { name: /Mop every room/ }).check();
  await expect(page.getByText('2 of 3 done', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 of 3 done', { exact: true })).toBeVisible();
  await expect(hob).toBeChecked();

  await setClock(minutesFrom(job.endTime, 0));
  // The page has the visit from before; the reply tells it the time.
  const record = page.waitForResponse(/visit-record/);
  await page.reload();
  await record;
  const finish = async () => {
    await page.getByRole('button', { name: /Finish job/ }).click();
    await expect(question.getByText('1 item is not ticked:')).toBeVisible();
    await expect(question.getByText('before the booked end')).toBeHidden();
    await question.getByRole('button', { name: /Finish anyway/ }).click();
  };
  await finish();
  await expect(page.getByText('Job done. Thank you.')).toBeVisible();
  await page.getByRole('button', { name: /Not done yet\? Undo/ }).click();
  await expect(page.getByRole('button', { name: /Finish job/ })).toBeVisible();
  await page.context().setOffline(true);
  await finish();
  await expect(page.getByText(/^Finished .* Not sent yet/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Job done. Thank you.')).toBeVisible();
  await setClock(minutesFrom(job.endTime, DAY));
  await follow(page, '/cleaner/past');
  await expect(page.locator(`a[href="/cleaner/past/${job.id}"]`)).toBeVisible();
});
