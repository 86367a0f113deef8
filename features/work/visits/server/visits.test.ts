import { beforeEach, describe, expect, test } from 'vitest';
import * as bookingCalls from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { trashVisitAhead } from '#features/booking/booking/server/testing/trash-ahead.ts';
import { addCleaner, addPackage } from '#features/booking/booking/server/testing/world.ts';
import * as checkoutCalls from '#features/booking/checkout/contract.ts';
import { trashCustomer, untrashCustomer } from '#features/people/customers/contract.ts';
import * as calendarCalls from '#features/work/calendar/contract.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import * as jobsCalls from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as visitsCalls from '../contract.ts';

let office: As;
let mei: As;
/** Aminah and Siti are the crew, Rosa is free. */
let aminah: string;
let siti: string;
let rosa: string;
let job: Job;

const { app, world } = await startBusiness({ customers: 1 });
const pair = await addPackage(app.context(), { crew: 2 });

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  [aminah, siti, rosa] = await Promise.all([
    addCleaner(app.context()),
    addCleaner(app.context()),
    addCleaner(app.context()),
  ]);
  await signInAgain();
  job = await bookAndPay();
  await app.runOutbox('all');
  app.sent.sms.length = 0;
  app.sent.mail.length = 0;
});

/** Needed after moving the clock, as sessions do not last for days. */
async function signInAgain(): Promise<void> {
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
}

async function bookAndPay(more: object = {}): Promise<Job> {
  const body = {
    packageID: pair,
    addressID: world.customers[0]?.addressID ?? '',
    startTime: '2026-11-26T09:00:00+08:00',
    cleaner1ID: aminah,
    cleaner2ID: siti,
    ...more,
  };
  const booked = await app.call(bookingCalls.createJob, { body }, mei);
  expect(booked.status).toBe(201);
  const paid = await app.call(
    checkoutCalls.commitJob,
    { params: { id: booked.body.id }, body: { stripeToken: 'tok_visa' } },
    mei,
  );
  expect(paid.status).toBe(200);
  return (await app.call(jobsCalls.getJob, { params: { id: booked.body.id } }, mei)).body;
}

const as = (cleanerID: string) => signedIn(app, 'cleaner', cleanerID);
const params = () => ({ id: job.id });
const update = (body: object, who: As = office) =>
  app.call(jobsCalls.updateJob, { params: params(), body }, who);

describe('the visit', () => {
  test('begins and ends for each cleaner individually', async () => {
    app.clock.set('2026-11-26T08:00:00+08:00');
    const [one, two] = [await as(aminah), await as(siti)];
    const started = await app.call(
      visitsCalls.startJob,
      { params: params(), body: { latitude: 1.33, longitude: 103.85 } },
      one,
    );
    expect(started.body).toMatchObject({
      stage: 'in-progress',
      startedAt: '2026-11-26T08:00:00+08:00',
      finishedAt: null,
    });
    expect(problem(await app.call(visitsCalls.finishJob, { params: params(), body: {} }, two)).code).toBe(
      'not_started',
    );
    app.clock.advance({ minutes: 70 });
    await app.call(visitsCalls.startJob, { params: params(), body: {} }, two);
    await app.call(visitsCalls.startJob, { params: params(), body: {} }, one);
    app.clock.advance({ minutes: 180 });
    const [oneAgain, twoAgain] = [await as(aminah), await as(siti)];
    await app.call(visitsCalls.finishJob, { params: params(), body: {} }, oneAgain);
    const done = await app.call(visitsCalls.finishJob, { params: params(), body: {} }, twoAgain);
    expect(done.body).toMatchObject({
      status: 'paid',
      stage: 'done',
      startedAt: '2026-11-26T08:00:00+08:00',
      finishedAt: '2026-11-26T12:10:00+08:00',
    });
  });

  test('cannot begin a day early, nor before it is paid', async () => {
    const start = async (id: string, who: As) =>
      problem(await app.call(visitsCalls.startJob, { params: { id }, body: {} }, who)).code;
    expect(await start(job.id, await as(aminah))).toBe('too_early_to_start');
    const held = {
      packageID: world.packageID,
      customerID: world.customers[0]?.id ?? '',
      addressID: world.customers[0]?.addressID ?? '',
      startTime: '2026-11-23T10:30:00+08:00',
      cleaner1ID: rosa,
    };
    const { body: unpaid } = await app.call(bookingCalls.createJobForCustomer, { body: held }, office);
    expect(unpaid.status).toBe('pending');
    expect(await start(unpaid.id, await as(rosa))).toBe('not_found'); // a crew only sees paid visits
    const byOffice = { params: { id: unpaid.id }, body: { reason: 'Phone is flat' } };
    const unpaidStart = await app.call(visitsCalls.startJob, byOffice, office);
    expect(problem(unpaidStart).code).toBe('not_paid');
  });

  test('is ticked by two cleaners concurrently without loss, and keeps who was first', async () => {
    const [one, two] = [await as(aminah), await as(siti)];
    const tick = (id: string | undefined, who: As) =>
      app.call(
        visitsCalls.updateJobChecklist,
        { params: params(), body: { checklist: [{ id: id ?? '', done: true }] } },
        who,
      );
    const [hob, floor] = world.itemIDs;
    await Promise.all([tick(hob, one), tick(floor, two), tick(hob, one), tick(floor, two)]);
    const { body } = await tick(hob, two);
    expect(body.checklist.map((line) => [line.english, line.done, line.doneBy])).toEqual([
      ['Wipe the hob', true, aminah],
      ['Mop the floor', true, siti],
    ]);
    const cleared = await app.call(
      visitsCalls.updateJobChecklist,
      { params: params(), body: { checklist: [{ id: hob ?? '', done: false }], comment: 'No hob here' } },
      two,
    );
    expect(cleared.body).toMatchObject({
      comment: 'No hob here',
      checklist: [{ done: false, doneBy: null }, { done: true }],
    });
  });

  test('shows a cleaner no price, and door and phone only in the week before it', async () => {
    const seen = await app.call(jobsCalls.getJob, { params: params() }, await as(aminah));
    expect(seen.body).toMatchObject({ contactShown: true, job_address_addressLine2: '#08-11' });
    expect(seen.body.customer.mobile).toMatch(/^65/);
    for (const hidden of ['price', 'policy', 'amountToPay', 'creditsUsed', 'job_customer_email']) {
      expect(seen.body).not.toHaveProperty(hidden);
    }
    app.clock.set('2026-11-28T12:00:00+08:00');
    const later = await app.call(jobsCalls.getJob, { params: params() }, await as(aminah));
    expect(later.body).toMatchObject({
      contactShown: false,
      job_address_addressLine2: '',
      customer: { mobile: null },
    });
  });

  test('can be reviewed once, when it is over', async () => {
    const review = (stars: number) =>
      app.call(
        visitsCalls.addReview,
        { params: params(), body: { review: 'Spotless', reviewStarts: stars } },
        mei,
      );
    expect(problem(await review(5)).code).toBe('not_over');
    expect((await review(6)).status).toBe(422);
    app.clock.set('2026-11-26T12:00:00+08:00');
    await signInAgain();
    expect((await review(5)).body).toMatchObject({ review: 'Spotless', reviewStarts: 5 });
    expect(problem(await review(1)).code).toBe('reviewed_before');
  });
});

describe('moving', () => {
  const later = { startTime: '2026-11-27T14:00:00+08:00' };

  test('the customer can move once, until a day ahead, and the crew is kept', async () => {
    const moved = await update(later, mei);
    expect(moved.body).toMatchObject({
      ...later,
      endTime: '2026-11-27T17:00:00+08:00',
      hasChangedDate: true,
    });
    expect(moved.body.cleaner1ID).toBe(aminah);
    await app.runOutbox();
    expect(app.sent.sms).toHaveLength(2);
    expect(app.sent.mail.map((mail) => mail.subject)).toEqual([expect.stringMatching(/^Moved: /)]);
    expect(app.sent.events.get(job.id)).toMatchObject(later);
    expect(problem(await update({ startTime: '2026-11-28T14:00:00+08:00' }, mei)).code).toBe('change_used');
  });

  test('is refused within 24 hours, but not for the office', async () => {
    app.clock.set('2026-11-25T09:30:00+08:00');
    await signInAgain();
    expect(problem(await update(later, mei)).code).toBe('change_too_late');
    expect((await update(later)).body).toMatchObject({ ...later, hasChangedDate: false });
  });

  test('requires the crew to be free, and offers other times', async () => {
    await bookAndPay({
      packageID: world.packageID,
      startTime: later.startTime,
      cleaner1ID: aminah,
      cleaner2ID: null,
    });
    const refused = await update(later, mei);
    expect(problem(refused)).toMatchObject({ status: 409, code: 'slot_taken' });
    expect(problem(refused).alternatives).toHaveLength(3);
    expect((await app.call(jobsCalls.getJob, { params: params() }, mei)).body.startTime).toBe(job.startTime);
  });

  test('respects opening hours and holidays', async () => {
    expect(problem(await update({ startTime: '2026-12-25T09:00:00+08:00' })).reason).toBe('holiday');
    expect(problem(await update({ startTime: '2026-11-27T18:30:00+08:00' })).reason).toBe('opening-hours');
  });

  test('changes notes without affecting anything else', async () => {
    const decided = await update({ specialRequests: 'Mind the dog', status: 'expired' }, mei);
    expect(problem(decided)).toMatchObject({ status: 422, errors: [{ path: 'status' }] });
    const noted = await update({ specialRequests: 'Mind the cat' }, mei);
    expect(noted.body).toMatchObject({
      specialRequests: 'Mind the cat',
      hasChangedDate: false,
      amountToPay: 18_000,
      status: 'paid',
    });
  });
});

describe('the crew', () => {
  test('changes in one position and keeps the others', async () => {
    const changed = await update({ cleaner2ID: rosa });
    expect(changed.body).toMatchObject({ cleaner1ID: aminah, cleaner2ID: rosa, startTime: job.startTime });
    await app.runOutbox('all');
    expect(app.sent.sms.map((sms) => sms.body.slice(0, 12)).sort()).toEqual(['New visit: T', "You're no lo"]);
    const [entry] = await app.services.db
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('subjectID', '=', job.id)
      .where('action', '=', 'job.updated')
      .execute();
    expect(entry).toEqual({ before: { crew: [aminah, siti] }, after: { crew: [aminah, rosa] } });
    const again = await bookAndPay({ packageID: world.packageID, cleaner1ID: siti, cleaner2ID: null });
    expect(again.cleaner1ID).toBe(siti);
  });

  test('passes the same checks as a booking', async () => {
    await bookAndPay({ packageID: world.packageID, cleaner1ID: rosa, cleaner2ID: null });
    expect(problem(await update({ cleaner1ID: rosa })).code).toBe('slot_taken');
    expect(problem(await update({ cleaner1ID: siti })).code).toBe('crew_incomplete');
    expect((await update({ cleaner1ID: siti, cleaner2ID: aminah })).body).toMatchObject({
      cleaner1ID: siti,
      cleaner2ID: aminah,
    });
  });

  test('can only be chosen by the office', async () => {
    expect((await update({ cleaner1ID: rosa }, mei)).status).toBe(403);
    expect((await update({ cleaner1ID: aminah }, mei)).status).toBe(200);
  });

  test('keeps a cleaner who has clocked in', async () => {
    app.clock.set('2026-11-26T08:30:00+08:00');
    await signInAgain();
    await app.call(visitsCalls.startJob, { params: params(), body: {} }, await as(aminah));
    expect(problem(await update({ cleaner1ID: rosa })).code).toBe('not_changeable');
    expect((await update({ cleaner2ID: rosa })).status).toBe(200);
  });
});

describe('the trash', () => {
  test('refuses a visit that goes ahead, and leaves it unchanged', async () => {
    await app.runOutbox('all');
    const refused = problem(await app.call(jobsCalls.trashJob, { params: params() }, office));
    expect(refused).toMatchObject({
      status: 409,
      code: 'visit_ahead',
      detail: 'This visit is paid. Cancel it instead.',
    });
    await app.runOutbox('all');
    expect(app.sent.events.has(job.id)).toBe(true);
    expect((await app.call(jobsCalls.getJob, { params: params() }, mei)).body.trash).toBe(0);
  });

  test('does not accept a paid visit once it is over either', async () => {
    app.clock.set('2026-11-26T23:00:00+08:00');
    await signInAgain();
    const refused = await app.call(jobsCalls.trashJob, { params: params() }, office);
    expect(problem(refused)).toMatchObject({ status: 409, code: 'visit_happened' });
  });

  test('can restore an upcoming visit if its crew is free', async () => {
    await trashVisitAhead(app.context(), job.id);
    await app.runOutbox();
    expect(app.sent.events.has(job.id)).toBe(false);
    expect((await app.call(jobsCalls.untrashJob, { params: params() }, office)).body.trash).toBe(0);
    await trashVisitAhead(app.context(), job.id);
    await bookAndPay({ packageID: world.packageID, cleaner1ID: siti, cleaner2ID: null });
    expect(problem(await app.call(jobsCalls.untrashJob, { params: params() }, office)).code).toBe(
      'slot_taken',
    );
    expect((await app.call(jobsCalls.getJob, { params: params() }, mei)).status).toBe(404);
  });

  test('refuses a customer with upcoming visits, unless the office acknowledges them', async () => {
    const customer = { params: { id: world.customers[0]?.id ?? '' } };
    const refused = problem(await app.call(trashCustomer, { ...customer, body: {} }, office));
    expect(refused).toMatchObject({
      status: 409,
      code: 'has_visits_ahead',
      jobs: expect.arrayContaining([{ jobID: job.id, startTime: job.startTime }]),
    });
    const acknowledged = await app.call(trashCustomer, { ...customer, body: { acknowledge: true } }, office);
    expect(acknowledged.body.trash).toBe(1);
    await app.call(untrashCustomer, customer, office);
  });
});

describe('lists', () => {
  test('cleaners see the visits they are paid for, the office searches by name, cancelled ones are excluded', async () => {
    const own = await app.call(jobsCalls.listJobs, { query: { status: 'paid' } }, await as(aminah));
    expect(own.body.items.map((row) => row.id)).toEqual([job.id]);
    expect(own.body.items[0]).not.toHaveProperty('price');
    const mine = await app.call(jobsCalls.listJobs, { query: { cleanerID: aminah } }, await as(rosa));
    expect(mine.body.items).toEqual([]);
    const found = await app.call(jobsCalls.listJobs, { query: { q: 'mei tan', cleanerID: aminah } }, office);
    expect(found.body.total).toBe(1);
    const day = await app.call(
      jobsCalls.listJobs,
      { query: { from_date: '2026-11-27', cleanerID: aminah } },
      office,
    );
    expect(day.body.total).toBe(0);
    await app.services.db.updateTable('job').set({ status: 'cancelled' }).where('id', '=', job.id).execute();
    const all = async (status?: 'cancelled' | '*') =>
      (
        await app.call(
          jobsCalls.listJobs,
          { query: { cleanerID: aminah, ...(status ? { status } : {}) } },
          office,
        )
      ).body.total;
    expect([await all(), await all('cancelled'), await all('*')]).toEqual([0, 1, 1]);
  });

  test('can be downloaded as CSV by the office', async () => {
    const csv = await app.request({
      method: 'GET',
      url: `/api/jobs?download=1&cleanerID=${aminah}`,
      headers: { authorization: `Bearer ${office.jwt}` },
    });
    expect(csv.status).toBe(200);
    expect(String(csv.body)).toContain('Mei Tan');
  });
});

describe('the calendar', () => {
  test('can also be updated manually, with either action', async () => {
    const queued = await app.call(calendarCalls.deleteCalendarEvent, { body: { jobID: job.id } }, mei);
    expect(queued.body).toEqual({ queued: true });
    await app.runOutbox();
    expect(app.sent.events.has(job.id)).toBe(false);
    await app.call(calendarCalls.createCalendarEvent, { body: { jobID: job.id } }, office);
    await app.runOutbox();
    expect(app.sent.events.has(job.id)).toBe(true);
    expect((await app.call(calendarCalls.createCalendarEvent, { body: {} }, mei)).status).toBe(422);
  });
});
