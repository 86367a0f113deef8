import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { bookJob } from '#features/booking/booking/server/index.ts';
import { at, startDispatchApp } from '#features/booking/booking/server/testing/dispatch-world.ts';
import { addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { changeVisit } from '#features/work/jobs/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { acceptPlan, undoPlan } from './accept-plan.ts';

type World = Awaited<ReturnType<typeof startDispatchApp>>;

const guarded = await startDispatchApp();
const unguarded = await startDispatchApp();
await sql`alter table cleaner_occupation
  drop constraint cleaner_occupation_no_overlap, drop constraint cleaner_occupation_travel`.execute(
  unguarded.app.services.db,
);

/** The office, with all locks and constraints or with none. */
function officeOf({ app }: World): Context {
  const ctx = app.context({ role: 'admin', id: app.services.newID(), sessionID: '', officeRole: 'owner' });
  return app === guarded.app ? ctx : { ...ctx, db: withHooks(ctx.db, { change: withoutLocks }) };
}

/** A visit whose cleaner is away, and a plan that gives it to the only other one. */
async function plannedVisit(world: World) {
  await world.retire();
  const [aminah, siti] = [await world.cleaner(), await world.cleaner()];
  const visit = await world.book('09:00', [aminah]);
  await world.takeDayOff(aminah);
  const { id } = await world.plan({ kind: 'fill' });
  return { visit, siti, aminah, plan: id };
}

async function bookingOf({ app, world }: World, cleanerID: string) {
  const { id, addressID } = await addCustomer(app.context());
  const named = { packageID: world.packageID, addressID, cleaner1ID: cleanerID };
  const body = createJob.body.parse({ ...named, startTime: at('09:00') });
  return (ctx: Context) => bookJob({ ...ctx, actor: { role: 'customer', id, sessionID: '' } }, body, id);
}

async function changesOf({ app }: World, jobID: string): Promise<number> {
  const rows = await app.services.db
    .selectFrom('audit_entry')
    .select('id')
    .where('subjectID', '=', jobID)
    .where('action', '=', 'job.updated')
    .execute();
  return rows.length;
}

async function outcomeOf({ app, office }: World, plan: string) {
  const reply = await app.request({
    method: 'GET',
    url: `/api/dispatch/plans/${plan}`,
    headers: { authorization: `Bearer ${office.jwt}` },
  });
  return (reply.body as { visits: { outcome: string | null }[] }).visits.map(({ outcome }) => outcome);
}

describe('accepting a plan while a customer books its cleaner', () => {
  test('the booking was first: the visit stays', async () => {
    const { visit, siti, aminah, plan } = await plannedVisit(guarded);
    const book = await bookingOf(guarded, siti);
    await overlap(guarded.app, book, () => acceptPlan(officeOf(guarded), plan));
    expect(await outcomeOf(guarded, plan)).toEqual(['refused']);
    expect(await guarded.crewOf(visit)).toEqual([aminah]);
    expect(await guarded.overlaps()).toBe(0);
  });

  test('the plan was first: the booking is refused', async () => {
    const { visit, siti, plan } = await plannedVisit(guarded);
    const book = await bookingOf(guarded, siti);
    const accept = (tx: Context) =>
      acceptPlan({ ...officeOf(guarded), ...tx, actor: officeOf(guarded).actor }, plan);
    const booked = await overlap(guarded.app, accept, () => book(guarded.app.context()));
    expect(isRefusal(booked) && booked.refusal).toBe('slot_taken');
    expect(await outcomeOf(guarded, plan)).toEqual(['accepted']);
    expect(await guarded.crewOf(visit)).toEqual([siti]);
    expect(await guarded.overlaps()).toBe(0);
  });

  test('(control: without locks and constraints she is in two homes)', async () => {
    const { siti, plan } = await plannedVisit(unguarded);
    const book = await bookingOf(unguarded, siti);
    await overlap(unguarded.app, book, () => acceptPlan(officeOf(unguarded), plan));
    expect(await outcomeOf(unguarded, plan)).toEqual(['accepted']);
    expect(await unguarded.overlaps()).toBe(1);
  });
});

describe('accepting a plan twice at once', () => {
  async function acceptTwice(world: World) {
    const planned = await plannedVisit(world);
    const office = officeOf(world);
    const first = (tx: Context) => acceptPlan({ ...office, ...tx, actor: office.actor }, planned.plan);
    await overlap(world.app, first, () => acceptPlan(office, planned.plan));
    return planned;
  }

  test('changes the visit once, and both show it as accepted', async () => {
    const { visit, siti, plan } = await acceptTwice(guarded);
    expect(await outcomeOf(guarded, plan)).toEqual(['accepted']);
    expect(await guarded.crewOf(visit)).toEqual([siti]);
    expect(await changesOf(guarded, visit)).toBe(1);
  });

  test('(control: without locks and constraints it changes twice)', async () => {
    const { visit } = await acceptTwice(unguarded);
    expect(await changesOf(unguarded, visit)).toBe(2);
  });
});

describe('undoing a plan while a colleague changes its visit', () => {
  async function undoMeanwhile(world: World) {
    await world.retire();
    const [aminah, siti, rosa] = [await world.cleaner(), await world.cleaner(), await world.cleaner()];
    const visit = await world.book('09:00', [aminah]);
    const { id: plan } = await world.plan({ kind: 'cleaner-away', cleanerID: aminah });
    await world.accept(plan);
    const [now] = await world.crewOf(visit);
    const other = [siti, rosa].find((id) => id !== now) ?? '';
    const office = officeOf(world);
    const change = (tx: Context) =>
      changeVisit({ ...office, ...tx, actor: office.actor }, visit, { crew: [other] });
    await overlap(world.app, change, () => undoPlan(office, plan));
    return { visit, plan, other };
  }

  test('the change stays', async () => {
    const { visit, plan, other } = await undoMeanwhile(guarded);
    expect(await guarded.crewOf(visit)).toEqual([other]);
    expect(await outcomeOf(guarded, plan)).toEqual(['not-undone']);
    expect(await guarded.overlaps()).toBe(0);
  });

  test('(control: without locks the undo does not see the change)', async () => {
    const { plan } = await undoMeanwhile(unguarded);
    expect(await outcomeOf(unguarded, plan)).toEqual(['undone']);
  });
});

test('plans, bookings and moves at once: no overlap, and no refusal because of a deadlock', async () => {
  await guarded.retire();
  const crew: string[] = [];
  for (let i = 0; i < 6; i += 1) crew.push(await guarded.cleaner(i % 2 === 0 ? '640201' : '510301'));
  const visits: string[] = [];
  for (const [i, id] of crew.entries()) {
    visits.push(await guarded.book('09:00', [id], { postal: i % 2 === 0 ? '510301' : '640201' }));
  }
  const { id: plan } = await guarded.plan({ kind: 'improve' });
  const office = officeOf(guarded);
  const books = await Promise.all(crew.map((id) => bookingOf(guarded, id)));
  const moves = visits
    .slice(0, 2)
    .map((id) => changeVisit(office, id, { start: Temporal.Instant.from(at('14:00')) }));
  const replies = await Promise.all([
    acceptPlan(office, plan),
    acceptPlan(office, plan),
    ...books.map((book) => book(guarded.app.context())),
    ...moves,
  ]);
  const refusals = replies.flatMap((reply) => (isRefusal(reply) ? [reply.refusal] : []));
  expect(refusals).not.toContain('unavailable');
  expect(await guarded.overlaps()).toBe(0);
});
