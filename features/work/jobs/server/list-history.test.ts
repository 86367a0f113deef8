import { expect, test } from 'vitest';
import { startSeriesWorld } from '#features/booking/booking/server/testing/series-world.ts';
import { cancelFollowing, moveFollowing } from '#features/work/series/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { listHistory } from '../contract/history.ts';
import { updateJob } from '../contract.ts';

const world = await startSeriesWorld();

test('the office sees who did what to a job and when, latest first, with each field before and after', async () => {
  world.setAhead({ hours: 100 });
  const { app } = world;
  const { mei, ids } = await world.bookSeries(3);
  const [id = ''] = ids;
  const office = await signedIn(app, 'admin');
  const params = { id };
  app.clock.advance({ seconds: 60 });
  await app.call(updateJob, { params, body: { specialRequests: 'Mind the cat' } }, mei);
  app.clock.advance({ seconds: 60 });
  await app.call(moveFollowing, { params, body: { startTime: '2026-12-03T14:00:00+08:00' } }, mei);
  app.clock.advance({ seconds: 60 });
  await app.call(cancelFollowing, { params, body: { reason: 'Storm' } }, office);
  const { body } = await app.call(listHistory, { params }, office);
  const [cancelled, moved, noted, ...earlier] = body.items;
  expect(cancelled).toMatchObject({ action: 'job.cancelled', reason: 'Storm', who: { kind: 'admin' } });
  expect(moved).toMatchObject({
    action: 'job.updated',
    who: { kind: 'customer', name: 'Mei Tan' },
    changes: [
      { field: 'startTime', before: '2026-12-01T09:00:00+08:00', after: '2026-12-03T14:00:00+08:00' },
    ],
  });
  expect(noted?.changes).toEqual([
    { field: 'specialRequests', about: '', before: '', after: 'Mind the cat' },
  ]);
  expect(earlier.map(({ action }) => action)).toEqual(['job.paid', 'job.created']);
  expect(body.items.map(({ at }) => at)).toEqual(
    body.items
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
});

test('a crew is listed by name', async () => {
  world.setAhead({ hours: 100 });
  const { app } = world;
  const one = await world.bookSeries(2);
  const other = await world.bookSeries(2, { body: { startTime: '2026-12-02T09:00:00+08:00' } });
  const office = await signedIn(app, 'admin');
  const params = { id: one.ids[0] ?? '' };
  await app.call(updateJob, { params, body: { cleaner1ID: other.cleanerID } }, office);
  const { body } = await app.call(listHistory, { params }, office);
  const [{ changes } = { changes: [] }] = body.items;
  expect(changes).toEqual([
    {
      field: 'crew',
      about: '',
      before: [expect.stringMatching(/^Aminah/)],
      after: [expect.stringMatching(/^Aminah/)],
    },
  ]);
});
