import { describe, expect, test } from 'vitest';
import { feature as uploads } from '#features/catalogue/uploads/server/index.ts';
import { photo, sendPicture } from '#features/catalogue/uploads/server/testing/send-picture.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import * as scheduleCalls from '#features/work/schedule/contract.ts';
import { feature as schedule } from '#features/work/schedule/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import type { CleanerReply } from '../cleaner-shapes.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';

const EAST = '01900000-0000-7000-8000-000000000103';
const WEST = '01900000-0000-7000-8000-000000000102';

let mobiles = 0;

const app = await startTestApp({ features: [accounts, uploads, feature, schedule] });
const office = await signedIn(app, 'admin');

const newMobile = () => `659${String(1_000_000 + ++mobiles)}`;

async function add(body: Record<string, unknown> = {}): Promise<CleanerReply> {
  const sent = { firstname: 'Aminah', gender: 'female' as const, mobile: newMobile(), ...body };
  const reply = await app.call(calls.createCleaner, { body: sent }, office);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body;
}

async function list(
  query: NonNullable<Parameters<typeof app.call<typeof calls.listCleaners>>[1]['query']>,
  as = office,
) {
  const reply = await app.call(calls.listCleaners, { query }, as);
  return reply.body.items.map((cleaner) => cleaner.firstname);
}

const auditOf = (id: string) =>
  app.services.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subjectID', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();

describe('creating a cleaner', () => {
  test('returns all fields, with a week of days off and no regions', async () => {
    const cleaner = await add({ mobile: '9123 4567', languages: 'English, Malay', postal: '520201' });
    expect(cleaner).toMatchObject({
      firstname: 'Aminah',
      mobile: '6591234567',
      languages: ['English', 'Malay'],
      country: 'Singapore',
      mondayAvailability: false,
      mondayHours: '',
      regionIDs: [],
      unavailableDates: [],
      trash: 0,
    });
    expect(cleaner.latitude).toBeCloseTo(1.356);
    expect(await auditOf(cleaner.id)).toMatchObject([{ action: 'cleaner.created', actorRole: 'admin' }]);
  });

  test('uses the given coordinates, otherwise the centre of the postal district', async () => {
    const postal = '520201';
    const given = await add({ mobile: '9123 4571', postal, latitude: 1.352, longitude: 103.9 });
    expect(given).toMatchObject({ latitude: 1.352, longitude: 103.9 });
    const left = await add({ mobile: '9123 4572', postal, latitude: null, longitude: null });
    expect(left.latitude).toBeCloseTo(1.356);
  });

  test('accepts hours, regions and time off', async () => {
    const cleaner = await add({
      mondayHours: '14:00-18:00, 9:00-13:00',
      tuesdayAvailability: false,
      tuesdayHours: '09:00-18:00',
      regionIDs: [EAST],
      unavailableDates: [
        { startTime: '25 Dec 2026 9:00 am', endTime: '25/12/2026 18:00', description: 'Family' },
      ],
    });
    expect(cleaner).toMatchObject({
      mondayAvailability: true,
      mondayHours: '09:00-13:00,14:00-18:00',
      tuesdayAvailability: false,
      tuesdayHours: '09:00-18:00',
      regionIDs: [EAST],
      unavailableDates: [
        { startTime: '2026-12-25 09:00:00', endTime: '2026-12-25 18:00:00', description: 'Family' },
      ],
    });
  });

  test.each([
    ['no first name', { firstname: ' ' }, 'firstname'],
    ['an invalid gender', { gender: 'any' }, 'gender'],
    ['an invalid mobile', { mobile: '61234567' }, 'mobile'],
    ['invalid hours', { mondayHours: 'all day' }, 'mondayHours'],
    ['a day on without hours', { mondayAvailability: true }, 'mondayHours'],
    [
      'an invalid time',
      { unavailableDates: [{ startTime: 'x', endTime: '2026-12-25 09:00' }] },
      'unavailableDates.0.startTime',
    ],
    [
      'an end before the start',
      { unavailableDates: [{ startTime: '2026-12-25 09:00', endTime: '2026-12-24 09:00' }] },
      'unavailableDates.0.endTime',
    ],
    ['a script as photo', { profilePhoto: 'javascript:alert(1)' }, 'profilePhoto'],
    ['an unknown region', { regionIDs: ['01900000-0000-7000-8000-000000000999'] }, 'regionIDs'],
    ['an unknown field', { salary: 1 }, 'salary'],
  ])('with %s is refused on the field', async (_what, wrong, path) => {
    const body = { firstname: 'Aminah', gender: 'female', mobile: newMobile(), ...wrong };
    const reply = await app.request({
      method: 'POST',
      url: '/api/cleaners',
      payload: body,
      headers: { authorization: `Bearer ${office.jwt}` },
    });
    expect(reply.status).toBe(422);
    expect(problem(reply).errors?.map((error) => error.path)).toContain(path);
  });

  test('works with only a name and a mobile, without a gender', async () => {
    const created = await app.call(
      calls.createCleaner,
      { body: { firstname: 'Bala', lastname: 'Nair', mobile: newMobile() } },
      office,
    );
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ firstname: 'Bala', gender: '' });
  });

  test('with a used mobile is refused', async () => {
    const mobile = newMobile();
    const owner = await add({ mobile });
    const reply = await app.call(
      calls.createCleaner,
      { body: { firstname: 'B', gender: 'male', mobile } },
      office,
    );
    expect(reply.status).toBe(409);
    expect(problem(reply)).toMatchObject({
      code: 'mobile_in_use',
      errors: [{ path: 'mobile', message: `${owner.firstname} has this number.` }],
      owner: { path: 'mobile', id: owner.id, name: owner.firstname },
    });
  });
});

describe('changing a cleaner', () => {
  test('changes only the sent fields, with an audit entry', async () => {
    const before = await add({ lastname: 'Binte Rahman', mondayHours: '09:00-18:00' });
    const params = { id: before.id };
    const reply = await app.call(
      calls.updateCleaner,
      { params, body: { firstname: 'Siti', mondayHours: '10:00-16:00' } },
      office,
    );
    expect(reply.body).toEqual({
      ...before,
      firstname: 'Siti',
      fullname: 'Siti Binte Rahman',
      mondayHours: '10:00-16:00',
      updatedAt: expect.any(String),
    });
    const entry = (await auditOf(before.id)).at(-1);
    expect(entry?.action).toBe('cleaner.updated');
    expect(entry?.before).toEqual({ firstname: 'Aminah', mondayHours: '09:00-18:00' });
    expect(entry?.after).toEqual({ firstname: 'Siti', mondayHours: '10:00-16:00' });
  });

  test('the display name can be changed by the cleaner too; if empty, first and last name are shown', async () => {
    const cleaner = await add({ firstname: 'Siew Hua', lastname: 'Lim' });
    const self = await signedIn(app, 'cleaner', cleaner.id);
    const params = { id: cleaner.id };
    const change = (displayName: string) =>
      app.call(calls.updateCleaner, { params, body: { displayName } }, self);
    const named = { displayName: 'Lim Siew Hua', fullname: 'Lim Siew Hua' };
    expect((await change(' Lim Siew Hua\u200b ')).body).toEqual({
      ...cleaner,
      ...named,
      updatedAt: expect.any(String),
    });
    expect((await auditOf(cleaner.id)).at(-1)).toMatchObject({
      before: { displayName: '' },
      after: { displayName: 'Lim Siew Hua' },
    });
    for (const wrong of ['12', '\u{1f98a}', 'x'.repeat(101)]) expect((await change(wrong)).status).toBe(422);
    expect((await change('\u200b')).body).toMatchObject({ displayName: '', fullname: 'Siew Hua Lim' });
  });

  test('records that a cleaner avoids homes with pets, by the office or by herself', async () => {
    const cleaner = await add({ avoidsPets: true });
    expect(cleaner.avoidsPets).toBe(true);
    expect((await add()).avoidsPets).toBe(false);
    const self = await signedIn(app, 'cleaner', cleaner.id);
    const body = { avoidsPets: false };
    const reply = await app.call(calls.updateCleaner, { params: { id: cleaner.id }, body }, self);
    expect(reply.body.avoidsPets).toBe(false);
  });

  test('by the cleaner is refused beyond the own profile, except for unchanged fields', async () => {
    const cleaner = await add();
    const self = await signedIn(app, 'cleaner', cleaner.id);
    const params = { id: cleaner.id };
    const more = { mobile: newMobile(), mondayHours: '09:00-18:00', gender: 'male' as const };
    const body = { firstname: 'Mina', ...more };
    const refused = await app.call(calls.updateCleaner, { params, body }, self);
    expect(
      problem(refused)
        .errors?.map(({ path }) => path)
        .sort(),
    ).toEqual(Object.keys(more).sort());
    const { mobile, gender } = cleaner;
    const own = { firstname: 'Mina', mobile, gender };
    const reply = await app.call(calls.updateCleaner, { params, body: own }, self);
    expect(reply.body).toEqual({
      ...cleaner,
      firstname: 'Mina',
      fullname: 'Mina',
      updatedAt: expect.any(String),
    });
  });
});

describe('the list', () => {
  test('searches, filters, sorts and pages', async () => {
    await add({
      firstname: 'Zed',
      lastname: 'Quokka',
      gender: 'male',
      regionIDs: [WEST],
      email: 'zed@example.com',
    });
    await add({ firstname: 'Yan', lastname: 'Quokka', gender: 'female', regionIDs: [EAST] });
    await add({ firstname: 'Xin', lastname: '100%_Quokka', gender: 'female' });
    expect(await list({ q: 'quokka' })).toEqual(['Xin', 'Yan', 'Zed']);
    expect(await list({ q: 'quokka ZED@' })).toEqual(['Zed']);
    expect(await list({ q: '100%_q' })).toEqual(['Xin']);
    await add({ firstname: 'Siew Hua', lastname: 'Lim', displayName: '林秀花' });
    expect(await list({ q: '林秀花' })).toEqual(['Siew Hua']);
    expect(await list({ q: 'quokka', gender: 'female' })).toEqual(['Xin', 'Yan']);
    expect(await list({ q: 'quokka', regionID: WEST })).toEqual(['Xin', 'Zed']);
    expect(await list({ q: 'quokka', sortby: 'firstname', order: 'desc' })).toEqual(['Zed', 'Yan', 'Xin']);
    expect(await list({ q: 'quokka', from: 1, size: 1 })).toEqual(['Yan']);
    const page = await app.call(calls.listCleaners, { query: { q: 'quokka', size: 2 } }, office);
    expect(page.body).toMatchObject({ total: 3, from: 0, size: 2 });
    const everyone = await app.call(calls.listCleaners, { query: { q: 'quokka', size: 9_999_999 } }, office);
    expect(everyone.body.items).toHaveLength(3);
  });

  test('exports a CSV without formulas, with an audit entry', async () => {
    await add({ firstname: '=HYPERLINK("x")', lastname: 'Formula', mondayHours: '09:00-13:00,14:00-18:00' });
    const reply = await app.call(calls.listCleaners, { query: { q: 'formula', download: '1' } }, office);
    expect(reply.headers['content-type']).toContain('text/csv');
    const text = String(reply.body);
    expect(text.startsWith('\uFEFFId,Salutation,First name,')).toBe(true);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toContain('"09:00-13:00,14:00-18:00"');
    const audited = await app.services.db
      .selectFrom('audit_entry')
      .select('subjectKind')
      .where('action', '=', 'download')
      .execute();
    expect(audited).toEqual([{ subjectKind: 'cleaners' }]);
  });
});

describe('the trash', () => {
  test('removes a cleaner from the list, ends the session and can restore the cleaner', async () => {
    const cleaner = await add({ firstname: 'Trish', lastname: 'Wombat' });
    const self = await signedIn(app, 'cleaner', cleaner.id);
    const params = { id: cleaner.id };
    expect((await app.call(calls.trashCleaner, { params }, office)).body.trash).toBe(1);
    expect((await app.call(calls.trashCleaner, { params }, office)).status).toBe(200);
    expect(await list({ q: 'wombat' })).toEqual([]);
    expect(await list({ q: 'wombat', trash: '1' })).toEqual(['Trish']);
    expect(await list({ q: 'wombat', trash: '*' })).toEqual(['Trish']);
    expect((await app.call(calls.getCleaner, { params }, self)).status).toBe(401);
    expect((await app.call(calls.untrashCleaner, { params }, office)).body.trash).toBe(0);
    expect(await list({ q: 'wombat' })).toEqual(['Trish']);
    const actions = (await auditOf(cleaner.id)).map((entry) => entry.action);
    expect(actions).toEqual(['cleaner.created', 'cleaner.trashed', 'cleaner.untrashed']);
  });
});

describe('regions', () => {
  test('are replaced as a set, and shown to the office and the cleaner', async () => {
    const cleaner = await add({ regionIDs: [EAST] });
    const cleanerID = cleaner.id;
    const set = await app.call(
      calls.setCleanerRegions,
      { body: { cleanerID, regionIDs: [WEST, WEST] } },
      office,
    );
    expect(set).toMatchObject({ status: 201, body: { cleanerID, regionIDs: [WEST] } });
    const self = await signedIn(app, 'cleaner', cleanerID);
    expect((await app.call(calls.listCleanerRegions, {}, self)).body).toEqual([
      { cleanerID, regionIDs: [WEST] },
    ]);
    const all = await app.call(calls.listCleanerRegions, {}, office);
    expect(all.body.length).toBeGreaterThan(1);
  });
});

describe('the photo', () => {
  const upload = async (as: As) => {
    const reply = await sendPicture(app, { bytes: await photo() }, as);
    return (reply.body as { url: string }).url;
  };
  const give = (id: string, profilePhoto: string, as: As) =>
    app.call(calls.updateCleaner, { params: { id }, body: { profilePhoto } }, as);

  test('is an upload, set by the office or the cleaner', async () => {
    const url = await upload(office);
    const { id, profilePhoto } = await add({ profilePhoto: url });
    expect(profilePhoto).toBe(url);
    const self = await signedIn(app, 'cleaner', id);
    const newer = await upload(self);
    expect((await give(id, newer, self)).body).toMatchObject({ profilePhoto: newer });
    const card = await app.call(calls.getCleaner, { params: { id } }, await signedIn(app, 'customer'));
    expect(card.body.profilePhoto).toBe(newer);
    expect((await give(id, '', self)).body).toMatchObject({ profilePhoto: '' });
  });

  test('cannot be changed by others, or be an external address', async () => {
    const { id } = await add();
    const self = await signedIn(app, 'cleaner', id);
    const others = await upload(await signedIn(app, 'cleaner', (await add()).id));
    const taken = await upload(office);
    await add({ profilePhoto: taken });
    for (const url of [others, await upload(office), 'https://elsewhere.test/a.jpg']) {
      expect(problem(await give(id, url, self)).errors).toMatchObject([{ path: 'profilePhoto' }]);
    }
    expect((await give(id, taken, office)).status).toBe(422);
  });
});

describe('visibility', () => {
  test('customers and other cleaners see the public fields, and nobody sees a trashed cleaner', async () => {
    const cleaner = await add({ email: 'aminah@example.com' });
    const params = { id: cleaner.id };
    const fields = { id: cleaner.id, firstname: 'Aminah', profilePhoto: '', languages: [] };
    for (const role of ['customer', 'cleaner'] as const) {
      expect((await app.call(calls.getCleaner, { params }, await signedIn(app, role))).body).toEqual(fields);
    }
    await app.call(calls.trashCleaner, { params }, office);
    expect((await app.call(calls.getCleaner, { params }, await signedIn(app, 'customer'))).status).toBe(404);
  });

  test('a cleaner cannot change another', async () => {
    const other = await add();
    const id = other.id;
    const self = await signedIn(app, 'cleaner', (await add()).id);
    const tries = [
      app.call(calls.updateCleaner, { params: { id }, body: { firstname: 'Mine' } }, self),
      app.call(calls.setCleanerRegions, { body: { cleanerID: id, regionIDs: [EAST] } }, self),
      app.call(calls.changeMobile, { body: { cleanerID: id, mobile: newMobile() } }, self),
      app.call(calls.verifyNewMobile, { body: { cleanerID: id, otp: '123456' } }, self),
    ];
    expect((await Promise.all(tries)).map((reply) => reply.status)).toEqual([404, 404, 404, 404]);
    expect((await app.call(calls.getCleaner, { params: { id } }, office)).body).toEqual(other);
    const foreign = await app.call(scheduleCalls.listUnavailableDates, { query: { cleanerID: id } }, self);
    expect(foreign.body).toEqual([]);
  });
});
