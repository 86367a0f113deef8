import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findAddress } from '#features/catalogue/places/contract.ts';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { createCleaner } from '#features/people/cleaners/contract.ts';
import { feature as cleaners } from '#features/people/cleaners/server/index.ts';
import { oneMap } from '#platform/server/providers/one-map.ts';
import { startFakeOneMap } from '#platform/testing/fake-one-map.ts';
import { neverOpens } from '#platform/testing/never-opens.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { feature as schedule } from './index.ts';
import { loadTravel } from './load-opening.ts';

const settings = { travelBufferMinutes: 5, travelByDistance: true };
/** In one district, about a kilometre from its centre. */
const [ISTANA, NEIGHBOUR] = ['238823', '238801'];

test('rides are planned by the positions that were looked up, otherwise by the centres of the areas', async () => {
  const map = await startFakeOneMap();
  const geocoding = oneMap({ ...map.account, apiUrl: map.url, makeBreaker: neverOpens });
  const app = await startTestApp({ features: [places], providers: { geocoding } });
  const before = await loadTravel(app.context(), settings);
  expect(before.minutesBetween(ISTANA, NEIGHBOUR)).toBe(5);
  await app.call(findAddress, { query: { postal: ISTANA } });
  const after = await loadTravel(app.context(), settings);
  expect(after.minutesBetween(ISTANA, NEIGHBOUR)).toBeGreaterThan(15);
  const fixed = await loadTravel(app.context(), { ...settings, travelByDistance: false });
  expect(fixed.minutesBetween(ISTANA, NEIGHBOUR)).toBe(5);
});

test('the postal codes of the next days are looked up in the background, each once', async () => {
  const map = await startFakeOneMap();
  const geocoding = oneMap({ ...map.account, apiUrl: map.url, makeBreaker: neverOpens });
  const app = await startTestApp({ features: [places, cleaners, schedule], providers: { geocoding } });
  const office = await signedIn(app, 'admin');
  const body = { firstname: 'Aminah', mobile: '6591000001' };
  const { id: cleanerID } = (await app.call(createCleaner, { body }, office)).body;
  await sql`alter table cleaner_occupation drop constraint cleaner_occupation_job_id_fkey`.execute(
    app.database.db,
  );
  for (const [hours, postal] of [
    [24, ISTANA],
    [48, ISTANA],
    [60, '310145'],
    [100, NEIGHBOUR],
  ] as const) {
    const start = app.clock.now().add({ hours });
    const [startsAt, endsAt] = [start.toString(), start.add({ hours: 3 }).toString()];
    const times = { startsAt, endsAt, travelFrom: startsAt, travelUntil: endsAt };
    await app.database.db
      .insertInto('cleaner_occupation')
      .values({
        id: randomUUID(),
        cleanerID,
        kind: 'job',
        jobID: randomUUID(),
        postal,
        createdAt: startsAt,
        ...times,
      })
      .execute();
  }
  await app.runCronJobs();
  await app.runCronJobs();
  const known = await app.database.db.selectFrom('postal_place').select('postal').orderBy('postal').execute();
  expect(known.map(({ postal }) => postal)).toEqual([ISTANA, '310145']);
  expect(map.asked.filter((path) => path.includes('search'))).toHaveLength(2);
});
