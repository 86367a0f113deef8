import { sql } from 'kysely';
import * as checkout from '#features/booking/checkout/contract.ts';
import * as jobs from '#features/work/jobs/contract.ts';
import * as calls from '#features/work/waiting-list/contract.ts';
import { feature as waitingList } from '#features/work/waiting-list/server/index.ts';
import type { InputOf } from '#platform/contract/call.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import * as booking from '../../contract.ts';
import { startBusiness } from './booking-app.ts';
import { addCleaner, addCustomer, backdateHolds, emptyDiaries, type WorldCustomer } from './world.ts';

/** The day that everybody wants, and the moment at which the tests begin. */
export const DAY = '2026-11-28';
export const TODAY = '2026-11-25';
export const at = (time: string, day = DAY) => `${day}T${time}:00+08:00`;

export interface Person extends WorldCustomer {
  readonly as: As;
}

/** A business with a cleaner who works from 9:00 to 12:00 only: one visit of three hours fills her day. */
export async function startWaitingApp() {
  const { app, world } = await startBusiness({ more: [waitingList], connections: 12 });
  let office: As = {};

  async function person(): Promise<Person> {
    const added = await addCustomer(app.context());
    return { ...added, as: await signedIn(app, 'customer', added.id) };
  }

  async function cleaner(shift = '{[540,720)}'): Promise<string> {
    const id = await addCleaner(app.context());
    await sql`update cleaner_week set shifts = ${shift}::int4multirange where cleaner_id = ${id}`.execute(
      app.services.db,
    );
    return id;
  }

  /** An empty business at 10 am, without cleaners. */
  async function reset(): Promise<void> {
    app.clock.set(at('10:00', TODAY));
    const { db } = app.services;
    await db.deleteFrom('waiting_entry').execute();
    await emptyDiaries(app.context());
    await db.updateTable('cleaner').set({ trashedAt: app.clock.now().toString() }).execute();
    office = await signedIn(app, 'admin');
    app.sent.sms.length = 0;
    app.sent.mail.length = 0;
  }

  /** A paid visit. */
  async function book({ addressID, as }: Person, time = '09:00', day = DAY): Promise<string> {
    const body = { packageID: world.packageID, addressID, startTime: at(time, day) };
    const held = await app.call(booking.createJob, { body }, as);
    if (held.status !== 201) throw new Error(JSON.stringify(held.body));
    await pay(held.body.id, as);
    return held.body.id;
  }

  async function pay(id: string, as: As) {
    return app.call(checkout.commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, as);
  }

  type Wishes = Partial<InputOf<typeof calls.joinWaitingList>['body']>;

  const join = ({ addressID, as }: Person, more: Wishes = {}) =>
    app.call(
      calls.joinWaitingList,
      { body: { packageID: world.packageID, addressID, date: DAY, ...more } },
      as,
    );

  /** The id of the entry. */
  async function wait(who: Person, more: Wishes = {}): Promise<string> {
    const joined = await join(who, more);
    if (joined.status !== 201) throw new Error(JSON.stringify(joined.body));
    return joined.body.id;
  }

  const entries = async (as: As, query: object = {}) =>
    (await app.call(calls.listWaitingList, { query }, as)).body.items;

  async function entry(id: string) {
    const found = (await entries(office)).find((one) => one.id === id);
    if (found === undefined) throw new Error(`No entry ${id}`);
    return found;
  }

  return {
    app,
    world,
    office: () => office,
    person,
    cleaner,
    reset,
    book,
    pay,
    join,
    wait,
    entries,
    entry,
    states: async (...ids: readonly string[]) => {
      const rows = await app.services.db.selectFrom('waiting_entry').select(['id', 'state']).execute();
      return ids.map((id) => rows.find((row) => row.id === id)?.state);
    },
    rejoin: (id: string, as: As) => app.call(calls.rejoinWaitingList, { params: { id }, body: {} }, as),
    leave: (id: string, as: As) => app.call(calls.leaveWaitingList, { params: { id }, body: {} }, as),
    cancel: (id: string, as: As) => app.call(jobs.cancelJob, { params: { id }, body: {} }, as),
    /** Runs what is due, also messages that wait until their cause can no longer be undone. */
    async settle() {
      for (let round = 0; round < 3; round += 1) await app.runOutbox('all');
    },
    /** Lets time pass, with everything that a minute brings. */
    async pass(duration: Temporal.DurationLike) {
      app.clock.advance(duration);
      await backdateHolds(app.context());
      await app.runCronJobs();
      for (let round = 0; round < 3; round += 1) await app.runOutbox('all');
    },
    /** Live jobs of a customer. */
    async jobsOf({ id }: Person) {
      const rows = await app.services.db
        .selectFrom('job')
        .select(['id', 'status', 'startsAt'])
        .where('customerID', '=', id)
        .where('status', 'in', ['pending', 'paid'])
        .execute();
      return rows;
    },
  };
}
