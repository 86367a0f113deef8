import type { OnConflictNode, RootOperationNode } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import * as booking from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { trashVisitAhead } from '#features/booking/booking/server/testing/trash-ahead.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import * as checkoutCalls from '#features/booking/checkout/contract.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { insertsInto, withHooks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { notifyReaders } from './notify-readers.ts';
import { updateJob } from './update-job.ts';

let office: As;
let aminah: string;
let siti: string;
let id: string;

const { app, world } = await startBusiness({ customers: 1 });

beforeEach(async () => {
  [aminah, siti] = [await addCleaner(app.context()), await addCleaner(app.context())];
  office = await signedIn(app, 'admin');
  const [customer] = world.customers;
  const body = {
    packageID: world.packageID,
    addressID: customer?.addressID ?? '',
    customerID: customer?.id ?? '',
    startTime: '2026-11-26T09:00:00+08:00',
    cleaner1ID: aminah,
  };
  id = (await app.call(booking.createJobForCustomer, { body }, office)).body.id;
  await app.call(checkoutCalls.commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, office);
  await app.runOutbox('all');
  app.sent.sms.length = 0;
});

const trash = () => trashVisitAhead(app.context(asOffice), id);
const asOffice: SignedIn<'admin'> = {
  role: 'admin',
  officeRole: 'owner',
  id: '0193c000-0000-7000-8000-000000000001',
  sessionID: '',
};
const restore = () => app.call(calls.untrashJob, { params: { id } }, office);
const update = (body: object) => app.call(calls.updateJob, { params: { id }, body }, office);
const texts = () => app.sent.sms.map((sms) => sms.body.split(':')[0]);

test('a cleaner is notified of a cancelled visit once the office can no longer undo it', async () => {
  await trash();
  await app.runOutbox();
  expect(texts()).toEqual([]);
  await app.runOutbox('all');
  expect(texts()).toHaveLength(1);
  expect(app.sent.sms[0]?.body).toMatch(/no longer on this visit/);
});

test('a change that is undone in time sends nothing', async () => {
  await trash();
  await app.runOutbox();
  await restore();
  await app.runOutbox('all');
  expect(texts()).toEqual([]);
});

test('a visit that comes back later is announced as a new one', async () => {
  await trash();
  await app.runOutbox('all');
  await restore();
  await app.runOutbox('all');
  expect(texts()).toEqual([
    expect.stringMatching(/^You're no longer on this visit/),
    expect.stringMatching(/^New visit/),
  ]);
});

test('a move that is undone in time notifies neither cleaner nor customer', async () => {
  app.sent.mail.length = 0;
  await update({ startTime: '2026-11-26T14:00:00+08:00' });
  await app.runOutbox();
  await update({ startTime: '2026-11-26T09:00:00+08:00' });
  await app.runOutbox('all');
  expect([texts(), app.sent.mail.length]).toEqual([[], 0]);
});

test('a move that stays notifies both once', async () => {
  app.sent.mail.length = 0;
  await update({ startTime: '2026-11-26T13:00:00+08:00' });
  await update({ startTime: '2026-11-26T14:00:00+08:00' });
  await app.runOutbox('all');
  expect([texts().length, app.sent.mail.length]).toEqual([1, 1]);
  expect(app.sent.sms[0]?.body).toContain('2:00 pm');
});

test('a visit that is moved and then cancelled is not reported as moved', async () => {
  app.sent.mail.length = 0;
  await update({ startTime: '2026-11-26T14:00:00+08:00' });
  await trash();
  await app.runOutbox('all');
  expect(app.sent.mail).toEqual([]);
});

test('a visit that was moved, cancelled and restored is reported as moved, once', async () => {
  app.sent.mail.length = 0;
  await update({ startTime: '2026-11-26T14:00:00+08:00' });
  await trash();
  await app.runOutbox();
  await restore();
  await app.runOutbox('all');
  expect(app.sent.mail.map((mail) => mail.body)).toEqual([expect.stringContaining('2:00 pm')]);
});

test('a visit that was moved, cancelled and restored at its old time sends nothing', async () => {
  app.sent.mail.length = 0;
  await update({ startTime: '2026-11-26T14:00:00+08:00' });
  await trash();
  await restore();
  await update({ startTime: '2026-11-26T09:00:00+08:00' });
  await app.runOutbox('all');
  expect(app.sent.mail).toEqual([]);
});

test('a visit that is reassigned and taken back at another time is reported as moved', async () => {
  await update({ cleaner1ID: siti });
  await update({ startTime: '2026-11-26T14:00:00+08:00' });
  await update({ cleaner1ID: aminah });
  app.sent.sms.length = 0;
  await app.runOutbox('all');
  const { mobile } = await app.services.db
    .selectFrom('cleaner')
    .select('mobile')
    .where('id', '=', aminah)
    .executeTakeFirstOrThrow();
  const hers = app.sent.sms.filter((sms) => sms.to === mobile);
  expect(hers).toHaveLength(1);
  expect(hers[0]?.body).toMatch(/changed/i);
});

/** Messages to the customer about another crew. */
const toCustomer = () => [
  ...app.sent.mail.map((mail) => `mail: ${mail.subject}`),
  ...app.sent.sms.flatMap((sms) => (sms.body.startsWith('A change') ? [`sms: ${sms.body}`] : [])),
];

test('the customer is notified of the new cleaner by e-mail, once for several changes', async () => {
  app.sent.mail.length = 0;
  const nurul = await addCleaner(app.context());
  await update({ cleaner1ID: siti });
  await update({ cleaner1ID: nurul });
  await app.runOutbox();
  expect(toCustomer()).toEqual([]);
  await app.runOutbox('all');
  expect(toCustomer()).toEqual(['mail: A different cleaner on Thu 26 Nov, 9:00 am to 12:00 pm']);
});

test('on the day of the visit the customer is notified of another cleaner by SMS', async () => {
  app.sent.mail.length = 0;
  const before = app.clock.now();
  app.clock.set('2026-11-26T07:31:00+08:00');
  office = await signedIn(app, 'admin');
  await update({ cleaner1ID: siti });
  await app.runOutbox('all');
  app.clock.set(before.toString());
  expect(toCustomer()).toEqual([
    expect.stringMatching(/^sms: A change for your clean, Thu 26 Nov, 9:00 am to 12:00 pm: .+ will come\./),
  ]);
});

test('the customer is not notified of a crew change that is undone, or that the office marks as silent', async () => {
  app.sent.mail.length = 0;
  await update({ cleaner1ID: siti });
  await update({ cleaner1ID: aminah });
  await update({ cleaner1ID: siti, tellCustomer: false });
  await app.runOutbox('all');
  expect(toCustomer()).toEqual([]);
});

test('a visit that moves with another crew is reported as one change', async () => {
  app.sent.mail.length = 0;
  await update({ startTime: '2026-11-26T14:00:00+08:00', cleaner1ID: siti });
  await app.runOutbox('all');
  expect(toCustomer()).toEqual(['mail: Moved: Thu 26 Nov, 2:00 pm to 5:00 pm']);
});

describe('a visit that changes while an earlier change is being sent', () => {
  const isNote = (query: RootOperationNode) => insertsInto(query, 'visit_last_told');

  /**
   * The second change has stored what was last sent and pauses before its commit, while the task sends the first one.
   */
  async function tellDuringChange(change?: (query: RootOperationNode) => RootOperationNode): Promise<void> {
    app.sent.mail.length = 0;
    await update({ startTime: '2026-11-26T13:00:00+08:00' });
    const noted = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const db = withHooks(app.services.db, {
      ...(change && { change }),
      answered: async (query) => {
        if (!isNote(query)) return;
        noted.resolve();
        await commit.promise;
      },
    });
    const body = { startTime: '2026-11-26T14:00:00+08:00' };
    const changing = updateJob({ ...app.context(asOffice), db }, id, body);
    await noted.promise;
    const telling = notifyReaders(app.context(), { jobID: id });
    await Promise.race([telling, expect.poll(isTaskBlocked).toBe(true)]);
    commit.resolve();
    await Promise.all([changing, telling]);
    await app.runOutbox('all');
  }

  async function isTaskBlocked(): Promise<boolean> {
    // Of this database: other tests run on the same server.
    const { rowCount } = await app.database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rowCount !== 0;
  }

  test('is reported with both changes', async () => {
    await tellDuringChange();
    expect(app.sent.mail.map((mail) => mail.body)).toEqual([expect.stringContaining('2:00 pm')]);
  });

  test('would be reported in its intermediate state, and never again, if the second change did not lock the row', async () => {
    await tellDuringChange((query) =>
      query.kind === 'InsertQueryNode' && isNote(query) && query.onConflict !== undefined
        ? { ...query, onConflict: withoutUpdate(query.onConflict) }
        : query,
    );
    expect(app.sent.mail.map((mail) => mail.body)).toEqual([expect.stringContaining('1:00 pm')]);
  });
});

function withoutUpdate({ updates: _updates, ...conflict }: OnConflictNode): OnConflictNode {
  return { ...conflict, doNothing: true };
}
