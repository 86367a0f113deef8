import { beforeEach, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addBlock, addCleaner, emptyDiaries } from '#features/booking/booking/server/testing/world.ts';
import { chargeForVisit, sendPaymentLink, waiveCharge } from '#features/booking/checkout/contract.ts';
import { drop, resend } from '#features/messages/messages/contract.ts';
import { resolvePaymentAlarm } from '#features/money/payments/contract.ts';
import { raiseAlarm } from '#features/money/payments/server/index.ts';
import { applications } from '#features/site/applications/contract.ts';
import { feature as applicationsFeature } from '#features/site/applications/server/index.ts';
import { contactRequests } from '#features/site/contact-requests/contract.ts';
import { feature as requestsFeature } from '#features/site/contact-requests/server/index.ts';
import { resolveThread, writeMessage } from '#features/work/conversations/contract.ts';
import { cancelJob, listJobs, updateJob } from '#features/work/jobs/contract.ts';
import { decideReview, listReviews } from '#features/work/reviews/contract.ts';
import { declineRenewal } from '#features/work/series/contract.ts';
import { addReview, finishJob, startJob } from '#features/work/visits/contract.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { officeCounts, putOffNeeds, readFigures, readOverview } from '../contract.ts';
import type { NeedKind } from '../rules/urgency.ts';
import { feature } from './index.ts';

/* A visit of Mei's on Tuesday 1 December 2026, 9:00 to 12:00, with one cleaner. */

const { app, world } = await startBusiness({
  customers: 1,
  more: [requestsFeature, applicationsFeature, feature],
});
const customerID = world.customers[0]?.id ?? '';
const { db } = app.services;

let office: As;
let mei: As;
let cleanerID: string;

beforeEach(async () => {
  app.clock.set('2026-11-24T09:00:00+08:00');
  await emptyDiaries(app.context());
  for (const table of [
    'job_message',
    'job_cancellation',
    'contact_request',
    'application',
    'payment_alarm',
    'message',
    'credit_lot',
  ])
    await app.database.pool.query(`delete from ${table}`);
  await db.updateTable('cleaner').set({ trashedAt: '2026-11-01T00:00:00+08:00' }).execute();
  await db
    .updateTable('job')
    .set({ review: null, reviewStars: null, reviewedAt: null, reviewDecision: null })
    .execute();
  cleanerID = await addCleaner(app.context());
  await at('2026-11-24T09:00');
});

/** Moves the clock and signs in again: sessions end with time. */
async function at(time: string): Promise<void> {
  app.clock.set(`${time}:00+08:00`);
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', customerID);
}

async function book(visits = 1): Promise<string> {
  const [id = ''] = await bookVisits(app, mei, world, { cleanerID, visits });
  return id;
}
async function paidVisit(visits = 1): Promise<string> {
  const id = await book(visits);
  expect((await payFor(app, mei, id)).status).toBe(200);
  return id;
}
const overview = async () => {
  const reply = await app.call(readOverview, {}, office);
  expect(reply.status).toBe(200);
  return reply.body;
};
const figures = async () => {
  const reply = await app.call(readFigures, {}, office);
  expect(reply.status).toBe(200);
  return reply.body;
};
const counts = async () => (await app.call(officeCounts, {}, office)).body;
const rowsOf = async <K extends NeedKind>(kind: K) => {
  const { needs } = await overview();
  return needs.filter((need) => need.kind === kind);
};

test('nothing needs the office of an empty business', async () => {
  const empty = await overview();
  expect(empty).toMatchObject({ day: '2026-11-24', needs: [], more: [], today: { visits: 0, hours: 0 } });
  expect((await figures()).week).toEqual({ from: '2026-11-23', to: '2026-11-24' });
  expect(Object.values(await counts()).every((count) => count === 0)).toBe(true);
});

test('a visit without crew suggests the best free cleaner, until they are assigned', async () => {
  const id = await paidVisit();
  const other = await addCleaner(app.context());
  await at('2026-11-26T09:00');
  await addBlock(app.context(), cleanerID, {
    from: '2026-12-01T08:00+08:00',
    until: '2026-12-01T13:00+08:00',
  });
  const [row] = await rowsOf('no-crew');
  expect(row).toMatchObject({ id, position: 1, missing: { id: cleanerID }, suggestion: { id: other } });
  expect(await counts()).toMatchObject({ needsCrew: 1 });
  const body = { cleaner1ID: other };
  expect((await app.call(updateJob, { params: { id }, body }, office)).status).toBe(200);
  expect(await rowsOf('no-crew')).toEqual([]);
  expect(await counts()).toMatchObject({ needsCrew: 0 });
});

test('nobody is suggested if nobody is free, and visits in more than a week can wait', async () => {
  await paidVisit();
  await addBlock(app.context(), cleanerID, {
    from: '2026-12-01T08:00+08:00',
    until: '2026-12-01T13:00+08:00',
  });
  await at('2026-11-24T08:59');
  expect(await rowsOf('no-crew')).toEqual([]);
  await at('2026-11-24T09:01');
  expect(await rowsOf('no-crew')).toMatchObject([{ suggestion: null }]);
});

test('a cleaner who is off today with several visits is one row', async () => {
  const first = await paidVisit();
  const body = {
    packageID: world.packageID,
    addressID: world.customers[0]?.addressID ?? '',
    startTime: '2026-12-01T14:00:00+08:00',
    cleaner1ID: cleanerID,
  };
  const second = await app.call(createJob, { body }, mei);
  await payFor(app, mei, second.body.id);
  await at('2026-12-01T07:30');
  await addBlock(app.context(), cleanerID, {
    from: '2026-12-01T08:00+08:00',
    until: '2026-12-01T20:00+08:00',
  });
  expect(await rowsOf('away')).toMatchObject([{ id: cleanerID, visits: 2 }]);
  const { needs, hours } = await overview();
  expect(needs[0]).toMatchObject({ when: '2026-12-01T09:00:00+08:00' });
  expect(hours.find(({ hour }) => hour === 9)).toMatchObject({ noOne: 1, toCome: 0 });
  expect((await app.call(cancelJob, { params: { id: first }, body: {} }, office)).status).toBe(200);
  expect(await rowsOf('away')).toEqual([]);
});

test('a late visit shows whom to call, until they are clocked in', async () => {
  const id = await paidVisit();
  await at('2026-12-01T09:11');
  const [row] = await rowsOf('late');
  expect(row).toMatchObject({ id, position: 1, cleaner: { id: cleanerID } });
  expect(row?.kind === 'late' && row.cleaner.mobile).toMatch(/^65\d{8}$/);
  expect(await counts()).toMatchObject({ late: 1 });
  const { out } = await overview();
  expect(out.rows).toMatchObject([{ cleaner: { id: cleanerID }, state: 'late' }]);
  await app.call(startJob, { params: { id }, body: { reason: 'Phone is flat' } }, office);
  const after = await overview();
  expect(after.needs).toEqual([]);
  expect(after.out.rows).toMatchObject([
    { cleaner: { id: cleanerID }, state: 'at-work', visit: { jobID: id } },
  ]);
  expect(after.out.counts).toMatchObject({ 'at-work': 1, late: 0 });
  expect(after.hours.find(({ hour }) => hour === 9)).toMatchObject({ now: 1, noOne: 0 });
});

test('a visit that is not clocked out is one row, until it is', async () => {
  const id = await paidVisit();
  await at('2026-12-01T09:00');
  await app.call(startJob, { params: { id }, body: { reason: 'Phone is flat' } }, office);
  await at('2026-12-02T07:35');
  expect(await rowsOf('not-finished')).toMatchObject([
    { id, hasStarted: true, when: '2026-12-01T12:00:00+08:00' },
  ]);
  expect(await rowsOf('late')).toEqual([]);
  expect(await counts()).toMatchObject({ notFinished: 1 });
  const body = { at: '2026-12-01T12:00:00+08:00', reason: 'Forgot to clock out' };
  await app.call(finishJob, { params: { id }, body }, office);
  expect(await rowsOf('not-finished')).toEqual([]);
});

test('a held series is one row with its sum, until it is paid', async () => {
  const id = await book(3);
  const [row] = await rowsOf('unpaid');
  expect(row).toMatchObject({
    id,
    visits: 3,
    amount: 3 * 9000,
    dueOn: null,
    when: '2026-11-24T09:15:00+08:00',
  });
  expect(await counts()).toMatchObject({ unpaid: 1 });
  expect((await app.call(sendPaymentLink, { params: { id }, body: {} }, office)).status).toBe(200);
  expect(await rowsOf('unpaid')).toHaveLength(1);
  await payFor(app, mei, id);
  expect(await rowsOf('unpaid')).toEqual([]);
  expect(await counts()).toMatchObject({ unpaid: 0 });
});

test('a booking to be paid later waits from its due date on', async () => {
  const id = await book();
  await db.updateTable('job_hold').set({ dueOn: '2026-11-26' }).where('endedAt', 'is', null).execute();
  await db.updateTable('job').set({ status: 'confirmed' }).where('id', '=', id).execute();
  await at('2026-11-25T23:59');
  expect(await counts()).toMatchObject({ unpaid: 0 });
  await at('2026-11-26T00:00');
  expect(await counts()).toMatchObject({ unpaid: 1 });
  expect(await rowsOf('unpaid')).toMatchObject([
    { id, dueOn: '2026-11-26', when: '2026-11-26T00:00:00+08:00' },
  ]);
});

test('a visit that owes a charge waits until it is waived; what a card is going to pay does not', async () => {
  const id = await book();
  await payFor(app, mei, id);
  const charge = (how: 'link' | 'card') => ({
    params: { id },
    body: { reason: 'key' as const, amount: 2000, how },
  });
  expect((await app.call(chargeForVisit, charge('link'), office)).status).toBe(200);
  expect((await app.call(chargeForVisit, charge('card'), office)).status).toBe(200); // no card: it is given up
  await db
    .updateTable('job_charge')
    .set({ chargeAt: '2026-11-25T09:00:00+08:00' })
    .where('declines', '>', 0)
    .execute();
  expect(await rowsOf('unpaid')).toMatchObject([
    { id, amount: 2000, visits: 1, dueOn: '2026-11-24', isCharge: true },
  ]);
  expect(await counts()).toMatchObject({ unpaid: 1 });
  const owed = await db
    .selectFrom('job_charge')
    .select('id')
    .where('chargeAt', 'is', null)
    .executeTakeFirstOrThrow();
  const waive = { params: { id: owed.id }, body: { reason: 'Goodwill' } };
  expect((await app.call(waiveCharge, waive, office)).status).toBe(200);
  expect(await rowsOf('unpaid')).toEqual([]);
  expect(await counts()).toMatchObject({ unpaid: 0 });
});

test('a dispute shows the bank’s deadline, until it is resolved', async () => {
  await inTransaction(app.context(), (tx) =>
    raiseAlarm(tx, { kind: 'dispute', why: 'Not received', providerRef: 'dp_1', cents: 9000, customerID }),
  );
  await db
    .insertInto('payment_dispute')
    .values({
      id: app.services.newID(),
      providerRef: 'dp_1',
      paymentIntentID: 'pi_1',
      cents: 9000,
      reason: 'product_not_received',
      openedAt: '2026-11-24T08:00:00+08:00',
      dueBy: '2026-11-30T08:00:00+08:00',
      nextCheckAt: '2026-11-24T10:00:00+08:00',
    })
    .execute();
  const [row] = await rowsOf('payment-problem');
  const due = '2026-11-30T08:00:00+08:00';
  expect(row).toMatchObject({ problem: 'dispute', dueBy: due, when: due, customer: { id: customerID } });
  expect(await counts()).toMatchObject({ paymentProblems: 1 });
  const body = { resolution: 'kept' as const, reason: 'The bank decided for us' };
  await app.call(resolvePaymentAlarm, { params: { id: row?.id ?? '' }, body }, office);
  expect(await rowsOf('payment-problem')).toEqual([]);
});

test('the oldest unanswered messages, and how many more there are', async () => {
  const id = await paidVisit();
  for (const text of ['May I have the key back?', 'Hello?'])
    await app.call(writeMessage, { params: { id }, body: { text } }, mei);
  expect(await rowsOf('message')).toMatchObject([{ id, text: 'May I have the key back?' }]);
  expect(await counts()).toMatchObject({ messages: 1 });
  await app.call(resolveThread, { params: { id }, body: {} }, office);
  expect(await rowsOf('message')).toEqual([]);
});

const ASKER = { firstname: 'Mei', email: 'mei@example.com', message: 'Do you clean ovens?' };

test('contact requests: five rows, and one more', async () => {
  for (let i = 0; i < 6; i += 1) {
    await app.call(contactRequests.create, { body: ASKER });
    app.clock.set(`2026-11-24T09:0${i + 1}:00+08:00`);
    await db.deleteFrom('throttle').execute();
  }
  const rows = await rowsOf('contact-request');
  expect(rows).toHaveLength(5);
  expect(rows[0]).toMatchObject({ name: 'Mei', text: 'Do you clean ovens?' });
  expect((await overview()).more).toEqual([{ kind: 'contact-request', count: 1 }]);
  expect(await counts()).toMatchObject({ contactRequests: 6 });
  const params = { id: rows[0]?.id ?? '' };
  await app.call(contactRequests.update, { params, body: { state: 'answering' } }, office);
  expect((await overview()).more).toEqual([]);
  expect(await counts()).toMatchObject({ contactRequests: 5 });
});

test('an application is one row, until it is looked into', async () => {
  const id = app.services.newID();
  const stamp = '2026-11-24T08:00:00+08:00';
  await db
    .insertInto('application')
    .values({
      id,
      firstname: 'Siti',
      lastname: 'Rahmah',
      phone: '6591234567',
      email: 'siti@example.com',
      gender: 'female',
      experience: '',
      nationality: '',
      home_area: 'Bedok',
      apply_for: '',
      message: '',
      state: 'new',
      note: '',
      createdAt: stamp,
      updatedAt: stamp,
    })
    .execute();
  expect(await rowsOf('application')).toMatchObject([{ id, name: 'Siti Rahmah', area: 'Bedok' }]);
  expect(await counts()).toMatchObject({ applications: 1 });
  await app.call(applications.update, { params: { id }, body: { state: 'invited' } }, office);
  expect(await rowsOf('application')).toEqual([]);
});

test.each([
  [3, 1],
  [4, 0],
])('a review with %i stars is listed %i times, until it is decided on', async (reviewStarts, rows) => {
  const id = await paidVisit();
  await at('2026-12-01T09:00');
  await app.call(startJob, { params: { id }, body: { reason: 'Phone is flat' } }, office);
  await at('2026-12-01T12:00');
  await app.call(finishJob, { params: { id }, body: { reason: 'Phone is flat' } }, office);
  const body = { review: 'Balcony was missed.', reviewStarts };
  expect((await app.call(addReview, { params: { id }, body }, mei)).status).toBe(200);
  expect(await rowsOf('review')).toHaveLength(rows);
  expect(await counts()).toMatchObject({ reviews: 1 });
  expect((await figures()).rating.now).toEqual({ average: reviewStarts, count: 1 });
  await app.call(decideReview, { params: { id }, body: { visible: false } }, office);
  expect(await rowsOf('review')).toEqual([]);
  expect(await counts()).toMatchObject({ reviews: 0 });
});

test('a message that could not be delivered is one row, until it is sent again', async () => {
  await paidVisit();
  await app.runOutbox();
  const [message] = await db.selectFrom('message').select('id').where('kind', '=', 'visit-booked').execute();
  const id = message?.id ?? '';
  await db
    .updateTable('message')
    .set({ state: 'failed', failure: 'Unknown number', deliveredAt: null })
    .where('id', '=', id)
    .execute();
  expect(await rowsOf('undelivered')).toMatchObject([{ id, failure: 'Unknown number', canResend: true }]);
  expect(await counts()).toMatchObject({ undelivered: 1 });
  expect((await app.call(resend, { params: { id }, body: {} }, office)).status).toBe(201);
  expect(await rowsOf('undelivered')).toEqual([]);
  expect(await counts()).toMatchObject({ undelivered: 0 });
});

test('a message that could not be delivered is one row, until it is dropped', async () => {
  await paidVisit();
  await app.runOutbox();
  const [message] = await db.selectFrom('message').select('id').where('kind', '=', 'visit-booked').execute();
  const id = message?.id ?? '';
  const sent = await app.call(drop, { params: { id }, body: {} }, office);
  expect([sent.status, problem(sent).code]).toEqual([409, 'not_droppable']);
  await db
    .updateTable('message')
    .set({ state: 'failed', failure: 'Unknown number', deliveredAt: null })
    .where('id', '=', id)
    .execute();
  expect(await rowsOf('undelivered')).toHaveLength(1);
  const replies = await Promise.all([1, 2].map(() => app.call(drop, { params: { id }, body: {} }, office)));
  expect(replies.map(({ status, body }) => [status, body.canDrop, body.canResend])).toEqual(
    Array(2).fill([200, false, false]),
  );
  expect(await rowsOf('undelivered')).toEqual([]);
  expect(await counts()).toMatchObject({ undelivered: 0 });
  const again = await app.call(resend, { params: { id }, body: {} }, office);
  expect([again.status, problem(again).code]).toEqual([409, 'not_resendable']);
  const audited = await db
    .selectFrom('audit_entry')
    .select('subjectID')
    .where('action', '=', 'message.dropped')
    .execute();
  expect(audited).toEqual([{ subjectID: id }]);
});

test('a series that ends within two weeks is one row, until its customer declines to go on', async () => {
  await paidVisit(3);
  await at('2026-12-01T08:59');
  expect(await rowsOf('series-ending')).toEqual([]);
  await at('2026-12-01T09:01');
  const [row] = await rowsOf('series-ending');
  expect(row).toMatchObject({ when: '2026-12-15T09:00:00+08:00' });
  await app.call(declineRenewal, { params: { id: row?.id ?? '' }, body: {} } as never, mei);
  expect(await rowsOf('series-ending')).toEqual([]);
});

test('a row that is put off comes back at its time, for others it stays', async () => {
  await paidVisit(3);
  await at('2026-12-01T09:01');
  const [row] = await rowsOf('series-ending');
  const putOff = (until: string | null, as = office) =>
    app.call(putOffNeeds, { body: { kind: 'series-ending', id: row?.id ?? '', until } }, as);
  for (const until of ['2026-12-01T09:00:00+08:00', '2026-12-02T00:00:00+08:00'])
    expect((await putOff(until)).body).toMatchObject({ code: 'not_later_today' });
  expect((await putOff('2026-12-01T11:00:00+08:00')).status).toBe(200);
  expect((await putOff('2026-12-01T09:20:00+08:00')).status).toBe(200);
  expect(await rowsOf('series-ending')).toEqual([]);
  const colleague = await signedIn(app, 'admin');
  expect((await app.call(readOverview, {}, colleague)).body.needs).toMatchObject([{ id: row?.id }]);
  app.clock.set('2026-12-01T09:21:00+08:00');
  expect(await rowsOf('series-ending')).toHaveLength(1);
  await putOff('2026-12-01T11:00:00+08:00');
  await putOff(null);
  expect(await rowsOf('series-ending')).toHaveLength(1);
});

test('a row of lost work is put off for its cleaner only; no other row has one', async () => {
  const id = await paidVisit();
  const other = await addCleaner(app.context());
  await db
    .insertInto('refused_action')
    .values(
      [cleanerID, other].map((cleanerID) => ({
        id: app.services.newID(),
        jobID: id,
        cleanerID,
        act: 'finish',
        happenedAt: '2026-11-24T08:00:00+08:00',
        refusal: 'not_changeable',
        note: '',
        createdAt: '2026-11-24T08:00:00+08:00',
      })),
    )
    .execute();
  const putOff = (kind: NeedKind, named: object) =>
    app.call(putOffNeeds, { body: { kind, id, until: '2026-11-24T12:00:00+08:00', ...named } }, office);
  expect(await rowsOf('lost-work')).toHaveLength(2);
  for (const wrong of [await putOff('lost-work', {}), await putOff('no-crew', { cleanerID })])
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'cleanerID' }] } });
  expect((await putOff('lost-work', { cleanerID })).status).toBe(200);
  expect(await rowsOf('lost-work')).toMatchObject([{ id, cleaner: { id: other } }]);
});

test('a row that has become an emergency is shown although it was put off', async () => {
  const id = await paidVisit();
  await addBlock(app.context(), cleanerID, {
    from: '2026-12-01T08:00+08:00',
    until: '2026-12-01T13:00+08:00',
  });
  await at('2026-12-01T04:40');
  const body = { kind: 'no-crew' as const, id, until: '2026-12-01T08:00:00+08:00' };
  await app.call(putOffNeeds, { body }, office);
  expect(await rowsOf('no-crew')).toEqual([]);
  app.clock.set('2026-12-01T05:01:00+08:00');
  expect(await rowsOf('no-crew')).toHaveLength(1);
});

test('five more rows take the place of those that are put off, and the rest is counted without them', async () => {
  for (const nth of Array(7).keys())
    await app.call(contactRequests.create, { body: { ...ASKER, lastname: `Tan ${nth}` } });
  const rows = await rowsOf('contact-request');
  expect(rows).toHaveLength(5);
  for (const { id } of rows.slice(0, 2)) {
    const body = { kind: 'contact-request' as const, id, until: '2026-11-24T12:00:00+08:00' };
    await app.call(putOffNeeds, { body }, office);
  }
  expect(await rowsOf('contact-request')).toHaveLength(5);
  expect((await overview()).more).toEqual([]);
});

test('a card that expires before the next visit is one row, until there is a later one', async () => {
  await paidVisit();
  const card = (month: number) =>
    db
      .updateTable('customer')
      .set({ cardLast4: '4242', cardExpiryMonth: month, cardExpiryYear: 2026 })
      .where('id', '=', customerID)
      .execute();
  await card(11);
  expect(await rowsOf('card-expiring')).toMatchObject([{ id: customerID, last4: '4242', month: '2026-11' }]);
  await card(12);
  expect(await rowsOf('card-expiring')).toEqual([]);
});

test('hours that expire within a week are one row for each customer', async () => {
  await db
    .insertInto('credit_lot')
    .values({
      id: app.services.newID(),
      customerID,
      perHour: 27,
      granted: 10,
      remaining: 4,
      source: 'adjustment',
      purchasedAt: '2026-10-01T00:00:00+08:00',
      expiresAt: '2026-11-30T00:00:00+08:00',
    } as never)
    .execute();
  expect(await rowsOf('hours-expiring')).toMatchObject([{ id: customerID, hours: 4 }]);
  expect((await figures()).owed.now).toEqual({ hours: 4, cents: 10_800 });
  await db.updateTable('credit_lot').set({ expiresAt: '2026-12-02T00:00:00+08:00' }).execute();
  expect(await rowsOf('hours-expiring')).toEqual([]);
});

test('figures of the week, each with the same days last week', async () => {
  await at('2026-11-24T09:01');
  const unpaid = await figures();
  await paidVisit();
  await at('2026-11-24T09:02');
  const paid = await figures();
  expect(paid.taken.now.cents - unpaid.taken.now.cents).toBe(9000);
  await at('2026-12-01T10:00');
  const now = await figures();
  expect(now.taken.before).toEqual(paid.taken.now);
  expect(now.hours).toEqual({ now: { booked: 3, worked: 0 }, before: { booked: 0, worked: 0 } });
  // One cleaner works from 8 to 20 on Monday and Tuesday.
  expect(now.filled.now).toEqual({ booked: 3, available: 24 });
  await addBlock(app.context(), cleanerID, {
    from: '2026-11-30T18:00+08:00',
    until: '2026-12-01T09:00+08:00',
  });
  await addBlock(app.context(), cleanerID, {
    from: '2026-11-30T19:00+08:00',
    until: '2026-11-30T23:00+08:00',
  });
  expect((await figures()).filled.now.available).toBe(24 - 2 - 1);
});

test('tomorrow, and what is new since the office closed', async () => {
  await at('2026-11-30T19:00');
  const body = {
    packageID: world.packageID,
    addressID: world.customers[0]?.addressID ?? '',
    startTime: '2026-12-02T09:00:00+08:00',
    cleaner1ID: cleanerID,
  };
  const { id } = (await app.call(createJob, { body }, mei)).body;
  await payFor(app, mei, id);
  await at('2026-12-01T08:00');
  const { tomorrow, since } = await overview();
  expect(tomorrow).toMatchObject({ day: '2026-12-02', visits: 1, firstVisits: 1, unpaid: 0, noCrew: 0 });
  expect(tomorrow.firstStart).toBe('2026-12-02T09:00:00+08:00');
  expect(since.from).toBe('2026-11-30T18:00:00+08:00');
  expect(since.bookings).toMatchObject({ count: 1, rows: [{ jobID: id, customer: 'Mei Tan' }] });
  const moved = await app.call(
    updateJob,
    { params: { id }, body: { startTime: '2026-12-03T09:00:00+08:00' } },
    mei,
  );
  expect(moved.status).toBe(200);
  expect((await overview()).since.changes).toMatchObject({ count: 1, rows: [{ jobID: id }] });
  expect((await app.call(cancelJob, { params: { id }, body: {} }, mei)).status).toBe(200);
  await at('2026-12-01T08:01');
  const after = await overview();
  expect(after.since.cancellations).toMatchObject({ count: 1, rows: [{ jobID: id }] });
  expect((await figures()).cancelled.now.visits).toBe(1);
});

test('only the office sees it', async () => {
  const cleaner = await signedIn(app, 'cleaner', cleanerID);
  for (const as of [mei, cleaner]) {
    expect((await app.call(readOverview, {}, as)).status).toBe(403);
    expect((await app.call(officeCounts, {}, as)).status).toBe(403);
    expect((await app.call(readFigures, {}, as)).status).toBe(403);
  }
  expect((await app.call(readOverview, {})).status).toBe(401);
});

test('a dispatcher sees the work of the day, but no figures of the business', async () => {
  const dispatcher = await signedIn(app, 'admin', app.services.newID(), 'dispatcher');
  expect((await app.call(readOverview, {}, dispatcher)).status).toBe(200);
  expect((await app.call(readFigures, {}, dispatcher)).status).toBe(403);
});

test('each figure has the total of the list that it opens', async () => {
  const done = await paidVisit();
  const late = await bookVisits(app, mei, world, { cleanerID: await addCleaner(app.context()), visits: 2 });
  await payFor(app, mei, late[0] ?? '');
  await app.database.pool.query(
    `update job set review_stars = 4, review = '', reviewed_at = $2 where id = $1`,
    [done, '2026-11-01T00:30:00+08:00'],
  );
  await at('2026-11-30T10:00');
  for (const id of [done, late[1] ?? ''])
    expect((await app.call(cancelJob, { params: { id }, body: {} }, mei)).status).toBe(200);
  app.clock.advance({ minutes: 1 }); // the figures are those up to now
  const { week, cancelled, rating, hours } = await figures();

  const cancellations = { status: 'cancelled', cancelled_from: week.from, cancelled_to: week.to } as const;
  const ofWeek = await app.call(listJobs, { query: cancellations }, office);
  expect([ofWeek.body.total, cancelled.now.visits]).toEqual([2, 2]);
  const earlier = { ...cancellations, cancelled_from: '2026-11-01', cancelled_to: '2026-11-29' } as const;
  expect((await app.call(listJobs, { query: earlier }, office)).body.total).toBe(0);

  const reviews = await app.call(
    listReviews,
    { query: { from_date: rating.from, to_date: week.to } },
    office,
  );
  expect([reviews.body.total, rating.now.count]).toEqual([1, 1]);

  const booked = { status: 'going-ahead', from_date: week.from, to_date: week.to } as const;
  const { items } = (await app.call(listJobs, { query: booked }, office)).body;
  expect(items.reduce((sum, job) => sum + job.hours * job.numCleaners, 0)).toBe(hours.now.booked);
});

test('before the first visit, the overview says who starts first, where, and how they get in', async () => {
  await paidVisit();
  await at('2026-12-01T07:30');
  expect((await overview()).out.first).toMatchObject([
    {
      startTime: '2026-12-01T09:00:00+08:00',
      cleaners: [{ id: cleanerID }],
      isNewCustomer: expect.any(Boolean),
    },
  ]);
  await at('2026-12-01T09:00');
  expect((await overview()).out.first).toEqual([]);
});
