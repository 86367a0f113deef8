import { describe, expect, it } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import { suggestCleaners } from '../contract/suggestions.ts';
import { listTimeAvailable } from '../contract.ts';

const DAY = '2026-12-03';

let aminah: string;

const { app, world } = await startBusiness({ customers: 4, cleaners: 2 });
[aminah = ''] = world.cleanerIDs;
let mei = await signedIn(app, 'customer', world.customers[0]?.id ?? '');
for (const index of [0, 1, 2, 3]) await bookAndReview(index);
app.clock.advance({ hours: 5 * 24 });
const office = await signedIn(app, 'admin');
mei = await signedIn(app, 'customer', world.customers[0]?.id ?? '');

/** A visit of Aminah that its customer rates with 5, 5, 4 or 1 stars; no review has been moderated yet. */
async function bookAndReview(index: number): Promise<void> {
  const customer = world.customers[index];
  const as = await signedIn(app, 'customer', customer?.id ?? '');
  const body = {
    packageID: world.packageID,
    addressID: customer?.addressID ?? '',
    startTime: `2026-11-${25 + index}T09:00:00+08:00`,
    cleaner1ID: aminah,
  };
  const { status, body: job } = await app.call(createJob, { body }, as);
  expect(status).toBe(201);
  const { pool } = app.database;
  await pool.query('update cleaner_occupation set held_until = null where job_id = $1', [job.id]);
  await pool.query('update job set review_stars = $2, reviewed_at = now() where id = $1', [
    job.id,
    [5, 5, 4, 1][index],
  ]);
}

/** Publishes the best `count` reviews. */
async function show(count: number): Promise<void> {
  await app.database.pool.query(
    `update job set review_decision = case when rank <= $1 then 'shown' else 'hidden' end
    from (select id, row_number() over (order by review_stars desc, id) as rank from job) as ranked
    where ranked.id = job.id`,
    [count],
  );
}

/** For each cleaner listed with the free times of a day, and for the usual one. */
async function ratingsOfDay() {
  const query = { date: DAY, hours: 3, addressID: world.customers[0]?.addressID ?? '' };
  const { body } = await app.call(listTimeAvailable, { query }, mei);
  const people = new Map((body.slots?.[0]?.people ?? []).map((person) => [person.id, person]));
  return {
    aminah: people.get(aminah),
    other: people.get(world.cleanerIDs[1] ?? ''),
    usual: body.usualCleaner,
  };
}

describe('customers see cleaner ratings', () => {
  it('next to free times, from three published reviews on', async () => {
    await show(2);
    expect((await ratingsOfDay()).aminah).toMatchObject({ rating: null, reviews: 0 });
    await show(3);
    expect(await ratingsOfDay()).toMatchObject({
      aminah: { rating: 4.7, reviews: 3 },
      other: { rating: null, reviews: 0 },
      usual: { id: aminah, rating: 4.7, reviews: 3 },
    });
    await show(4);
    expect((await ratingsOfDay()).aminah).toMatchObject({ rating: 3.8, reviews: 4 });
  });

  it('next to free times without ids and photos for visitors, who may not see which cleaners are free', async () => {
    await show(3);
    const { body } = await app.call(listTimeAvailable, { query: { date: DAY, hours: 3, postal: '310145' } });
    const people = body.slots?.flatMap((slot) => slot.people) ?? [];
    expect(people).toContainEqual(expect.objectContaining({ rating: 4.7, reviews: 3 }));
    for (const person of people) expect(Object.keys(person)).toEqual(['firstname', 'rating', 'reviews']);
  });

  it('among suggestions, where the office sees all reviews', async () => {
    await show(3);
    const query = { startTime: `${DAY}T09:00:00+08:00`, hours: 3, addressID: world.customers[0]?.addressID };
    const ratingFor = async (as: As) =>
      (await app.call(suggestCleaners, { query: query as never }, as)).body.items.find(
        ({ id }) => id === aminah,
      );
    expect(await ratingFor(mei)).toMatchObject({ rating: 4.7, reviews: 3 });
    expect(await ratingFor(office)).toMatchObject({ rating: 3.8, reviews: 4 });
  });

  it('without the reviews of trashed visits', async () => {
    await show(4);
    await app.database.pool.query('update job set trashed_at = now() where review_stars = 1');
    expect((await ratingsOfDay()).aminah).toMatchObject({ rating: 4.7, reviews: 3 });
  });
});
