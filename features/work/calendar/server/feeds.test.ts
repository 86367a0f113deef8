import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner, makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { admins, signOut, signOutEverywhere } from '#features/people/accounts/contract.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import {
  addAdmin as addAdminWithPassword,
  PASSWORD,
} from '#features/people/accounts/server/testing/admins.ts';
import { trashCleaner, untrashCleaner, updateCleaner } from '#features/people/cleaners/contract.ts';
import { cancelJob, updateJob } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { endCalendarFeed, getCalendarFeed, makeCalendarFeed } from '../contract.ts';

let [office, mei, wei, aminah, rosa]: [As, As, As, As, As] = [{}, {}, {}, {}, {}];
let [aminahID, rosaID] = ['', ''];

const stripe = await startTestStripe();
const env = { PUBLIC_URL: 'https://kemas.example/' };
const app = await startBookingApp({ providers: { payments: stripe.payments }, env, more: [accounts] });
const world = await makeWorld(app.context(), { customers: 2, cleaners: 0 });

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  [aminahID, rosaID] = [await addCleaner(app.context()), await addCleaner(app.context())];
  await signInAgain();
});

async function signInAgain(): Promise<void> {
  office = await signedIn(app, 'admin', await addAdmin());
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
  wei = await signedIn(app, 'customer', world.customers[1]?.id);
  aminah = await signedIn(app, 'cleaner', aminahID);
  rosa = await signedIn(app, 'cleaner', rosaID);
}

async function addAdmin(): Promise<string> {
  const id = app.services.newID();
  const now = app.clock.now().toString();
  await app.services.db
    .insertInto('admin')
    .values({
      id,
      identity: id,
      passwordHash: '',
      officeRole: 'owner',
      fullname: 'Office',
      email: '',
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return id;
}

let hour = 0;
/** A paid visit in three days, at a time of its own. */
async function book(more: object = {}): Promise<string> {
  hour = (hour % 3) + 1;
  const startTime = `2026-11-2${5 + hour}T09:00:00+08:00`;
  const addressID = world.customers[0]?.addressID ?? '';
  const body = { packageID: world.packageID, addressID, startTime, cleaner1ID: aminahID, ...more };
  const { id } = (await app.call(createJob, { body }, mei)).body;
  await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, mei);
  return id;
}

const make = async (who: As) =>
  new URL((await app.call(makeCalendarFeed, { body: {} }, who)).body.url).pathname;
const read = (path: string, headers: Record<string, string> = {}) =>
  app.request({ method: 'GET', url: path, headers });

/** Reads the events of a feed with a third-party parser. */
async function events(path: string) {
  const reply = await read(path);
  expect(reply.status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(String(reply.body)));
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      id: event.uid.split('@')[0],
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      isUtc: event.startDate.zone === ICAL.Timezone.utcTimezone,
      summary: event.summary,
      location: event.location,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      stamp: String(component.getFirstPropertyValue('dtstamp')),
    };
  });
}
const idsIn = async (path: string) => (await events(path)).map(({ id }) => id);

describe('a feed', () => {
  test('shows each reader their own visits, in UTC', async () => {
    const id = await book();
    const [shown] = (await events(await make(mei))).filter((event) => event.id === id);
    expect(shown).toMatchObject({
      start: `2026-11-2${5 + hour}T01:00:00.000Z`,
      end: `2026-11-2${5 + hour}T04:00:00.000Z`,
      isUtc: true,
      status: 'CONFIRMED',
      location: 'Blk 145 Lorong 2 Toa Payoh, #08-11, Singapore 310145',
    });
    expect(await idsIn(await make(aminah))).toEqual([id]);
    expect(await idsIn(await make(office))).toContain(id);
    expect(await idsIn(await make(rosa))).toEqual([]);
    expect(await idsIn(await make(wei))).toEqual([]);
  });

  test('contains only what the reader may see, and never a price, phone or note', async () => {
    await book({ specialRequests: 'The key is under the pot', contactDetails: 'Ring 91234567' });
    for (const who of [mei, aminah, office]) {
      const text = String((await read(await make(who))).body);
      // An id may contain such digits.
      expect(text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '')).not.toMatch(
        /under the pot|9123|S\$|8100|81\.00/,
      );
    }
  });

  test('shows a cleaner the door from a week before the visit, and the postal code until then', async () => {
    await book({ startTime: '2026-12-10T09:00:00+08:00' });
    const path = await make(aminah);
    const where = async () => (await events(path))[0]?.location;
    expect(await where()).toBe('Singapore 310145');
    app.clock.set('2026-12-03T09:00:00+08:00');
    expect(await where()).toContain('#08-11');
  });

  test('is valid RFC 5545 with text in both languages', async () => {
    const label = '大扫除, with; signs\\ and 🧹 '.repeat(6).trim();
    const id = await book();
    await app.services.db.updateTable('job').set({ label }).where('id', '=', id).execute();
    const path = await make(aminah);
    const text = String((await read(path)).body);
    const lines = text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect((await events(path))[0]?.summary).toBe(`${label}: Mei Tan`);
  });

  test('reflects a change, and lists a cancelled visit for 30 days', async () => {
    const id = await book();
    const path = await make(mei);
    const shown = async () => (await events(path)).find((event) => event.id === id);
    const before = await shown();
    await app.call(
      updateJob,
      { params: { id }, body: { startTime: '2026-12-01T13:00:00+08:00', cleaner1ID: rosaID } },
      office,
    );
    const after = await shown();
    expect(after).toMatchObject({ start: '2026-12-01T05:00:00.000Z', status: 'CONFIRMED' });
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    await app.call(cancelJob, { params: { id }, body: {} }, office);
    expect(await shown()).toMatchObject({
      status: 'CANCELLED',
      summary: expect.stringMatching(/^Cancelled: /),
    });
    expect((await read(path)).body).toMatch(/SUMMARY:Cancelled: [\s\S]*?TRANSP:TRANSPARENT/);
    app.clock.set('2026-12-24T10:00:00+08:00');
    expect(await shown()).toBeUndefined();
  });

  test('excludes cleaners who have left the crew', async () => {
    const id = await book();
    const path = await make(aminah);
    expect(await idsIn(path)).toEqual([id]);
    await app.call(updateJob, { params: { id }, body: { cleaner1ID: rosaID } }, office);
    expect(await idsIn(path)).toEqual([]);
  });

  test('is only sent again when its content has changed', async () => {
    const id = await book();
    const path = await make(mei);
    const first = await read(path);
    const etag = String(first.headers.etag);
    expect(first.headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      'content-type': 'text/calendar; charset=utf-8',
    });
    app.clock.advance({ minutes: 10 });
    const same = await read(path, { 'if-none-match': etag });
    expect([same.status, same.body]).toEqual([304, '']);
    expect((await read(path, { 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
    await app.call(cancelJob, { params: { id }, body: {} }, office);
    expect((await read(path, { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('the secret URL', () => {
  test('is stored as a hash, works under both paths, and is returned once', async () => {
    const path = await make(mei);
    const secret = /^\/ical\/([\w-]{43})\.ics$/.exec(path)?.[1] ?? '';
    expect(secret).not.toBe('');
    expect((await read(`/api${path}`)).status).toBe(200);
    const rows = await app.services.db.selectFrom('calendar_feed').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    const audits = await app.services.db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify(audits)).not.toContain(secret);
    expect(JSON.stringify((await app.call(getCalendarFeed, {}, mei)).body)).not.toContain(secret);
  });

  test('stops working when the person disables it or creates another', async () => {
    const first = await make(mei);
    const second = await make(mei);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    expect((await app.call(getCalendarFeed, {}, mei)).body.lastReadAt).not.toBeNull();
    await app.call(endCalendarFeed, { body: {} }, mei);
    await app.call(endCalendarFeed, { body: {} }, mei);
    expect((await read(second)).status).toBe(404);
    expect((await app.call(getCalendarFeed, {}, mei)).body).toEqual({ createdAt: null, lastReadAt: null });
  });

  test('created twice concurrently works only once', async () => {
    const made = await Promise.all([1, 2, 3].map(() => app.call(makeCalendarFeed, { body: {} }, mei)));
    const paths = made.filter(({ status }) => status === 201).map(({ body }) => new URL(body.url).pathname);
    const answers = await Promise.all(paths.map(async (path) => (await read(path)).status));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
  });

  test('stops working once its owner may not sign in', async () => {
    const path = await make(aminah);
    await app.call(trashCleaner, { params: { id: aminahID } }, office);
    expect((await read(path)).status).toBe(404);
  });

  test.each(['/ical/x.ics', `/ical/${'a'.repeat(43)}.ics`, `/ical/${'a'.repeat(43)}`, '/ical/%00.ics'])(
    'is not found: %s',
    async (path) => {
      const reply = await read(path);
      expect([404, 400]).toContain(reply.status);
    },
  );

  test('is rate limited, for searches and for reads', async () => {
    const path = await make(mei);
    const wrong = () => read(`/ical/${'b'.repeat(43)}.ics`);
    for (let i = 0; i < 61; i += 1) await wrong();
    expect(problem(await wrong()).code).toBe('throttled');
    // Failed searches do not block readers with the right URL.
    expect((await read(path)).status).toBe(200);
    for (let i = 0; i < 121; i += 1) await read(path);
    expect((await read(path)).status).toBe(429);
  });
});

describe('a feed ends with all sessions', () => {
  const isAlive = async (path: string) => (await read(path)).status === 200;

  test('when its owner signs out everywhere, without affecting others', async () => {
    const [own, others] = [await make(mei), await make(wei)];
    expect((await app.call(signOutEverywhere, {}, mei)).status).toBe(200);
    expect([await isAlive(own), await isAlive(others)]).toEqual([false, true]);
  });

  test('when an admin gets a new password', async () => {
    const [admin, colleague] = [await addAdmin(), await addAdminWithPassword(app, 'colleague')];
    const path = await make(await signedIn(app, 'admin', admin));
    const body = { password: 'a long new password 42', currentPassword: PASSWORD };
    const as = await signedIn(app, 'admin', colleague.id);
    expect((await app.call(admins.update, { params: { id: admin }, body }, as)).status).toBe(200);
    expect(await isAlive(path)).toBe(false);
  });

  test('when the office changes a mobile number', async () => {
    const path = await make(aminah);
    const body = { mobile: '6581230001' };
    expect((await app.call(updateCleaner, { params: { id: aminahID }, body }, office)).status).toBe(200);
    expect(await isAlive(path)).toBe(false);
  });

  test('and is not restored when the account is restored from the trash', async () => {
    const path = await make(aminah);
    await app.call(trashCleaner, { params: { id: aminahID } }, office);
    await app.call(untrashCleaner, { params: { id: aminahID } }, office);
    expect(await isAlive(path)).toBe(false);
  });

  test('but not when one session ends', async () => {
    const path = await make(mei);
    await app.call(signOut, {}, mei);
    expect(await isAlive(path)).toBe(true);
  });
});

test('the owner gets an email when a feed is created', async () => {
  await app.services.db
    .updateTable('customer')
    .set({ email: 'mei@example.com' })
    .where('id', '=', world.customers[0]?.id ?? '')
    .execute();
  await app.runOutbox();
  app.sent.mail.length = 0;
  await make(mei);
  await make(office);
  // As its owner's message, it is deleted with the account even if the address has changed.
  const [logged] = await app.services.db
    .selectFrom('message')
    .select('customerID')
    .where('recipient', '=', 'mei@example.com')
    .execute();
  expect(logged?.customerID).toBe(world.customers[0]?.id);
  await app.runOutbox();
  expect(app.sent.mail).toMatchObject([
    { to: 'mei@example.com', subject: 'A calendar link was created for your account' },
  ]);
});
