import type { RawNode, RootOperationNode } from 'kysely';
import { expect, test } from 'vitest';
import { MAX_LIVE_HOLDS } from '#features/work/jobs/rules/holds.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Db } from '#platform/server/database/database.ts';
import { readsFrom, withHooks } from '#platform/testing/query-hooks.ts';
import { createJob } from '../contract.ts';
import { bookJob } from './book-job.ts';
import { startBookingApp } from './testing/booking-app.ts';
import { addCustomer, makeWorld } from './testing/world.ts';

const REQUESTS = MAX_LIVE_HOLDS + 3;

const app = await startBookingApp({ connections: REQUESTS + 2 });
const world = await makeWorld(app.context(), { customers: 0, cleaners: REQUESTS });

/**
 * One customer books several days concurrently. Returns how many bookings held, and why the others were
 * refused.
 */
async function bookAtOnce(dbOf: () => Db, firstDay: number) {
  const { id, addressID } = await addCustomer(app.context());
  const outcomes = await Promise.all(
    Array.from({ length: REQUESTS }, (_, i) => {
      const startTime = `2026-12-${String(firstDay + i).padStart(2, '0')}T09:00:00+08:00`;
      const body = createJob.body.parse({ packageID: world.packageID, addressID, startTime });
      const actor = { role: 'customer' as const, id, sessionID: '' };
      return bookJob({ ...app.context(), db: dbOf(), actor }, body, id);
    }),
  );
  const refusals = outcomes.flatMap((outcome) => (isRefusal(outcome) ? outcome.refusal : []));
  return { held: outcomes.length - refusals.length, refusals: [...new Set(refusals)] };
}

test('a customer who books too often concurrently holds no more than allowed', async () => {
  const outcome = await bookAtOnce(() => app.services.db, 1);
  expect(outcome).toEqual({ held: MAX_LIVE_HOLDS, refusals: ['too_many_holds'] });
});

test('(control: without the lock they hold more)', async () => {
  const all = Promise.withResolvers<void>();
  let counted = 0;
  const dbOf = () =>
    withHooks(app.services.db, {
      change: (query) => (isLock(query) ? withoutLock(query) : query),
      answered(query) {
        if (!readsFrom(query, 'job_hold')) return undefined;
        counted += 1;
        if (counted === REQUESTS) all.resolve();
        return all.promise;
      },
    });
  expect(await bookAtOnce(dbOf, 14)).toEqual({ held: REQUESTS, refusals: [] });
});

function isLock(query: RootOperationNode): query is RawNode {
  return query.kind === 'RawNode' && query.sqlFragments[0]?.includes('pg_advisory_xact_lock') === true;
}

/** Replaces the advisory lock by a query that locks nothing. */
function withoutLock(query: RawNode): RawNode {
  return { ...query, sqlFragments: ['select hashtextextended(', ', 0)'] };
}
