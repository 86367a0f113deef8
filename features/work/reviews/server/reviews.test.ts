import { describe, expect, it } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { readRating } from '#features/site/pages/contract.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { addReview } from '#features/work/visits/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import { decideReview, listReviews, listShownReviews } from '../contract.ts';

const jobs: string[] = [];

const START = '2026-11-26T09:00:00+08:00';

const { app, world } = await startBusiness({ customers: 1, cleaners: 3 });
let mei = await signedIn(app, 'customer', world.customers[0]?.id);
for (const cleaner1ID of world.cleanerIDs) {
  const addressID = world.customers[0]?.addressID ?? '';
  const body = { packageID: world.packageID, addressID, startTime: START, cleaner1ID };
  const { id } = (await app.call(createJob, { body }, mei)).body;
  await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, mei);
  jobs.push(id);
}
app.clock.set('2026-11-26T18:00:00+08:00');
mei = await signedIn(app, 'customer', world.customers[0]?.id);
const office = await signedIn(app, 'admin');

const give = (id: string, reviewStarts: number, review: string) => {
  app.clock.advance({ minutes: 1 });
  return app.call(addReview, { params: { id }, body: { reviewStarts, review } }, mei);
};
const decide = (id: string, visible: boolean | null) =>
  app.call(decideReview, { params: { id }, body: { visible } }, office);
const list = async (query: object = {}) => (await app.call(listReviews, { query }, office)).body;
const idsOf = ({ items }: Awaited<ReturnType<typeof list>>) => items.map(({ id }) => id);
const rating = async () => (await app.call(readRating, {})).body;
const shown = async () => (await app.call(listShownReviews, {})).body.items;

describe('reviews', () => {
  it('are listed as waiting for the office, newest first', async () => {
    const [first = '', second = '', third = ''] = jobs;
    expect(problem(await decide(first, true)).code).toBe('no_review');
    await give(first, 5, 'The kitchen shines.');
    await give(second, 2, 'The balcony was missed.');
    await give(third, 4, '');
    const all = await list();
    expect(idsOf(all)).toEqual([third, second, first]);
    expect(all.items[1]).toMatchObject({
      reviewStarts: 2,
      review: 'The balcony was missed.',
      decision: 'waiting',
      customer: { id: world.customers[0]?.id },
      cleaners: [{ id: world.cleanerIDs[1] }],
    });
    expect(await shown()).toEqual([]);
    expect(await rating()).toEqual({ count: 0, average: null });
  });

  it('can be filtered by decision, stars and text, and sorted by stars', async () => {
    const [first = '', second = '', third = ''] = jobs;
    await decide(first, true);
    await decide(second, false);
    expect(idsOf(await list({ decision: 'shown' }))).toEqual([first]);
    expect(idsOf(await list({ decision: 'hidden' }))).toEqual([second]);
    expect(idsOf(await list({ decision: 'waiting' }))).toEqual([third]);
    expect(idsOf(await list({ stars: 2 }))).toEqual([second]);
    expect(idsOf(await list({ q: 'BALCONY' }))).toEqual([second]);
    expect(idsOf(await list({ sortby: 'reviewStarts', order: 'asc' }))).toEqual([second, third, first]);
    const csv = await app.request({
      method: 'GET',
      url: '/api/reviews?download=1',
      headers: { authorization: `Bearer ${office.jwt}` },
    });
    expect(String(csv.body)).toContain('The balcony was missed.');
  });

  it('are public with first names while they are published', async () => {
    const [first = '', , third = ''] = jobs;
    await decide(third, true); // has no text to show, but its stars count
    expect(await rating()).toEqual({ count: 2, average: 4.5 });
    expect(await shown()).toEqual([
      {
        firstname: expect.any(String),
        reviewStarts: 5,
        review: 'The kitchen shines.',
        jobType: expect.any(String),
        month: '2026-11',
      },
    ]);
    await decide(first, false);
    expect(await shown()).toEqual([]);
    expect(await rating()).toEqual({ count: 1, average: 4 });
    await decide(first, true);
    const trashed = { trashedAt: app.clock.now().toString() };
    await app.database.db.updateTable('job').set(trashed).where('id', '=', first).execute();
    expect(await shown()).toEqual([]);
    expect(await rating()).toEqual({ count: 1, average: 4 });
  });

  it('are decided with an audit entry each, and repeating a decision leaves none', async () => {
    const [, second = ''] = jobs;
    const acts = async () => {
      const rows = app.database.db.selectFrom('audit_entry').select('action').where('subjectID', '=', second);
      return (await rows.where('action', 'like', 'job.review-%').orderBy('at').execute()).map(
        (row) => row.action,
      );
    };
    expect(await acts()).toEqual(['job.review-hidden']);
    await decide(second, false);
    expect(await acts()).toEqual(['job.review-hidden']);
    await decide(second, true);
    expect(await acts()).toEqual(['job.review-hidden', 'job.review-shown']);
    const rest = (await app.call(getJob, { params: { id: second } }, mei)).body;
    expect(rest).toMatchObject({ status: 'paid', startTime: START, review: 'The balcony was missed.' });
  });

  it('can only be read and decided by the office', async () => {
    const [second = ''] = jobs.slice(1);
    for (const who of [mei, await signedIn(app, 'cleaner', world.cleanerIDs[0])]) {
      expect((await app.call(listReviews, {}, who)).status).toBe(403);
      const tried = await app.call(decideReview, { params: { id: second }, body: { visible: true } }, who);
      expect(tried.status).toBe(403);
    }
    expect((await decide(second, null)).body.decision).toBe('waiting');
    expect((await decide('01900000-0000-7000-8000-000000000001', true)).status).toBe(404);
  });
});
