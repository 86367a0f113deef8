import { expect, test } from 'vitest';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { stageOf } from '#features/work/jobs/rules/stage.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { createJob } from '../contract.ts';
import { startBookingApp } from './testing/booking-app.ts';
import { makeWorld } from './testing/world.ts';

const stripe = await startTestStripe();
const app = await startBookingApp({
  providers: { payments: stripe.payments },
});

test('the office filters paid jobs by stage', async () => {
  const world = await makeWorld(app.context(), { customers: 1, cleaners: 1 });
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const book = async (startTime: string) => {
    const body = { packageID: world.packageID, addressID: world.customers[0]?.addressID ?? '', startTime };
    return (await app.call(createJob, { body }, mei)).body.id;
  };
  const paid = await book('2026-11-26T09:00:00+08:00');
  await book('2026-11-27T09:00:00+08:00');
  await app.call(commitJob, { params: { id: paid }, body: { stripeToken: 'tok_visa' } }, mei);
  expect(await idsAt('upcoming')).toEqual([paid]);

  app.clock.set('2026-11-26T09:00:00+08:00');
  const office = await signedIn(app, 'admin');
  const cleanerID = world.cleanerIDs[0] ?? '';
  await app.call(startJob, { params: { id: paid }, body: { cleanerID, reason: 'Phone is flat' } }, office);
  expect([await idsAt('upcoming'), await idsAt('in-progress'), await idsAt('done')]).toEqual([
    [],
    [paid],
    [],
  ]);
  await app.call(finishJob, { params: { id: paid }, body: { cleanerID, reason: 'Phone is flat' } }, office);
  expect([await idsAt('in-progress'), await idsAt('done')]).toEqual([[], [paid]]);
});

test('words and digits search only the fields that the actor may see', async () => {
  const world = await makeWorld(app.context(), { customers: 1, cleaners: 1 });
  const office = await signedIn(app, 'admin');
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const body = { packageID: world.packageID, addressID: world.customers[0]?.addressID ?? '' };
  const startTime = '2026-12-02T09:00:00+08:00';
  const { id, customer } = (await app.call(createJob, { body: { ...body, startTime } }, mei)).body;
  const found = async (q: string, as: typeof office) =>
    (
      await app.call(listJobs, { query: { q, from_date: '2026-12-02', to_date: '2026-12-02' } }, as)
    ).body.items.map((job) => job.id);
  const mobile = customer.mobile ?? '';
  expect(await found(`+${mobile.slice(0, 2)} ${mobile.slice(2, 6)} ${mobile.slice(6)}`, office)).toEqual([
    id,
  ]);
  expect(await found(customer.fullname.toUpperCase(), office)).toEqual([id]);
  expect(await found('nobody-of-that-name', office)).toEqual([]);
  expect(await found(mobile, mei)).toEqual([]);
});

type Member = readonly [startedAt: string | null, finishedAt: string | null];
const [EIGHT, NINE, TEN] = ['2026-12-07T08:00:00Z', '2026-12-07T09:00:00Z', '2026-12-07T10:00:00Z'];

test.each<readonly [string, ...Member[]]>([
  ['no one has arrived', [null, null], [null, null]],
  ['one has clocked in', [EIGHT, null], [null, null]],
  ['one has finished', [EIGHT, NINE], [null, null]],
  ['one has finished, the other not', [EIGHT, NINE], [NINE, null]],
  ['both have finished', [EIGHT, NINE], [NINE, TEN]],
  ['the only remaining one has finished', [EIGHT, NINE]],
  ['nobody is left'],
])('the stage filter matches the rule: %s', async (_why, ...crew) => {
  const world = await makeWorld(app.context(), { customers: 1, cleaners: 2 });
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const body = { packageID: world.packageID, addressID: world.customers[0]?.addressID ?? '', numCleaners: 2 };
  const startTime = '2026-12-07T09:00:00+08:00';
  const { id } = (await app.call(createJob, { body: { ...body, startTime } }, mei)).body;
  const { pool } = app.database;
  for (const [i, [startedAt, finishedAt]] of crew.entries()) {
    await pool.query(
      `update job_crew set started_at = $3, start_received_at = $3, finished_at = $4, finish_received_at = $4
       where job_id = $1 and place = $2`,
      [id, i + 1, startedAt, finishedAt],
    );
  }
  await pool.query('delete from job_crew where job_id = $1 and place > $2', [id, crew.length]);
  const { rows } = await pool.query('select stage from job where id = $1', [id]);
  expect(rows).toEqual([
    { stage: stageOf(crew.map(([startedAt = null, finishedAt = null]) => ({ startedAt, finishedAt }))) },
  ]);
  await pool.query('update cleaner_occupation set released_at = now() where job_id = $1', [id]);
});

async function idsAt(stage: 'upcoming' | 'in-progress' | 'done'): Promise<string[]> {
  const office = await signedIn(app, 'admin');
  const { body } = await app.call(listJobs, { query: { stage } }, office);
  return body.items.map((job) => job.id);
}
