import { expect, test } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { trashVisitAhead } from '#features/booking/booking/server/testing/trash-ahead.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import { readJobStatistics } from '../contract/statistics.ts';
import { listJobs } from '../contract.ts';

/* Paid: one on the last minute of 30 November, two on 1 December, one of them in the trash. Held: one on 1 December. */
const { app, world } = await startBusiness({ customers: 1 });
const office = await signedIn(app, 'admin');
const mei = await signedIn(app, 'customer', world.customers[0]?.id);
const book = async () =>
  (await bookVisits(app, mei, world, { cleanerID: await addCleaner(app.context()) }))[0] ?? '';
const paid = [await book(), await book(), await book()];
await book();
for (const id of paid) await payFor(app, mei, id);
const [early, , trashed = ''] = paid;
await app.database.pool.query(
  "update job set starts_at = '2026-11-30 23:59:59+08', ends_at = '2026-12-01 03:00+08' where id = $1",
  [early],
);
await trashVisitAhead(app.context(), trashed);
const { rows } = await app.database.pool.query('select amount_to_pay from job where id = $1', [early]);
/** The price of one visit in cents. */
const price = rows[0].amount_to_pay;

const read = (query: object, as = office) => app.call(readJobStatistics, { query }, as);

test('visits count on the business day of their start, without trashed ones', async () => {
  const { body } = await read({ from_date: '2026-11-29', to_date: '2026-12-01' });
  expect(body).toMatchObject({ from_date: '2026-11-29', to_date: '2026-12-01', count: 2, total: 2 * price });
  expect(body.rows).toEqual([
    { date: '2026-11-29', count: 0, total: 0 },
    { date: '2026-11-30', count: 1, total: price },
    { date: '2026-12-01', count: 1, total: price },
  ]);
  expect(body.byStatus).toEqual([
    { status: 'pending', count: 1, total: price },
    { status: 'confirmed', count: 0, total: 0 },
    { status: 'paid', count: 2, total: 2 * price },
    { status: 'expired', count: 0, total: 0 },
    { status: 'cancelled', count: 0, total: 0 },
  ]);
  expect(body.byType.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

test('they count the same visits as the list for the same days, kind and status', async () => {
  const days = { from_date: '2026-11-30', to_date: '2026-12-01' };
  const { body } = await read(days);
  const listed = async (query: object) =>
    (await app.call(listJobs, { query: { ...days, ...query } }, office)).body.total;
  for (const { status, count } of body.byStatus) expect(await listed({ status }), status).toBe(count);
  for (const { jobType, count } of body.byType) {
    expect(await listed({ jobType, status: 'paid' }), jobType).toBe(count);
  }
});

test('default to the current month, and refuse a range that ends before it begins', async () => {
  expect((await read({})).body).toMatchObject({
    from_date: '2026-11-01',
    to_date: '2026-11-30',
    count: 1,
  });
  const refused = await read({ from_date: '2026-12-02', to_date: '2026-12-01' });
  expect(problem(refused)).toMatchObject({ status: 422, errors: [{ path: 'to_date' }] });
});

test('only the office can read them', async () => {
  for (const role of ['customer', 'cleaner'] as const) {
    expect((await read({}, await signedIn(app, role))).status).toBe(403);
  }
});
