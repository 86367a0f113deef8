import { describe, expect, it } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { createCleaner } from '#features/people/cleaners/contract.ts';
import { createCustomer, trashCustomer } from '#features/people/customers/contract.ts';
import { cancelJob, getJob, listJobs } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import { searchOffice } from '../contract.ts';
import { feature } from './index.ts';

const { app, world } = await startBusiness({ customers: 2, cleaners: 3, more: [feature] });
const office = await signedIn(app, 'admin');
const [first, second] = world.customers;
if (first === undefined || second === undefined) throw new Error('Expected two customers');
const mei = await signedIn(app, 'customer', first.id);

const search = async (q: string) => (await app.call(searchOffice, { query: { q } }, office)).body;
const names = (people: readonly { fullname: string }[]) => people.map(({ fullname }) => fullname);

async function book(day: string, cleaner1ID: string | undefined) {
  const startTime = `2026-${day}T09:00:00+08:00`;
  const body = { packageID: world.packageID, addressID: first?.addressID ?? '', startTime, cleaner1ID };
  const { id } = (await app.call(createJob, { body }, mei)).body;
  await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, mei);
  return (await app.call(getJob, { params: { id } }, office)).body;
}

async function addCustomer(firstname: string, lastname: string, mobile: string) {
  const email = `${mobile}@example.sg`;
  return (await app.call(createCustomer, { body: { firstname, lastname, mobile, email } }, office)).body;
}

const near = await book('12-03', world.cleanerIDs[0]);
const far = await book('12-10', world.cleanerIDs[0]);
const chua = await addCustomer('Hui Min', 'Chua', '81235617');
await addCustomer('Min', 'Chuan', '91112222');
await addCustomer('Renée', "O'Brien", '93334444');

describe('customers are found', () => {
  it.each([
    '5617',
    '81235617',
    '+65 8123 5617',
    '(8123) 56',
    '6581235617',
    'hui min chua',
    'chua hui',
    'HUI MIN',
  ])('by %s', async (q) => {
    expect((await search(q)).customers[0]).toEqual({
      id: chua.id,
      fullname: 'Hui Min Chua',
      mobile: '6581235617',
    });
  });

  it('without accents and apostrophes', async () => {
    expect(names((await search('renee o’brien')).customers)).toEqual(["Renée O'Brien"]);
  });

  it('with the same name before those that only begin with it', async () => {
    expect(names((await search('min chuan')).customers)).toEqual(['Min Chuan']);
    expect(names((await search('chua')).customers)).toEqual(['Hui Min Chua', 'Min Chuan']);
  });

  it('not in the trash', async () => {
    const { id } = await addCustomer('Zelda', 'Gone', '95556666');
    expect((await search('zelda')).customers).toHaveLength(1);
    await app.call(trashCustomer, { params: { id } }, office);
    expect((await search('zelda')).customers).toEqual([]);
  });
});

describe('jobs are found', () => {
  it.each([`${near.number}`, `#${near.number}`, `job ${near.number}`])('by number: %s', async (q) => {
    const [found] = (await search(q)).jobs;
    expect(found).toMatchObject({
      id: near.id,
      number: near.number,
      postal: near.job_address_postal,
      status: 'paid',
    });
  });

  it('by postal code and by customer, upcoming ones first', async () => {
    const ids = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id);
    expect(ids((await search(near.job_address_postal)).jobs)).toEqual([near.id, far.id]);
    expect(ids((await search(near.customer.fullname)).jobs)).toEqual([near.id, far.id]);
  });

  it('by number once cancelled, but not by customer', async () => {
    const gone = await book('12-17', world.cleanerIDs[1]);
    await app.call(cancelJob, { params: { id: gone.id }, body: {} }, office);
    expect((await search(`#${gone.number}`)).jobs.map(({ status }) => status)).toEqual(['cancelled']);
    expect((await search(near.customer.fullname)).jobs.map(({ id }) => id)).not.toContain(gone.id);
  });

  it('by number in the list of jobs, for everyone who sees them', async () => {
    for (const by of [office, mei]) {
      const { items } = (await app.call(listJobs, { query: { q: `#${far.number}` } }, by)).body;
      expect(items.map(({ id }) => id)).toEqual([far.id]);
    }
    const other = await signedIn(app, 'customer', second.id);
    expect((await app.call(listJobs, { query: { q: `#${far.number}` } }, other)).body.items).toEqual([]);
  });
});

it('cleaners are found by name and mobile', async () => {
  const body = { firstname: 'Siew Hua', lastname: 'Zhang', mobile: '98887777', email: 'siew@example.sg' };
  const cleaner = (await app.call(createCleaner, { body }, office)).body;
  const found = { id: cleaner.id, fullname: 'Siew Hua Zhang', mobile: '6598887777' };
  expect((await search('siew')).cleaners).toEqual([found]);
  expect((await search('9888 77')).cleaners).toEqual([found]);
});

it('receipts are found by number', async () => {
  const receipts = await app
    .context()
    .db.selectFrom('money_transaction')
    .select(['id', 'receiptNo'])
    .execute();
  const [one] = receipts;
  if (one === undefined) throw new Error('Expected a receipt');
  for (const q of [`${one.receiptNo}`, `receipt ${one.receiptNo}`])
    expect((await search(q)).receipts).toMatchObject([{ id: one.id, number: one.receiptNo }]);
  expect((await search(`#${one.receiptNo}`)).receipts).toEqual([]);
});

describe('a hostile search', () => {
  const NOTHING = { customers: [], jobs: [], cleaners: [], receipts: [] };

  it.each([
    '',
    '   ',
    '%',
    '_',
    '%%%',
    '\\',
    "'; drop table job; --",
    '2147483648',
    '9'.repeat(100),
    '🧹',
    '\u202e',
  ])('%j finds nothing', async (q) => {
    expect(await search(q)).toEqual(NOTHING);
  });

  it('that is too long or has a NUL character is refused', async () => {
    for (const q of ['a'.repeat(101), 'hui\u0000min'])
      expect(problem(await app.call(searchOffice, { query: { q } }, office)).status).toBe(422);
  });
});

it('only the office may search', async () => {
  const cleaner = await signedIn(app, 'cleaner', world.cleanerIDs[0]);
  for (const by of [mei, cleaner])
    expect(problem(await app.call(searchOffice, { query: { q: 'hui' } }, by)).status).toBe(403);
  expect(problem(await app.call(searchOffice, { query: { q: 'hui' } })).status).toBe(401);
});

it('jobs that are over come after upcoming ones', async () => {
  app.clock.set('2026-12-05T09:00:00+08:00');
  const query = { q: near.job_address_postal };
  const { jobs } = (await app.call(searchOffice, { query }, await signedIn(app, 'admin'))).body;
  expect(jobs.map(({ id }) => id)).toEqual([far.id, near.id]);
});
