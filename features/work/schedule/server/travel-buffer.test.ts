import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import * as settingCalls from '#features/catalogue/settings/contract.ts';
import { feature as settings } from '#features/catalogue/settings/server/index.ts';
import { setSettings } from '#features/catalogue/settings/server/testing/set-settings.ts';
import * as cleanerCalls from '#features/people/cleaners/contract.ts';
import { feature as cleaners, lockCleaners } from '#features/people/cleaners/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { listTimeAvailable } from '../contract.ts';
import { returnTime, feature as schedule, slotConstraints, takeSlots } from './index.ts';
import { readTimeSettings } from './load-opening.ts';
import { writeJobTimes } from './occupation.ts';

/** Tests changes of the buffer while visits are booked: the visits stay, and every offered time can be booked. */
const HOME = '310145';
const NEARBY = '310201';
/** 11 km away. */
const ELSEWHERE = '520201';

let cleanerID: string;
let mobiles = 0;

const app = await startTestApp({ features: [settings, cleaners, schedule], connections: 10 });
const office = await signedIn(app, 'admin');
// Jobs and their customers are only ids here.
await sql`alter table cleaner_occupation
  drop constraint cleaner_occupation_job_id_fkey, drop constraint cleaner_occupation_customer_id_fkey`.execute(
  app.services.db,
);

beforeEach(async () => {
  await app.services.db.updateTable('cleaner').set({ trashedAt: app.clock.now().toString() }).execute();
  const mobile = `659${1_000_000 + ++mobiles}`;
  const body = { firstname: 'Aminah', gender: 'female' as const, mobile, wednesdayHours: '08:00-20:00' };
  cleanerID = (await app.call(cleanerCalls.createCleaner, { body }, office)).body.id;
  await setSettings(app.context(), { travelByDistance: false });
});

const at = (time: string) => Temporal.Instant.from(`2026-11-25T${time}:00+08:00`);

async function setBuffer(travelBufferMinutes: number) {
  const { version } = (await app.call(settingCalls.listSettings, {}, office)).body;
  const body = { version, travelBufferMinutes };
  return app.call(settingCalls.updateSettings, { body }, office);
}

const hourAt = (postal: string) => ({
  minutes: 60,
  numCleaners: 1,
  postal,
  regionID: null,
  gender: '',
  hasPets: false,
  language: '',
});

function takeIn(tx: Tx, from: string, postal: string) {
  const visit = { start: at(from), need: hourAt(postal), named: [cleanerID], isNew: true };
  return takeSlots(tx, {
    visits: [{ jobID: tx.newID(), customerID: tx.newID(), ...visit }],
    heldUntil: null,
    onExpired: async () => undefined,
  });
}

/** Takes an hour; true if it succeeded. */
async function take(from: string, postal = HOME): Promise<boolean> {
  const taken = await inTransaction(app.context(), (tx) => takeIn(tx, from, postal), slotConstraints);
  return !isRefusal(taken);
}

/** The offered starts at another address, for one hour. */
async function offered(): Promise<string[]> {
  const query = { date: '2026-11-25', hours: 1, postal: ELSEWHERE };
  const { body } = await app.call(listTimeAvailable, { query }, office);
  return body.days.flatMap((day) => day.slots.map((slot) => slot.startTime.slice(11, 16)));
}

/** Each entry with the travel time before and after it, in minutes. */
async function rides(): Promise<string[]> {
  const { rows } = await sql<{ start: string; before: number; after: number }>`
    select to_char(starts_at at time zone 'Asia/Singapore', 'HH24:MI') as start,
      date_part('epoch', starts_at - travel_from) / 60 as before,
      date_part('epoch', travel_until - ends_at) / 60 as after
    from cleaner_occupation where cleaner_id = ${cleanerID} and released_at is null order by starts_at`.execute(
    app.services.db,
  );
  return rows.map((row) => `${row.start} ${row.before}/${row.after}`);
}

describe('the travel buffer', () => {
  test('is kept between two places', async () => {
    await setBuffer(60);
    expect(await take('10:00')).toBe(true);
    expect(await offered()).not.toContain('11:30');
    expect(await take('11:30', ELSEWHERE)).toBe(false);
    expect(await offered()).toContain('12:00');
    expect(await take('12:00', ELSEWHERE)).toBe(true);
    expect(await rides()).toEqual(['10:00 30/30', '12:00 30/30']);
  });

  test('when increased, leaves booked visits and keeps new ones away from them', async () => {
    await setBuffer(0);
    expect(await take('10:00')).toBe(true);
    expect(await take('11:00', ELSEWHERE)).toBe(true);
    expect((await setBuffer(120)).status).toBe(200);
    expect(await rides()).toEqual(['10:00 0/0', '11:00 0/0']);
    expect(await take('13:30')).toBe(false);
    expect(await take('14:00')).toBe(true);
  });

  test('when reduced, also applies to booked visits, so that every offer can be booked', async () => {
    await setBuffer(120);
    expect(await take('10:00')).toBe(true);
    expect(await take('15:00')).toBe(true);
    await setBuffer(0);
    expect(await rides()).toEqual(['10:00 0/0', '15:00 0/0']);
    const times = await offered();
    expect(times).toEqual(expect.arrayContaining(['09:00', '11:00', '14:00', '16:00']));
    for (const time of ['11:00', '14:00', '16:00', '09:00']) expect(await take(time, ELSEWHERE)).toBe(true);
  });

  test('grows with the distance, so that offered times can be booked', async () => {
    await setSettings(app.context(), { travelBufferMinutes: 30 }); // and by distance, which is the default
    expect(await take('12:00')).toBe(true);
    expect(await offered()).toEqual(expect.not.arrayContaining(['11:00', '13:30', '14:00']));
    expect(await take('14:00', ELSEWHERE)).toBe(false);
    expect(await offered()).toEqual(expect.arrayContaining(['09:30', '14:30']));
    expect(await take('14:30', ELSEWHERE)).toBe(true);
    expect(await take('16:00', NEARBY)).toBe(false);
    expect(await take('17:00', NEARBY)).toBe(true);
  });

  test('a longer travel buffer leaves past visits unchanged', async () => {
    await take('10:00');
    app.clock.advance({ hours: 24 * 7 });
    await setBuffer(0);
    expect(await rides()).toEqual(['10:00 22.5/22.5']);
    app.clock.advance({ hours: -24 * 7 });
  });
});

/** A visit with the old buffer that is written, but not committed, while the buffer is reduced. */
async function bookMeanwhile(lower: () => Promise<unknown>, waits: boolean) {
  let lowered: Promise<unknown> = Promise.resolve();
  await inTransaction(app.context(), async (tx) => {
    await lockCleaners(tx, [cleanerID]);
    const { travelBufferMinutes } = await readTimeSettings(tx);
    lowered = lower();
    if (waits) await someoneWaits();
    else await lowered;
    const job = { jobID: tx.newID(), customerID: tx.newID(), crew: [cleanerID], postal: HOME };
    const time = { start: at('10:00'), end: at('11:00'), heldUntil: null, travelBufferMinutes };
    await writeJobTimes(tx, [{ ...job, ...time, isNew: true }]);
  });
  await lowered;
}

async function someoneWaits(): Promise<void> {
  const { rows } = await app.database.pool.query(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  if (rows.length === 0) return someoneWaits();
}

describe('a visit booked while the buffer is reduced', () => {
  test('ends up with the shorter buffer', async () => {
    await bookMeanwhile(() => setBuffer(10), true);
    expect(await rides()).toEqual(['10:00 5/5']);
    expect(await offered()).toContain('11:30');
  });

  test('control: without the locks it keeps the longer buffer', async () => {
    const withoutLocks = () =>
      app.services.db
        .updateTable('cleaner_occupation')
        .set({ travelFrom: sql<string>`starts_at - interval '5 min'` })
        .where('cleanerID', '=', cleanerID)
        .execute();
    await bookMeanwhile(withoutLocks, false);
    expect(await rides()).toEqual(['10:00 22.5/22.5']);
  });
});

describe('two visits too far apart, booked at the same time', () => {
  beforeEach(() => setSettings(app.context(), { travelBufferMinutes: 30 }));

  test('only one is booked', async () => {
    const taken = await Promise.all([take('12:00'), take('14:00', ELSEWHERE)]);
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test('a visit is not put back', async () => {
    const outcome = await overlap(
      app,
      (tx) => takeIn(tx, '14:00', ELSEWHERE),
      () =>
        inTransaction(app.context(), (tx) => {
          const visit = { start: at('12:00'), need: hourAt(HOME), crew: [cleanerID], heldUntil: null };
          return returnTime(tx, { jobID: tx.newID(), customerID: tx.newID(), ...visit });
        }),
    );
    expect(outcome).toMatchObject({ refusal: 'slot_taken' });
  });

  test('control: without the locks both are', async () => {
    await inTransaction(app.context(), async (tx) => {
      const job = { customerID: tx.newID(), crew: [cleanerID], heldUntil: null, isNew: true };
      const both = [
        { jobID: tx.newID(), postal: HOME, start: at('12:00'), end: at('13:00') },
        { jobID: tx.newID(), postal: ELSEWHERE, start: at('14:00'), end: at('15:00') },
      ];
      await writeJobTimes(
        tx,
        both.map((each) => ({ ...job, ...each, travelBufferMinutes: 30 })),
      );
    });
    expect(await rides()).toEqual(['12:00 15/15', '14:00 15/15']);
  });
});
