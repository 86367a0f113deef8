import { expect, test } from 'vitest';
import * as bookingCalls from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner, addPackage } from '#features/booking/booking/server/testing/world.ts';
import { updateCleaner } from '#features/people/cleaners/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import * as calls from '../contract.ts';

const { app, world } = await startBusiness({ customers: 1 });
app.clock.set('2026-11-23T10:00:00+08:00');
const office = await signedIn(app, 'admin');
const pair = await addPackage(app.context(), { crew: 2 });
const [chan, bala, ann] = [await named('Chan'), await named('Bala'), await named('Ann')];

async function named(firstname: string): Promise<string> {
  const id = await addCleaner(app.context());
  await rename(id, firstname);
  return id;
}

async function rename(id: string, firstname: string): Promise<void> {
  const body = { firstname, lastname: 'Lee', displayName: '' };
  expect((await app.call(updateCleaner, { params: { id }, body }, office)).status).toBe(200);
}

async function book(day: number, crew: object, packageID = world.packageID): Promise<string> {
  const body = {
    customerID: world.customers[0]?.id ?? '',
    packageID,
    addressID: world.customers[0]?.addressID ?? '',
    startTime: `2026-12-0${day}T09:00:00+08:00`,
    ...crew,
  };
  const { status, body: job } = await app.call(bookingCalls.createJobForCustomer, { body }, office);
  expect(status).toBe(201);
  return job.id;
}

async function byCrew(order: 'asc' | 'desc' = 'asc'): Promise<string[]> {
  const { body } = await app.call(calls.listJobs, { query: { sortby: 'crew', order } }, office);
  return body.items.map(({ id }) => id);
}

const sendCrew = async (id: string, body: object) =>
  expect((await app.call(calls.updateJob, { params: { id }, body }, office)).status).toBe(200);

test('jobs are sorted by their first cleaner, then by start', async () => {
  const chanLater = await book(3, { cleaner1ID: chan });
  const chanFirst = await book(1, { cleaner1ID: chan });
  const balaAndChan = await book(2, { cleaner1ID: bala, cleaner2ID: chan }, pair);
  expect(await byCrew()).toEqual([balaAndChan, chanFirst, chanLater]);
  expect(await byCrew('desc')).toEqual([chanLater, chanFirst, balaAndChan]);

  // A changed crew moves the job, also when only the order of its members changes.
  await sendCrew(chanLater, { cleaner1ID: ann });
  expect(await byCrew()).toEqual([chanLater, balaAndChan, chanFirst]);
  await sendCrew(balaAndChan, { cleaner1ID: chan, cleaner2ID: bala });
  expect(await byCrew()).toEqual([chanLater, chanFirst, balaAndChan]);

  // So does a cleaner's new name.
  await rename(ann, 'Zoe');
  expect(await byCrew()).toEqual([chanFirst, balaAndChan, chanLater]);

  // A job without a crew comes first.
  await app.services.db.deleteFrom('job_crew').where('jobID', '=', balaAndChan).execute();
  expect(await byCrew()).toEqual([balaAndChan, chanFirst, chanLater]);
});
