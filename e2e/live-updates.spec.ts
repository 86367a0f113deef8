import { expect, type Page } from '@playwright/test';
import { updateJob } from '#features/work/jobs/contract.ts';
import { openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom } from './support/clock.ts';
import { openOffice } from './support/people.ts';
import { bookWeekly, moveToTampines } from './support/series.ts';
import { test } from './support/test.ts';

const DAY = 24 * 60;

test('a colleague’s change appears in every window and to the customer', async ({ openPage }) => {
  const business = await openTestBusiness();
  const lee = await moveToTampines(business.office, 'Lay Hoon');
  const [visit] = await bookWeekly(business, lee, { count: 1 });
  if (visit === undefined) throw new Error('Expected a booked visit');
  const list = await openPage(await openOffice());
  const context = list.context();
  const connections: Page[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/live')) connections.push(request.frame().page());
  });
  await list.goto(`/admin/jobs?q=${lee.lastname}`);
  const row = list.getByRole('row').filter({ hasText: lee.lastname });
  await expect(row).toHaveCount(1);
  const others = [await context.newPage(), await context.newPage()];
  for (const window of others) await window.goto(`/admin/jobs/${visit.id}/view`);
  const customer = await openPage(lee.customer);
  await customer.goto(`/dashboard/bookings/${visit.id}`);
  const shown = [row, ...[...others, customer].map((page) => page.getByRole('main'))];
  for (const place of shown) await expect(place).toContainText('9:00');

  const colleague = await openOffice();
  const move = async (hours: number) => {
    const startTime = minutesFrom(visit.startTime, DAY + hours * 60);
    await call(updateJob, { params: { id: visit.id }, body: { startTime } }, colleague);
  };
  await test.step('in an open list, on the job’s page and to its customer', async () => {
    await move(2);
    for (const place of shown) await expect(place).toContainText('11:00');
  });

  await test.step('the windows of one browser share a connection, and another one takes over', async () => {
    expect(new Set(connections).size).toBe(1);
    const leader = connections[0];
    await leader?.close();
    await move(3);
    for (const window of [list, ...others])
      if (window !== leader) await expect(window.getByRole('main')).toContainText('12:00');
    expect(new Set(connections).size).toBe(2);
  });
});
