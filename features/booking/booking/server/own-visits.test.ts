import { beforeEach, expect, test } from 'vitest';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { createJob, quoteJob } from '../contract.ts';
import { startBookingApp } from './testing/booking-app.ts';
import { bookVisits, payFor } from './testing/booking-calls.ts';
import { addBlock, addCustomer, emptyDiaries, makeWorld } from './testing/world.ts';

beforeEach(() => emptyDiaries(app.context()));

const home = (i: number) => world.customers[i] ?? { id: '', addressID: '' };

const stripe = await startTestStripe();
/**
 * A home is rarely meant to be cleaned twice at once: the quote warns, and no overlapping times are proposed.
 */
const app = await startBookingApp({ providers: { payments: stripe.payments }, connections: 20 });
const world = await makeWorld(app.context(), { customers: 2, cleaners: 2 });
const mei = await signedIn(app, 'customer', home(0).id);

const cleaner = (i: number) => world.cleanerIDs[i] ?? '';
const at = (time: string, day = '2026-12-01') => `${day}T${time}:00+08:00`;

const bookingAt = (startTime: string, more: object = {}) => ({
  packageID: world.packageID,
  addressID: home(0).addressID,
  startTime,
  ...more,
});
const quote = async (startTime: string, more: object = {}, as = mei) => {
  const { status, body } = await app.call(quoteJob, { body: bookingAt(startTime, more) }, as);
  expect(status).toBe(200);
  return body;
};
const bookNine = () => bookVisits(app, mei, world, { cleanerID: cleaner(0) });

test('the quote names an own visit at that time with its crew, once paid and while held', async () => {
  const [jobID = ''] = await bookNine();
  const own = { jobID, startTime: at('09:00'), endTime: at('12:00'), cleaners: [{ id: cleaner(0) }] };
  expect((await quote(at('11:00'))).ownVisits).toMatchObject([own]);
  await payFor(app, mei, jobID);
  expect((await quote(at('11:00'))).ownVisits).toMatchObject([own]);
});

test('it ignores adjacent times, other homes, other customers and the replaced hold', async () => {
  const [jobID = ''] = await bookNine();
  const wei = home(1);
  const other = await addCustomer(app.context());
  await app.services.db
    .updateTable('customer_address')
    .set({ customerID: home(0).id, isPrimary: false })
    .where('id', '=', other.addressID)
    .execute();
  const asWei = await signedIn(app, 'customer', wei.id);
  expect((await quote(at('13:00'))).ownVisits).toEqual([]);
  expect((await quote(at('11:00'), { addressID: other.addressID })).ownVisits).toEqual([]);
  expect((await quote(at('11:00'), { addressID: wei.addressID }, asWei)).ownVisits).toEqual([]);
  expect((await quote(at('11:00'), { replacesJobID: jobID })).ownVisits).toEqual([]);
});

test('a series names the dates that overlap', async () => {
  const [jobID = ''] = await bookNine();
  const recurrence = { interval: 'weekly' as const, count: 2 };
  const { dates, ownVisits } = await quote(at('09:00'), { recurrence });
  expect(dates).toHaveLength(2);
  expect(ownVisits).toMatchObject([{ jobID, startTime: at('09:00') }]);
});

test('an overlapping time can still be booked deliberately', async () => {
  await bookNine();
  const { status } = await app.call(createJob, { body: bookingAt(at('09:00')) }, mei);
  expect(status).toBe(201);
});

test('only non-overlapping times are proposed, for a taken time and for a date of a series', async () => {
  await bookNine();
  await addBlock(app.context(), cleaner(1), { from: at('12:30'), until: at('20:00') });
  await addBlock(app.context(), cleaner(0), { from: at('12:30'), until: at('20:00') });
  const refused = await app.call(createJob, { body: bookingAt(at('13:00')) }, mei);
  const recurrence = { interval: 'weekly' as const, count: 2 };
  const { conflicts } = await quote(at('13:00'), { recurrence });
  const proposed = [
    ...(problem(refused).alternatives as { startTime: string }[]),
    ...conflicts.flatMap(({ alternatives }) => alternatives),
  ];
  expect(proposed.length).toBeGreaterThan(0);
  expect(proposed.filter(({ startTime }) => startTime.startsWith('2026-12-01'))).toEqual([]);
});
