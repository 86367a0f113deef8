import { beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner, addPackage } from '#features/booking/booking/server/testing/world.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { cancelJob, updateJob } from '#features/work/jobs/contract.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { locks, withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { addVisitPhoto, getVisitRecord, onTheWay, removeVisitPhoto } from '../contract/visit-day.ts';
import { finishJob, startJob } from '../contract.ts';
import { MAX_PHOTOS } from '../rules/photos.ts';
import { addPhoto } from './photos.ts';

let [office, mei, one, two]: [As, As, As, As] = [{}, {}, {}, {}];
/** The crew of the visit on 26 November, 9:00 to 12:00. */
let [aminah, siti] = ['', ''];
let id: string;

const { app, world } = await startBusiness({ customers: 2, connections: 12 });

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  [aminah, siti] = await Promise.all([addCleaner(app.context()), addCleaner(app.context())]);
  await signInAgain();
  id = await bookAndPay();
  await itIs('08:30');
});

async function bookAndPay(): Promise<string> {
  const body = {
    packageID: await addPackage(app.context(), { crew: 2 }),
    addressID: world.customers[0]?.addressID ?? '',
    startTime: on('09:00'),
    cleaner1ID: aminah,
    cleaner2ID: siti,
  };
  const booked = await app.call(createJob, { body }, mei);
  const paying = { params: { id: booked.body.id }, body: { stripeToken: 'tok_visa' } };
  expect((await app.call(commitJob, paying, mei)).status).toBe(200);
  return booked.body.id;
}

const on = (time: string) => `2026-11-26T${time}:00+08:00`;

async function itIs(time: string): Promise<void> {
  app.clock.set(time.includes('T') ? time : on(time));
  await signInAgain();
}

async function signInAgain(): Promise<void> {
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
  [one, two] = [await signedIn(app, 'cleaner', aminah), await signedIn(app, 'cleaner', siti)];
}

/** A cleaner's upload, as database rows only. */
async function upload(by = aminah): Promise<string> {
  const uploadID = app.services.newID();
  const now = app.clock.now().toString();
  await app.services.db
    .insertInto('upload')
    .values({
      id: uploadID,
      width: 400,
      height: 300,
      addedBy: by,
      createdAt: now,
      unusedSince: now,
      storedAt: now,
    })
    .execute();
  return `/uploads/${uploadID}/400.jpg`;
}

const record = (who: As = office) => app.call(getVisitRecord, { params: { id } }, who);
const add = (body: object, who: As = one) =>
  app.call(addVisitPhoto, { params: { id }, body: { kind: 'before', ...body } as never }, who);
const remove = (photoID: string, who: As = one, more: object = {}) =>
  app.call(removeVisitPhoto, { params: { id }, body: { photoID, ...more } }, who);
const newPhoto = async (by = aminah) => ({ photoID: app.services.newID(), url: await upload(by) });
const usedBy = async (url: string) => {
  const found = await app.services.db
    .selectFrom('upload')
    .select(['usedByKind', 'usedByID'])
    .where('id', '=', url.split('/')[2] ?? '')
    .executeTakeFirstOrThrow();
  return found.usedByID;
};

describe('photos of a visit', () => {
  test('are shown to the office, the customer and the crew, with the time they were taken', async () => {
    await itIs('09:30');
    const photo = await newPhoto();
    const added = await add({ ...photo, at: on('09:05') });
    expect([added.status, added.body.photos]).toEqual([
      201,
      [
        {
          id: photo.photoID,
          kind: 'before',
          url: expect.stringMatching(new RegExp(`^${photo.url}\\?expires=\\d+&signature=[0-9a-f]{64}$`)),
          takenAt: on('09:05'),
          cleanerID: aminah,
          removable: true,
        },
      ],
    ]);
    for (const [who, removable] of [
      [office, true],
      [mei, false],
      [two, false],
    ] as const) {
      expect((await record(who)).body.photos.map((each) => each.removable)).toEqual([removable]);
    }
    expect(await usedBy(photo.url)).toBe(photo.photoID);
  });

  test('sent again stay one photo, even with another upload after a lost reply', async () => {
    const photo = await newPhoto();
    await add(photo);
    const again = await add({ photoID: photo.photoID, url: await upload() });
    expect([again.status, again.body.photos.map((each) => each.url.split('?')[0])]).toEqual([
      201,
      [photo.url],
    ]);
  });

  test("are personal: nobody can use another person's photo id or upload", async () => {
    const photo = await newPhoto();
    await add(photo);
    expect((await add({ photoID: photo.photoID, url: await upload(siti) }, two)).status).toBe(404);
    expect((await add(await newPhoto(siti))).status).toBe(422);
    expect((await add(await newPhoto(), office)).status).toBe(403);
    expect((await add(await newPhoto(), mei)).status).toBe(403);
    const rosa = await signedIn(app, 'cleaner', await addCleaner(app.context()));
    expect((await add(await newPhoto(), rosa)).status).toBe(404);
    expect((await record(rosa)).status).toBe(404);
  });

  test.each([
    ['in the future', { at: on('08:31') }, 'invalid'],
    ['before the day', { at: '2026-11-25T23:59:00+08:00' }, 'too_early_to_start'],
    ['at an invalid time', { at: 'nine' }, 'invalid'],
    ['with an invalid upload URL', { url: '/uploads/../etc/passwd' }, 'invalid'],
    ['from another site', { url: 'https://example.com/a.jpg' }, 'invalid'],
    ['of another kind', { kind: 'during' }, 'invalid'],
  ])('are refused %s, and leave nothing behind', async (_name, wrong, code) => {
    expect(problem(await add({ ...(await newPhoto()), ...wrong })).code).toBe(code);
    expect((await record()).body.photos).toEqual([]);
  });

  test('can be removed by the cleaner who took them on the same day, and then stay removed', async () => {
    const photo = await newPhoto();
    await add(photo);
    expect((await remove(photo.photoID, two)).status).toBe(404);
    expect((await remove(photo.photoID, mei)).status).toBe(403);
    expect((await remove(photo.photoID)).body.photos).toEqual([]);
    expect((await remove(photo.photoID)).status).toBe(200);
    expect(await usedBy(photo.url)).toBeNull();
    // A phone that does not know of the removal sends it late.
    expect((await add(photo)).body.photos).toEqual([]);
  });

  test('can be removed by the office the day after', async () => {
    const photo = await newPhoto();
    await add(photo);
    await itIs('2026-11-27T00:00:01+08:00');
    expect(problem(await remove(photo.photoID)).code).toBe('too_late_to_remove');
    // Requested offline in time, received late.
    const late = await newPhoto();
    await add({ ...late, at: on('11:00') });
    expect((await remove(late.photoID, one, { at: on('11:05') })).status).toBe(200);
    expect((await remove(photo.photoID, office)).status).toBe(200);
  });

  test('are hidden from a cleaner together with the address, and none can be added a week after the visit', async () => {
    await add(await newPhoto());
    await itIs('2026-11-28T12:00:01+08:00');
    expect((await record(one)).body.photos).toEqual([]);
    expect((await record(mei)).body.photos).toHaveLength(1);
    await itIs('2026-12-03T12:00:01+08:00');
    expect(problem(await add(await newPhoto())).code).toBe('too_late_for_photos');
  });

  test('of a cancelled visit are refused', async () => {
    await app.call(cancelJob, { params: { id }, body: {} }, office);
    expect(problem(await add(await newPhoto())).code).toBe('not_paid');
  });

  test('are deleted with their files after 90 days by the cron job', async () => {
    const photo = await newPhoto();
    await add(photo);
    await itIs('2027-02-24T08:29:00+08:00');
    await app.runCronJobs();
    expect((await record()).body.photos).toHaveLength(1);
    await itIs('2027-02-24T08:31:00+08:00');
    await app.runCronJobs();
    expect((await record()).body.photos).toEqual([]);
    expect(await usedBy(photo.url)).toBeNull();
  });
});

describe('the twentieth photo', () => {
  const aminahs = () => app.context({ role: 'cleaner', id: aminah, sessionID: '' });
  beforeEach(async () => {
    for (let i = 1; i < MAX_PHOTOS; i += 1) await add(await newPhoto());
  });
  const lastOnes = async (unlocked: boolean) => {
    const [first, second] = [await newPhoto(), await newPhoto()];
    const ctx = aminahs();
    const db = withHooks(ctx.db, { change: (query) => (locks(query) ? withoutLocks(query) : query) });
    await overlap(
      app,
      (tx) => addPhoto({ ...tx, actor: ctx.actor } as never, id, { ...first, kind: 'after' }),
      () => addPhoto(unlocked ? { ...ctx, db } : ctx, id, { ...second, kind: 'after' }),
    );
    return (await record()).body.photos.length;
  };

  test('is the last one, even if two phones send concurrently', async () => {
    expect(await lastOnes(false)).toBe(MAX_PHOTOS);
    expect(problem(await add(await newPhoto())).code).toBe('too_many_photos');
    const [shown] = (await record()).body.photos;
    await remove(shown?.id ?? '');
    expect((await add(await newPhoto())).status).toBe(201);
  });

  test('control: without the lock there would be one too many', async () => {
    expect(await lastOnes(true)).toBe(MAX_PHOTOS + 1);
  });
});

describe('setting out', () => {
  const leave = (who: As = one, body: object = {}) => app.call(onTheWay, { params: { id }, body }, who);

  /** The number of notifications to the customer. */
  const told = async (kind = 'on-the-way') => {
    const { rows } = await app.database.pool.query(
      'select count(*)::int from message where job_id = $1 and kind = $2',
      [id, kind],
    );
    return rows[0].count;
  };

  test('is not claimed of a cleaner who clocks in without it: they have arrived', async () => {
    await app.call(startJob, { params: { id }, body: {} }, one);
    await leave(two);
    expect([await told(), await told('arrived')]).toEqual([0, 1]);
  });

  test('is enough: arriving is not announced again', async () => {
    await leave();
    await app.call(startJob, { params: { id }, body: {} }, one);
    expect([await told(), await told('arrived')]).toEqual([1, 0]);
  });

  test('is announced once, however often and by whichever crew member it is sent', async () => {
    const replies = await Promise.all([leave(), leave(), leave(one, { at: on('08:20') })]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await leave();
    await leave(two);
    expect(await told()).toBe(1);
    expect((await record(mei)).body.crew.map((member) => member.onTheWayAt !== null)).toEqual([true, true]);
  });

  test('is recorded but not announced if it arrives too late to be useful', async () => {
    await itIs('10:30');
    expect((await leave(one, { at: on('08:40') })).status).toBe(200);
    expect(await told()).toBe(0);
    expect((await record(mei)).body.crew[0]?.onTheWayAt).toBe(on('08:40'));
  });

  test('is not possible on the day before, or for someone else', async () => {
    expect(problem(await leave(one, { at: on('05:59') })).code).toBe('too_early_to_leave');
    expect((await leave(office)).status).toBe(403);
    expect((await leave(mei)).status).toBe(403);
    expect((await record()).body.crew[0]?.onTheWayAt).toBeNull();
  });

  test('stays with its cleaner when another joins the crew', async () => {
    await leave();
    const rosa = await addCleaner(app.context());
    await app.call(updateJob, { params: { id }, body: { cleaner1ID: rosa, cleaner2ID: aminah } }, office);
    const crew = (await record()).body.crew.filter(({ replacedAt }) => replacedAt === null);
    expect(crew.map((member) => [member.id, member.onTheWayAt !== null])).toEqual([
      [rosa, false],
      [aminah, true],
    ]);
  });
});

describe('the position of a phone', () => {
  /** The home's exact coordinates, set by the office; otherwise only its district is known. */
  const knowHome = () =>
    app.services.db
      .updateTable('job')
      .set({ addressLatitude: 1.3345, addressLongitude: 103.8501 })
      .where('id', '=', id)
      .execute();
  const near = { latitude: 1.3346, longitude: 103.8501, accuracy: 20 };

  test('is shown only to the cleaner and the office, and never blocks clocking in', async () => {
    await knowHome();
    await app.call(startJob, { params: { id }, body: near }, one);
    const far = { latitude: 1.45, longitude: 103.8, accuracy: 5 };
    expect((await app.call(startJob, { params: { id }, body: far }, two)).status).toBe(200);
    await itIs('12:00');
    await app.call(finishJob, { params: { id }, body: {} }, one);
    const seen = async (who: As) =>
      (await record(who)).body.crew.map(({ start, finish }) => [start?.location, finish?.location]);
    expect(await seen(office)).toEqual([
      ['inside', 'none'],
      ['outside', undefined],
    ]);
    expect(await seen(one)).toEqual([
      ['inside', 'none'],
      [undefined, undefined],
    ]);
    expect(await seen(mei)).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect((await record()).body.crew[0]?.start).toMatchObject({ metres: 11, at: on('08:30') });
  });

  test('is not compared with the centre of a postal district', async () => {
    await app.call(startJob, { params: { id }, body: near }, one);
    expect((await record()).body.crew[0]?.start).toMatchObject({ location: 'unplaced', metres: null });
  });
});
