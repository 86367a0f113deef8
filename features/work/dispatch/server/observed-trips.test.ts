import { expect, test } from 'vitest';
import { at, startDispatchApp } from '#features/booking/booking/server/testing/dispatch-world.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { distanceKm, type Point, rideMinutes } from '#features/work/schedule/rules/travel.ts';
import { findObservedTrips } from './load-day.ts';

const { app, book } = await startDispatchApp();

const TOA_PAYOH: Point = { latitude: 1.334, longitude: 103.851 };
const TAMPINES: Point = { latitude: 1.353, longitude: 103.945 };

/** Both homes are in known areas; those of any other postal code are not. */
function pointOf(postal: string): Point | null {
  if (postal === '310145') return TOA_PAYOH;
  return postal === '520201' ? TAMPINES : null;
}

interface Done {
  readonly cleaner: string;
  readonly due: string;
  readonly started: string;
  readonly finished: string;
  readonly postal?: string;
}

async function visit({ cleaner, due, started, finished, postal }: Done): Promise<void> {
  const id = await book(due, [cleaner], postal === undefined ? {} : { postal });
  const { pool } = app.database;
  await pool.query(
    `update job_crew set started_at = $2, start_received_at = $2, finished_at = $3, finish_received_at = $3
      where job_id = $1`,
    [id, at(started), at(finished)],
  );
  await pool.query("update job set stage = 'done' where id = $1", [id]);
}

test('finds how long cleaners travelled between two visits of a day', async () => {
  const [aminah, nur] = [await addCleaner(app.context()), await addCleaner(app.context())];
  const day = { due: '08:00', started: '08:02', finished: '11:05' };
  await visit({ cleaner: aminah, ...day });
  await visit({ cleaner: aminah, due: '12:30', started: '12:10', finished: '15:20', postal: '520201' });
  // The same postal code, and a place that is not known: no trips.
  await visit({ cleaner: aminah, due: '16:00', started: '16:00', finished: '19:00', postal: '520201' });
  await visit({ cleaner: nur, ...day });
  await visit({ cleaner: nur, due: '12:30', started: '12:20', finished: '15:00', postal: '640001' });
  app.clock.set('2026-12-02T09:00:00+08:00');

  const [trip, ...others] = await findObservedTrips(app.context(), pointOf);
  expect(others).toEqual([]);
  expect((trip?.arrived ?? 0) - (trip?.left ?? 0)).toBeCloseTo(65);
  expect((trip?.due ?? 0) - (trip?.left ?? 0)).toBeCloseTo(85);
  expect(trip?.estimate).toBeCloseTo(rideMinutes(distanceKm(TOA_PAYOH, TAMPINES)));
});

test('forgets trips after two weeks', async () => {
  app.clock.set('2026-12-20T09:00:00+08:00');
  expect(await findObservedTrips(app.context(), pointOf)).toEqual([]);
});
