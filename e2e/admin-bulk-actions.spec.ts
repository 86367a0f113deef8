import { expect } from '@playwright/test';
import { readThread } from '#features/work/conversations/contract.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { signUp } from './support/people.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

test('the office assigns, moves and writes about several jobs at once', async ({ openPage }) => {
  const business = await openTestBusiness();
  const [first, second] = await twoVisits(business, 'Bulk');
  const page = await openPage(business.office, DESK);
  await page.goto('/admin/jobs?q=Bulk&status=*');
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });

  await test.step('the office assigns and moves several jobs at once, sees which cannot be, and undoes it', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Assign' }).click();
    const people = page.getByRole('dialog', { name: 'Assign 2 jobs' });
    await expect(people.getByRole('button', { name: /Mei Ling.*Free for all/ })).toBeVisible();
    await expectAccessible(page);
    await people.getByRole('button', { name: /Mei Ling/ }).click();
    await expect(page.getByText('2 jobs are assigned to Mei Ling Lim.')).toBeVisible();
    expect(await crewOf(business, first)).toEqual([business.mei]);
    expect(await crewOf(business, second)).toEqual([business.mei]);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByText('2 jobs have their previous crew again.')).toBeVisible();
    expect(await crewOf(business, first)).toEqual([business.aisyah]);

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar.getByRole('button', { name: 'Move' }).click();
    const move = page.getByRole('dialog', { name: 'Move 2 jobs' });
    await move.getByLabel('Days later').fill('soon');
    await move.getByRole('button', { name: 'Move' }).click();
    await expect(move.getByText(/Enter a number of days/)).toBeVisible();
    await expectAccessible(page);
    await move.getByLabel('Days later').fill('7');
    await move.getByRole('button', { name: 'Move' }).click();
    await expect(page.getByText('2 jobs were moved.')).toBeVisible();
    const week = 7 * 24 * 3_600_000;
    const start = async (id: string) =>
      Date.parse((await call(getJob, { params: { id } }, business.office)).startTime);
    expect((await start(first.id)) - Date.parse(first.startTime)).toBe(week);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByText('2 jobs were moved back.')).toBeVisible();
    expect(await start(second.id)).toBe(Date.parse(second.startTime));

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar.getByRole('button', { name: 'Move' }).click();
    await move.getByLabel('Days later').fill('0');
    await move.getByLabel('Start time').fill('03:00');
    await move.getByRole('button', { name: 'Move' }).click();
    await expect(page.getByText(/was not moved\./).first()).toBeVisible();
    await expect(bar).toContainText('2 selected');
  });

  await test.step('the office writes to the customers of several jobs, once to each, and can take it back', async () => {
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Message' }).click();
    const sheet = page.getByRole('dialog', { name: 'Message 1 customer' });
    await sheet.getByLabel('Message').fill('The water is off on Thursday morning.');
    await sheet.getByRole('button', { name: 'Send to 1 customer' }).click();
    await expect(page.getByText('The message will be sent to 1 customer.')).toBeVisible();
    const texts = async ({ id }: { readonly id: string }) =>
      (await call(readThread, { params: { id } }, business.office)).items.map(({ text }) => text);
    expect([...(await texts(first)), ...(await texts(second))]).toEqual([
      'The water is off on Thursday morning.',
    ]);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByText('The message to 1 customer was not sent.')).toBeVisible();
    expect([...(await texts(first)), ...(await texts(second))]).toEqual([]);
  });
});

async function crewOf(business: TestBusiness, { id }: { readonly id: string }): Promise<string[]> {
  const job = await call(getJob, { params: { id } }, business.office);
  return job.cleaners.map((cleaner) => cleaner.id);
}

/** Two visits of one customer on different days, both with Aisyah. */
async function twoVisits(business: TestBusiness, lastname: string) {
  const customer = await signUp('Rachel', lastname);
  const visit = async () =>
    book(business, customer, { startTime: await freeTime(business), cleaner1ID: business.aisyah });
  return [await visit(), await visit()] as const;
}
