import { beforeEach, expect, it } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import { trashJob, untrashJob } from '../contract.ts';

let mei: As;
let cleanerID: string;
let jobID: string;

const { app, world } = await startBusiness({ customers: 1 });

beforeEach(async () => {
  cleanerID = await addCleaner(app.context());
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
  jobID = String((await bookVisits(app, mei, world, { cleanerID, visits: 1 }))[0]);
  await payFor(app, mei, jobID);
  expect(await checkLedger(app.context())).toEqual([]);
});

const run = (statement: string) => app.database.pool.query(statement, [jobID]);

it.each([
  ['is free at that time', 'update cleaner_occupation set released_at = created_at where job_id = $1'],
  [
    'has another hour reserved',
    `update cleaner_occupation set ends_at = ends_at + interval '1 hour', travel_until = ends_at + interval '2 hours' where job_id = $1`,
  ],
])('finds a paid visit whose cleaner %s', async (_what, statement) => {
  await run(statement);
  expect(await checkLedger(app.context())).toEqual([
    {
      invariant: 'I6 the crew of a visit that goes ahead has its time taken',
      what: `${jobID} ${cleanerID}`,
    },
  ]);
  await run('delete from cleaner_occupation where job_id = $1');
  await run(`update job set status = 'expired' where id = $1`);
});

it('finds a cleaner in two places if the database constraint is missing', async () => {
  await app.database.pool.query(
    'alter table cleaner_occupation drop constraint cleaner_occupation_no_overlap',
  );
  await run(`
    insert into cleaner_occupation
      (id, cleaner_id, kind, job_id, starts_at, ends_at, travel_from, travel_until, postal, created_at)
    select gen_random_uuid(), cleaner_id, kind, job_id, starts_at + interval '30 minutes', ends_at,
      travel_from, travel_until, postal, created_at
    from cleaner_occupation where job_id = $1`);
  const found = await checkLedger(app.context());
  expect(found.map(({ invariant }) => invariant)).toEqual(['I6 nobody is in two places at once']);
  await run(`delete from cleaner_occupation where job_id = $1`);
  await run(`update job set status = 'expired' where id = $1`);
  await app.database.pool.query(`
    alter table cleaner_occupation add constraint cleaner_occupation_no_overlap
      exclude using gist (cleaner_id with =, tstzrange(starts_at, ends_at) with &&) where (released_at is null)`);
});

it('accepts that a visit restored after its end takes no time', async () => {
  const office = await signedIn(app, 'admin');
  await app.call(trashJob, { params: { id: jobID } }, office);
  app.clock.advance({ hours: 24 * 90 });
  await app.call(untrashJob, { params: { id: jobID } }, await signedIn(app, 'admin'));
  expect(await checkLedger(app.context())).toEqual([]);
});
