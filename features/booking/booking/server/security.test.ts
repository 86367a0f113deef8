import { describe, expect, test } from 'vitest';
import * as checkoutCalls from '#features/booking/checkout/contract.ts';
import * as calendarCalls from '#features/work/calendar/contract.ts';
import * as jobsCalls from '#features/work/jobs/contract.ts';
import * as visitsCalls from '#features/work/visits/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, Reply } from '#platform/testing/test-app.ts';
import * as bookingCalls from '../contract.ts';
import { startBusiness } from './testing/booking-app.ts';
import { trashVisitAhead } from './testing/trash-ahead.ts';

const { app, world } = await startBusiness({ customers: 2, cleaners: 2 });
const people = {
  nobody: {},
  mei: await signedIn(app, 'customer', world.customers[0]?.id),
  wei: await signedIn(app, 'customer', world.customers[1]?.id),
  aminah: await signedIn(app, 'cleaner', world.cleanerIDs[0]),
  rosa: await signedIn(app, 'cleaner', world.cleanerIDs[1]),
  office: await signedIn(app, 'admin'),
};
const body = {
  packageID: world.packageID,
  addressID: world.customers[0]?.addressID ?? '',
  startTime: '2026-11-26T09:00:00+08:00',
  cleaner1ID: world.cleanerIDs[0] ?? '',
};
/** Mei's visit by Aminah; Wei and Rosa are unrelated. */
const jobID = (await app.call(bookingCalls.createJob, { body }, people.mei)).body.id;
await app.call(
  checkoutCalls.commitJob,
  { params: { id: jobID }, body: { stripeToken: 'tok_visa' } },
  people.mei,
);

type Who = keyof typeof people;
type Ask = (as: As) => Promise<Reply<unknown>>;

/**
 * Each route on Mei's job with who may use it; others get 401 (signed out), 403 (role) or 404 (another user).
 */
const asks: readonly [string, Ask, Partial<Record<Who, number>>][] = [
  [
    'read',
    (as) => app.call(jobsCalls.getJob, { params: { id: jobID } }, as),
    { mei: 200, aminah: 200, office: 200, wei: 404, rosa: 404 },
  ],
  [
    'update',
    (as) => app.call(jobsCalls.updateJob, { params: { id: jobID }, body: { specialRequests: 'x' } }, as),
    { wei: 404, aminah: 403, rosa: 403 },
  ],
  [
    'promocode',
    (as) =>
      app.call(checkoutCalls.updateJobPromocode, { params: { id: jobID }, body: { promocode: '' } }, as),
    { wei: 404, aminah: 403, rosa: 403, mei: 409 },
  ],
  [
    'commit',
    (as) =>
      app.call(checkoutCalls.commitJob, { params: { id: jobID }, body: { stripeToken: 'tok_visa' } }, as),
    { wei: 404, aminah: 403, rosa: 403 },
  ],
  [
    'confirm',
    (as) => app.call(checkoutCalls.chargeAndConfirm, { body: { jobID, amountToPay: 0 } }, as),
    { mei: 403, wei: 403, aminah: 403, rosa: 403 },
  ],
  [
    'trash',
    (as) => app.call(jobsCalls.trashJob, { params: { id: jobID } }, as),
    { mei: 403, wei: 403, aminah: 403, rosa: 403 },
  ],
  [
    'untrash',
    (as) => app.call(jobsCalls.untrashJob, { params: { id: jobID } }, as),
    { mei: 403, wei: 403, aminah: 403, rosa: 403 },
  ],
  [
    'start',
    (as) => app.call(visitsCalls.startJob, { params: { id: jobID }, body: {} }, as),
    { mei: 403, wei: 403, rosa: 404 },
  ],
  [
    'finish',
    (as) => app.call(visitsCalls.finishJob, { params: { id: jobID }, body: {} }, as),
    { mei: 403, wei: 403, rosa: 404 },
  ],
  [
    'checklist',
    (as) => app.call(visitsCalls.getJobChecklist, { params: { id: jobID } }, as),
    { mei: 200, aminah: 200, office: 200, wei: 404, rosa: 404 },
  ],
  [
    'tick',
    (as) => app.call(visitsCalls.updateJobChecklist, { params: { id: jobID }, body: { comment: 'x' } }, as),
    { mei: 403, wei: 403, rosa: 404 },
  ],
  [
    'review',
    (as) => app.call(visitsCalls.addReview, { params: { id: jobID }, body: { reviewStarts: 1 } }, as),
    { wei: 404, aminah: 403, rosa: 403, office: 403 },
  ],
  [
    'create_event',
    (as) => app.call(calendarCalls.createCalendarEvent, { body: { jobID } }, as),
    { wei: 404, aminah: 403, rosa: 403 },
  ],
  [
    'delete_event',
    (as) => app.call(calendarCalls.deleteCalendarEvent, { body: { jobID } }, as),
    { wei: 404, aminah: 403, rosa: 403 },
  ],
];

async function everything(): Promise<unknown> {
  const { rows } = await app.database.pool.query(`
    select (select json_agg(job order by id) from job) as jobs,
      (select json_agg(job_crew order by job_id, place) from job_crew) as crews,
      (select json_agg(i order by job_id, item_id) from job_checklist_item i) as items,
      (select json_agg(o order by id) from cleaner_occupation o) as diary,
      (select count(*) from money_transaction) as money`);
  return rows[0];
}

describe('another user’s job', () => {
  test.each(asks)('%s', async (_name, ask, expected) => {
    const before = await everything();
    for (const [who, status] of Object.entries({ nobody: 401, ...expected })) {
      const reply = await ask(people[who as Who]);
      expect([who, reply.status]).toEqual([who, status]);
      if (status >= 400) expect(JSON.stringify(reply.body)).not.toMatch(/Mei|Toa Payoh|310145/);
    }
    expect(await everything()).toEqual(before);
  });

  test('is indistinguishable from an unknown one', async () => {
    const none = '01900000-0000-7000-8000-0000000000ff';
    const foreign = await app.call(jobsCalls.getJob, { params: { id: jobID } }, people.wei);
    const missing = await app.call(jobsCalls.getJob, { params: { id: none } }, people.wei);
    expect(foreign).toMatchObject({ status: 404, body: missing.body });
  });

  test('is not reachable by a filter or the trash', async () => {
    const ids = async (query: object, as: As) =>
      (await app.call(jobsCalls.listJobs, { query }, as)).body.items.map((job) => job.id);
    expect(await ids({ customerID: world.customers[0]?.id }, people.wei)).toEqual([]);
    expect(await ids({ cleanerID: world.cleanerIDs[0] }, people.rosa)).toEqual([]);
    expect(await ids({}, people.mei)).toEqual([jobID]);
    await trashVisitAhead(app.context(), jobID);
    expect(await ids({ trash: '*' }, people.mei)).toEqual([]);
    expect(await ids({ trash: '1' }, people.aminah)).toEqual([]);
    await app.call(jobsCalls.untrashJob, { params: { id: jobID } }, people.office);
    expect((await app.call(jobsCalls.listJobs, { query: { download: '1' } }, people.mei)).status).toBe(403);
  });

  test('cannot be created at another customer’s address or for them', async () => {
    const body = {
      packageID: world.packageID,
      addressID: world.customers[0]?.addressID ?? '',
      startTime: '2026-11-27T09:00:00+08:00',
    };
    expect((await app.call(bookingCalls.createJob, { body }, people.wei)).status).toBe(404);
    const quoted = await app.call(
      bookingCalls.quoteJob,
      { body: { ...body, customerID: world.customers[0]?.id } },
      people.wei,
    );
    expect(quoted.status).toBe(404);
    expect((await app.call(bookingCalls.quoteJob, { body }, {})).status).toBe(404);
    const forOther = { ...body, customerID: world.customers[1]?.id ?? '' };
    expect(
      (await app.call(bookingCalls.createJobForCustomer, { body: forOther }, people.office)).status,
    ).toBe(404);
  });
});

describe('hostile input', () => {
  const post = (url: string, payload: unknown, as: As = people.mei) =>
    app.request({
      method: 'POST',
      url: `/api${url}`,
      headers: { authorization: `Bearer ${as.jwt}`, 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });

  test.each([
    ['broken JSON', '{"packageID":'],
    ['a list', '[1,2]'],
    ['a number', '7'],
    ['a prototype', '{"__proto__":{"role":"admin"},"packageID":1}'],
    ['a NUL', '{"specialRequests":"a\\u0000b"}'],
    ['a lone surrogate', '{"specialRequests":"\\ud800"}'],
    [
      'deeply nested input',
      '{"recurrence":{"interval":"daily","count":1e9},"startTime":{},"hours":"3; drop table job"}',
    ],
  ])('%s is refused without a crash', async (_why, payload) => {
    for (const url of [
      '/customers/createjob',
      '/jobs/quote',
      `/jobs/${jobID}/commit`,
      `/jobs/${jobID}/update`,
    ]) {
      const { status } = await post(url, payload);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  });

  test.each([['-1'], ['abc'], ['1e309'], ["' or 1=1--"]])('a list refuses from=%s', async (from) => {
    const url = `/api/jobs?from=${encodeURIComponent(from)}`;
    const { status } = await app.request({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${people.mei.jwt}` },
    });
    expect(status).toBe(422);
  });
});
