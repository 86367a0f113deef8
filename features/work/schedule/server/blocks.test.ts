import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { HOME_POSTAL, makeWorld, type World } from '#features/booking/booking/server/testing/world.ts';
import { cleaners } from '#features/people/cleaners/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import { createBlocks, listBlocks, removeBlock } from '../contract/blocks.ts';
import { listAvailable, listUnavailableDates } from '../contract.ts';

const DAY = '2026-11-26';
const NINE = `${DAY}T09:00:00+08:00`;
const ALL_DAY = { startTime: `${DAY} 00:00`, endTime: '2026-11-27 00:00', description: 'Training' };

let world: World;

const app = await startBookingApp({ connections: 20 });
const office = await signedIn(app, 'admin');

beforeEach(async () => {
  // Each test has its own cleaners and none of the earlier blocks.
  await app.database.pool.query('update block_booking set removed_at = now() where removed_at is null');
  await app.database.pool.query('update cleaner set trashed_at = now() where trashed_at is null');
  world = await makeWorld(app.context(), { customers: 2, cleaners: 3 });
});

type Sent = Partial<typeof ALL_DAY> & {
  cleanerType?: 'all' | 'selected';
  cleanerIDs?: string[];
  jobType?: string;
};
const block = (sent: Sent = {}, as = office) =>
  app.call(
    createBlocks,
    { body: { unavailable_dates: [{ ...ALL_DAY, cleanerType: 'all', ...sent } as never] } },
    as,
  );
const free = async (more: object = {}) => {
  const query = { startTime: NINE, hours: 3, postal: HOME_POSTAL, ...more };
  return (await app.call(listAvailable, { query }, office)).body.items.map(({ id }) => id).sort();
};
const book = async (i: number) => {
  const customer = world.customers[i];
  if (customer === undefined) throw new Error('Expected two customers');
  const body = { packageID: world.packageID, addressID: customer.addressID, startTime: NINE };
  return app.call(createJob, { body }, await signedIn(app, 'customer', customer.id));
};
const blocks = async (query: object = {}) => (await app.call(listBlocks, { query }, office)).body.items;
/** The number of overlapping live entries of one cleaner, which must be 0, and of live blocks. */
const overlaps = async () =>
  (
    await app.database.pool.query(`
      select 1 from cleaner_occupation a join cleaner_occupation b
        on a.cleaner_id = b.cleaner_id and a.id < b.id and a.released_at is null and b.released_at is null
        and a.starts_at < b.ends_at and b.starts_at < a.ends_at`)
  ).rowCount;

describe('a block booking', () => {
  it('takes the time of all cleaners, and frees it when removed', async () => {
    expect(await free()).toEqual([...world.cleanerIDs].sort());
    expect((await block()).body).toEqual({ created: 1, conflicts: [] });
    expect(await free()).toEqual([]);
    expect((await book(0)).status).toBe(409);
    const [made] = await blocks();
    expect(made).toMatchObject({
      startTime: `${DAY} 00:00:00`,
      endTime: '2026-11-27 00:00:00',
      description: 'Training',
      jobType: '',
      cleanerType: 'all',
      cleanerIDs: [...world.cleanerIDs].sort(),
      trash: 0,
    });
    const params = { id: made?.id ?? '' };
    expect((await app.call(removeBlock, { params }, office)).body.trash).toBe(1);
    expect((await app.call(removeBlock, { params }, office)).status).toBe(200); // repeated
    expect(await free()).toEqual([...world.cleanerIDs].sort());
    expect(await blocks()).toEqual([]);
    expect((await blocks({ trash: '1' })).map(({ id }) => id)).toContain(params.id);
  });

  it('leaves booked visits, reports them, and takes their time once they are released', async () => {
    const job = (await book(0)).body;
    const [cleanerID] = job.cleaners.map(({ id }) => id);
    const told = (await block()).body.conflicts;
    expect(told).toEqual([{ cleanerID, jobID: job.id, startTime: NINE }]);
    app.clock.advance({ minutes: 16 }); // the unpaid hold expires
    await app.runCronJobs();
    expect(await free()).toEqual([]);
    expect(await overlaps()).toBe(0);
  });

  it('can be limited to cleaners and to one kind of visit', async () => {
    const [aminah = '', ...others] = world.cleanerIDs;
    await block({ cleanerType: 'selected', cleanerIDs: [aminah], jobType: 'spring-cleaning' });
    expect(await free({ jobType: 'one-time' })).toEqual([...world.cleanerIDs].sort());
    expect(await free({ jobType: 'spring-cleaning' })).toEqual([...others].sort());
    const shown = (
      await app.call(listUnavailableDates, { query: { from_date: DAY, cleanerID: aminah } }, office)
    ).body;
    expect(shown).toMatchObject([{ cleanerID: aminah, kind: 'block', description: 'Training' }]);
  });

  it('can overlap time off, and removing one leaves the other', async () => {
    const [aminah = ''] = world.cleanerIDs;
    const half = { startTime: `${DAY} 08:00`, endTime: `${DAY} 10:00` };
    await block({ ...half, cleanerType: 'selected', cleanerIDs: [aminah], description: 'Dentist' });
    await block();
    const [long] = (await blocks({ q: 'training' })) ?? [];
    await app.call(removeBlock, { params: { id: long?.id ?? '' } }, office);
    expect(await free()).toEqual(world.cleanerIDs.filter((id) => id !== aminah).sort());
    expect(await overlaps()).toBe(0);
  });

  it('for everyone also applies to cleaners who join or return later', async () => {
    const [aminah = ''] = world.cleanerIDs;
    await app.call(cleaners.trash, { params: { id: aminah } }, office);
    await block();
    await app.call(cleaners.untrash, { params: { id: aminah } }, office);
    const body = {
      firstname: 'Bala',
      gender: 'male' as const,
      mobile: '6591112222',
      thursdayHours: '09:00-18:00',
    };
    expect((await app.call(cleaners.create, { body }, office)).status).toBe(201);
    expect(await free()).toEqual([]);
    expect((await blocks())[0]?.cleanerIDs).toHaveLength(4);
  });

  it('and a concurrent booking never both take the time unnoticed', async () => {
    const sent = Array.from({ length: 12 }, (_, i) => (i % 4 === 3 ? block() : book(i % 2)));
    await Promise.all(sent);
    expect(await overlaps()).toBe(0);
    const { rows } = await app.database.pool.query(
      `select job_id from cleaner_occupation
        where kind = 'job' and released_at is null and cleaner_id = any($1)`,
      [world.cleanerIDs],
    );
    // If the booking came first, the block reports it as a conflict.
    const told = (await block()).body.conflicts.map(({ jobID }) => jobID);
    expect(told.sort()).toEqual(rows.map(({ job_id }) => jobID).sort());
  });

  it.each([
    ['nobody', { cleanerType: 'selected', cleanerIDs: [] }, 'unavailable_dates.0.cleanerIDs'],
    [
      'an unknown cleaner',
      { cleanerType: 'selected', cleanerIDs: [randomUUID()] },
      'unavailable_dates.0.cleanerIDs',
    ],
    ['an invalid start time', { startTime: 'soon' }, 'unavailable_dates.0.startTime'],
    ['an end before the start', { endTime: '2026-11-25 00:00' }, 'unavailable_dates.0.endTime'],
  ] as const)('of %s is refused beside its field, and nothing is kept', async (_what, sent, path) => {
    const reply = await block(sent as never);
    expect([reply.status, problem(reply).errors?.[0]?.path]).toEqual([422, path]);
    expect(await blocks()).toEqual([]);
  });

  it('is only open to the office', async () => {
    const aminah = await signedIn(app, 'cleaner', world.cleanerIDs[0] ?? '');
    expect((await block({}, aminah)).status).toBe(403);
    expect((await block({}, {})).status).toBe(401);
  });
});
