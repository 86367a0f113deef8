import * as checkoutCalls from '#features/booking/checkout/contract.ts';
import * as calls from '#features/work/dispatch/contract.ts';
import { feature as dispatch } from '#features/work/dispatch/server/index.ts';
import * as scheduleCalls from '#features/work/schedule/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import * as bookingCalls from '../../contract.ts';
import { startBusiness } from './booking-app.ts';
import { addCleaner, addCustomer, emptyDiaries, type WorldCustomer } from './world.ts';

export const DAY = '2026-12-01';
export const at = (time: string) => `${DAY}T${time}:00+08:00`;

/** An app with the planning feature, and what its tests do with it. */
export async function startDispatchApp() {
  const { app, world } = await startBusiness({ customers: 0, more: [dispatch] });
  app.clock.set('2026-11-23T10:00:00+08:00');
  const office = await signedIn(app, 'admin');

  /** A paid visit of a new customer, three hours for one cleaner unless the package says otherwise. */
  async function book(
    time: string,
    cleaners: readonly string[],
    more: { postal?: string; packageID?: string } = {},
  ) {
    const customer: WorldCustomer = await addCustomer(app.context(), more.postal);
    const mei = await signedIn(app, 'customer', customer.id);
    const [cleaner1ID, cleaner2ID] = cleaners;
    const body = {
      packageID: more.packageID ?? world.packageID,
      addressID: customer.addressID,
      startTime: at(time),
      ...(cleaner1ID !== undefined && { cleaner1ID }),
      ...(cleaner2ID !== undefined && { cleaner2ID }),
    };
    const booked = await app.call(bookingCalls.createJob, { body }, mei);
    if (booked.status !== 201) throw new Error(`Not booked: ${JSON.stringify(booked.body)}`);
    const params = { id: booked.body.id };
    const paid = await app.call(checkoutCalls.commitJob, { params, body: { stripeToken: 'tok_visa' } }, mei);
    if (paid.status !== 200) throw new Error(`Not paid: ${JSON.stringify(paid.body)}`);
    return booked.body.id;
  }

  async function takeDayOff(cleanerID: string): Promise<void> {
    const body = { startTime: `${DAY} 08:00`, endTime: `${DAY} 20:00`, acknowledge: true };
    const reply = await app.call(scheduleCalls.addTimeOff, { params: { id: cleanerID }, body }, office);
    if (reply.status >= 300) throw new Error(`No time off: ${JSON.stringify(reply.body)}`);
  }

  const start = (body: object, as: As = office) =>
    app.call(calls.startPlan, { body: { day: DAY, seconds: 1, ...body } as never }, as);

  /** Starts a plan and waits until it is calculated. */
  async function plan(body: object): Promise<calls.DispatchPlan> {
    const started = await start(body);
    if (started.status !== 200) throw new Error(`No plan: ${JSON.stringify(started.body)}`);
    return finished(started.body.id);
  }

  async function finished(id: string): Promise<calls.DispatchPlan> {
    for (;;) {
      const { body } = await app.call(calls.getPlan, { params: { id } }, office);
      if (body.state !== 'running') return body;
      await new Promise((next) => setTimeout(next, 50));
    }
  }

  const accept = (id: string, body: { jobIDs?: string[] } = {}) =>
    app.call(calls.acceptPlan, { params: { id }, body }, office);
  const undo = (id: string) => app.call(calls.undoPlan, { params: { id }, body: {} }, office);

  async function crewOf(jobID: string): Promise<string[]> {
    const rows = await app.services.db
      .selectFrom('job_crew')
      .select('cleanerID')
      .where('jobID', '=', jobID)
      .orderBy('place')
      .execute();
    return rows.map((row) => row.cleanerID);
  }

  /** Pairs of diary entries of one cleaner that overlap. */
  async function overlaps(): Promise<number> {
    const { rows } = await app.database.pool.query(`
      select count(*)::int as pairs from cleaner_occupation a join cleaner_occupation b
        on a.cleaner_id = b.cleaner_id and a.id < b.id
        and a.released_at is null and b.released_at is null
        and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`);
    return rows[0].pairs;
  }

  /** Removes all jobs, plans and cleaners, so that a test has only its own. */
  async function retire(): Promise<void> {
    await emptyDiaries(app.context());
    await app.services.db.deleteFrom('dispatch_plan').execute();
    await app.services.db
      .updateTable('cleaner')
      .set({ trashedAt: app.clock.now().toString() })
      .where('trashedAt', 'is', null)
      .execute();
  }

  const cleaner = (postal?: string) => addCleaner(app.context(), postal);
  return {
    app,
    world,
    office,
    book,
    takeDayOff,
    start,
    plan,
    finished,
    accept,
    undo,
    crewOf,
    overlaps,
    cleaner,
    retire,
  };
}
