import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { feature as apiKeys } from '#features/office/api-keys/server/index.ts';
import { addKey } from '#features/office/api-keys/server/testing/add-key.ts';
import { addAdmin } from '#features/people/accounts/server/testing/admins.ts';
import {
  createCustomer,
  signInCustomer,
  updateCustomerAsAdmin,
} from '#features/people/customers/contract.ts';
import { applications } from '#features/site/applications/contract.ts';
import { feature as applicationsFeature } from '#features/site/applications/server/index.ts';
import { contactRequests } from '#features/site/contact-requests/contract.ts';
import { feature as requestsFeature } from '#features/site/contact-requests/server/index.ts';
import { anyone } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { startWorker } from '#platform/server/worker.ts';
import { locks, readsFrom, updates, withHooks } from '#platform/testing/query-hooks.ts';
import { type Receiver, startReceiver } from '#platform/testing/receiver.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { MAX_ATTEMPTS } from '../rules/schedule.ts';
import { purgeDeliveries, queueDueDeliveries } from './cron-jobs.ts';
import { deliverWebhook } from './deliver.ts';
import { feature } from './index.ts';

let office: As;
let receiver: Receiver;

const { app, world } = await startBusiness({
  more: [apiKeys, feature, requestsFeature, applicationsFeature],
  customers: 1,
  cleaners: 2,
  env: { PUBLIC_URL: 'https://kemas.example' },
});
const [mei = { id: '', addressID: '' }] = world.customers;

beforeEach(async () => {
  await app.runOutbox('all');
  await app.database.pool.query('delete from webhook_delivery');
  await app.database.pool.query('delete from webhook_endpoint');
  receiver = await startReceiver();
  await signInAgain();
});

async function signInAgain(): Promise<void> {
  office = await signedIn(app, 'admin', app.services.newID(), 'office');
}

interface Added {
  readonly id: string;
  readonly secret: string;
}

async function add(body: object = {}): Promise<Added> {
  const reply = await app.call(calls.createWebhook, { body: { url: receiver.url, ...body } }, office);
  expect(reply.status).toBe(201);
  return reply.body;
}

const deliveriesOf = async (endpointID: string) =>
  (await app.call(calls.listWebhookDeliveries, { query: { endpointID } }, office)).body.items;
const endpointOf = async (id: string) => (await app.call(calls.getWebhook, { params: { id } }, office)).body;
const test = (id: string) => app.call(calls.testWebhook, { params: { id } }, office);

/** A receiver that checks signatures as Standard Webhooks says. */
function isSignedWith(secret: string, { headers, body }: Receiver['received'][number]): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

const typesSent = () => receiver.received.map(({ body }) => JSON.parse(body).type as string);

/** Passes time as in production: the cron job runs, then its tasks. */
async function pass(time: Temporal.DurationLike): Promise<void> {
  app.clock.advance(time);
  await queueDueDeliveries(app.context(anyone));
  await app.runOutbox('all');
}

let day = 0;
async function book(): Promise<string> {
  day += 1;
  const startTime = `2026-12-${String(day).padStart(2, '0')}T13:00:00+08:00`;
  const as = await signedIn(app, 'customer', mei.id);
  const body = { packageID: world.packageID, addressID: mei.addressID, startTime };
  return (await app.call(createJob, { body }, as)).body.id;
}

describe('an event', () => {
  it('is sent once for a change, signed, with ids only', async () => {
    const { id, secret } = await add();
    const jobID = await book();
    await app.runOutbox();
    expect(typesSent()).toEqual(['job.created']);
    const [sent] = receiver.received;
    if (sent === undefined) throw new Error('Nothing was sent.');
    expect(isSignedWith(secret, sent)).toBe(true);
    expect(JSON.parse(sent.body)).toEqual({
      type: 'job.created',
      timestamp: app.clock.now().toString({ smallestUnit: 'millisecond' }),
      data: {
        object: 'job',
        id: jobID,
        url: `https://kemas.example/api/jobs/${jobID}`,
        version: expect.any(Number),
      },
    });
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({
      state: 'delivered',
      eventID: sent.headers['webhook-id'],
      attempts: 1,
      lastStatus: 200,
      nextAttemptAt: null,
    });
    const whole = await app.call(calls.getWebhookDelivery, { params: { id: delivery?.id ?? '' } }, office);
    expect(whole.body).toMatchObject({ payload: sent.body, lastResponse: 'thanks' });
  });

  it('is not sent when its change is rolled back', async () => {
    const { id } = await add();
    const ctx = app.context(anyone);
    const change = {
      action: 'job.updated',
      subject: { kind: 'job', id: ctx.newID() },
      after: { label: 'x' },
    };
    const refused = await inTransaction(ctx, async (tx) => {
      await audit(tx, change);
      return { refusal: 'not_found' } as const;
    });
    expect(isRefusal(refused)).toBe(true);
    await app.runOutbox();
    expect([receiver.received, await deliveriesOf(id)]).toEqual([[], []]);
  });

  it('is sent to those that follow it only, with one id', async () => {
    const all = await add();
    const other = await startReceiver();
    const some = await add({ url: other.url, eventTypes: ['customer.created'] });
    const none = await add({ eventTypes: ['payment.refunded'] });
    const off = await add();
    await app.call(calls.updateWebhook, { params: { id: off.id }, body: { isOn: false } }, office);
    const person = { firstname: 'Wei', lastname: 'Lim', email: 'wei@home.example', mobile: '91234567' };
    const { body } = await app.call(createCustomer, { body: { salutation: 'Mr', ...person } }, office);
    await app.call(updateCustomerAsAdmin, { params: { id: body.id }, body: { firstname: 'Wai' } }, office);
    await app.runOutbox();
    expect(typesSent()).toEqual(['customer.created', 'customer.updated']);
    expect(JSON.parse(receiver.received[1]?.body ?? '').data).toMatchObject({ changed: ['firstname'] });
    expect(other.received).toHaveLength(1);
    expect(other.received[0]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
    const counts = [all, some, none, off].map(async ({ id }) => (await deliveriesOf(id)).length);
    expect(await Promise.all(counts)).toEqual([2, 1, 0, 0]);
    for (const { body } of receiver.received)
      for (const value of Object.values(person)) expect(body).not.toContain(value);
  });

  it('tells of requests and applications, with the address to read them', async () => {
    await add();
    const person = { firstname: 'Mei', email: 'mei@home.example', message: 'Do you clean ovens?' };
    const request = await app.call(contactRequests.create, { body: person });
    const applicant = { firstname: 'Lina', phone: '91230000' };
    const application = await app.call(applications.create, { body: applicant });
    expect([request.status, application.status]).toEqual([201, 201]);
    await app.runOutbox();
    expect(typesSent()).toEqual(['contact_request.created', 'application.created']);
    for (const { body } of receiver.received) {
      const { pathname: url } = new URL(JSON.parse(body).data.url);
      const headers = { authorization: `Bearer ${office.jwt}` };
      expect((await app.request({ url, headers })).status, url).toBe(200);
    }
  });

  it('tells of payments and credits, however they come about', async () => {
    await add({ eventTypes: ['payment.received', 'credits.changed', 'job.paid'] });
    await giveHours(app.context(), mei.id, { hours: 1 });
    const jobID = await book();
    const as = await signedIn(app, 'customer', mei.id);
    await app.call(commitJob, { params: { id: jobID }, body: { stripeToken: 'tok_visa' } }, as);
    await app.runOutbox();
    expect(typesSent().toSorted()).toEqual(['credits.changed', 'job.paid', 'payment.received']);
    const { rows } = await app.database.pool.query('select id from money_transaction where job_id = $1', [
      jobID,
    ]);
    const payment = receiver.received.find(({ body }) => body.includes('payment.received'));
    expect(JSON.parse(payment?.body ?? '').data).toMatchObject({ object: 'transaction', id: rows[0].id });
  });
});

/** Follows no event that happens here, as holds end while time passes. */
const QUIET = { eventTypes: ['cleaner.created'] };

describe('a receiver that is down', () => {
  it('for an hour gets the event once it is back, with the same id and a new timestamp', async () => {
    const { id } = await add(QUIET);
    receiver.behave(503);
    await test(id);
    await app.runOutbox();
    for (let minutes = 0; minutes < 60; minutes += 1) await pass({ minutes: 1 });
    expect(receiver.received).toHaveLength(4); // at once, after 1, 6 and 36 minutes
    await signInAgain();
    expect(await endpointOf(id)).toMatchObject({ isOn: true, failingSince: expect.any(String) });
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'waiting', attempts: 4, lastStatus: 503 }]);
    receiver.behave(200);
    await pass({ hours: 2 });
    await signInAgain();
    expect(receiver.received).toHaveLength(5);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(5);
    expect(await endpointOf(id)).toMatchObject({ failingSince: null });
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', attempts: 5 }]);
  });

  it('for longer than three days loses the event, until someone sends it again', async () => {
    const { id } = await add(QUIET);
    receiver.behave(500);
    await test(id);
    await app.runOutbox();
    for (let hours = 0; hours < 80; hours += 1) await pass({ hours: 1 });
    await signInAgain();
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'failed', attempts: MAX_ATTEMPTS, nextAttemptAt: null },
    ]);
    receiver.behave(200);
    const again = await app.call(calls.resendFailedEvents, { params: { id } }, office);
    expect(again.body).toEqual({ count: 1 });
    await app.runOutbox();
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect((await app.call(calls.resendFailedEvents, { params: { id } }, office)).body).toEqual({ count: 0 });
  });

  it('for five days is turned off, and the office is told by e-mail', async () => {
    const { id } = await add({ ...QUIET, description: 'Accounting' });
    receiver.behave(500);
    await addAdmin(app, 'mina');
    for (let days = 0; days <= 5; days += 1) {
      await signInAgain();
      await test(id);
      await app.runOutbox();
      await pass({ hours: 24 });
    }
    await signInAgain();
    expect(await endpointOf(id)).toMatchObject({
      isOn: false,
      offReason: 'Every attempt has failed for five days.',
    });
    const { rows } = await app.database.pool.query(
      `select reason from audit_entry where action = 'webhook.disabled' and subject_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    const told = app.sent.mail.filter(({ subject }) => subject === 'The webhook “Accounting” was turned off');
    expect(told).toHaveLength(1);
    expect(problem(await test(id))).toMatchObject({ status: 409, code: 'webhook_off' });
    const { received } = receiver;
    const before = received.length;
    await pass({ hours: 24 });
    expect(received).toHaveLength(before);
    await signInAgain();
    const on = await app.call(calls.updateWebhook, { params: { id }, body: { isOn: true } }, office);
    expect(on.body).toMatchObject({ isOn: true, offReason: '', failingSince: null });
  });

  it('is turned off at once when it says that it is gone', async () => {
    const { id } = await add(QUIET);
    receiver.behave(410);
    await test(id);
    await app.runOutbox();
    expect(await endpointOf(id)).toMatchObject({ isOn: false, offReason: 'It replied 410 Gone.' });
  });
});

describe('two workers at once', () => {
  const both = async (deliveryID: string, ctx = app.context(anyone)) => {
    await Promise.all([deliverWebhook(ctx, { deliveryID }), deliverWebhook(ctx, { deliveryID })]);
  };

  it('send an event once', async () => {
    const { id } = await add();
    const { id: deliveryID } = (await test(id)).body;
    await both(deliveryID);
    expect(receiver.received).toHaveLength(1);
    await both(deliveryID);
    expect(receiver.received).toHaveLength(1);
  });

  it('(control: without the condition of the lease, both send it)', async () => {
    const { id } = await add();
    const { id: deliveryID } = (await test(id)).body;
    const db = withHooks(app.database.db, {
      change: (query) => {
        if (query.kind !== 'UpdateQueryNode' || !updates(query, 'webhook_delivery')) return query;
        const { where: _condition, ...rest } = query;
        return rest;
      },
    });
    await both(deliveryID, { ...app.context(anyone), db });
    expect(receiver.received).toHaveLength(2);
  });

  it('an event whose worker has died is sent after its lease', async () => {
    const { id } = await add();
    const { id: deliveryID } = (await test(id)).body;
    await app.database.pool.query(
      'update webhook_delivery set attempts = 1, leased_until = $2, last_attempt_at = $3 where id = $1',
      [deliveryID, app.clock.now().add({ seconds: 60 }).toString(), app.clock.now().toString()],
    );
    await pass({ seconds: 30 });
    expect(receiver.received).toHaveLength(0);
    await pass({ seconds: 30 });
    expect(receiver.received).toHaveLength(1);
  });
});

describe('attempts that are due', () => {
  /** As if that many events had failed once, an hour ago. */
  async function fail(endpointID: string, events: number, at: Temporal.Instant): Promise<void> {
    await app.database.pool.query(
      `insert into webhook_delivery (id, endpoint_id, event_id, event_type, payload, state, attempts, next_attempt_at, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'job.paid', '{}', 'waiting', 1, $3, $3
       from generate_series(1, $2)`,
      [endpointID, events, at.toString()],
    );
  }

  it('of a webhook with a long backlog do not delay those of another', async () => {
    const slow = await add(QUIET);
    const other = await startReceiver();
    const { id } = await add({ ...QUIET, url: other.url });
    await fail(slow.id, 1200, app.clock.now().subtract({ minutes: 2 }));
    await fail(id, 1, app.clock.now().subtract({ minutes: 1 }));
    await queueDueDeliveries(app.context(anyone));
    const { rows } = await app.database.pool.query(
      `select queue_name, count(*) from graphile_worker.jobs
       where task_identifier = 'deliver-webhook' group by queue_name`,
    );
    expect(Object.fromEntries(rows.map(({ queue_name, count }) => [queue_name, count]))).toEqual({
      [`webhook:${slow.id}`]: 50,
      [`webhook:${id}`]: 1,
    });
    await app.runOutbox();
    expect(other.received).toHaveLength(1);
    await app.database.pool.query('delete from graphile_worker._private_jobs');
  });

  it('are given up if the worker of the last one has died', async () => {
    const { id } = await add(QUIET);
    await fail(id, 1, app.clock.now());
    await app.database.pool.query('update webhook_delivery set attempts = $1, leased_until = $2', [
      MAX_ATTEMPTS,
      app.clock.now().toString(),
    ]);
    await pass({ minutes: 1 });
    await signInAgain();
    expect(receiver.received).toEqual([]);
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'failed', attempts: MAX_ATTEMPTS, lastProblem: expect.stringMatching(/interrupted/) },
    ]);
  });

  it('are reported as failed tasks while the database is busy, and made later', async () => {
    const { id } = await add(QUIET);
    const { id: deliveryID } = (await test(id)).body;
    const deadlock = () => {
      throw Object.assign(new pg.DatabaseError('deadlock', 8, 'error'), { code: '40P01' });
    };
    const saving = withHooks(app.database.db, {
      answered: (query) =>
        readsFrom(query, 'webhook_endpoint') && locks(query) ? deadlock() : Promise.resolve(),
    });
    await expect(deliverWebhook({ ...app.context(anyone), db: saving }, { deliveryID })).rejects.toThrow(
      'The reply of a receiver could not be saved',
    );
    app.clock.advance({ minutes: 1 });
    const queueing = withHooks(app.database.db, {
      answered: ({ kind }) => (kind === 'RawNode' ? deadlock() : Promise.resolve()),
    });
    await expect(queueDueDeliveries({ ...app.context(anyone), db: queueing })).rejects.toThrow(
      'Due events could not be queued',
    );
    await pass({ seconds: 1 });
    await signInAgain();
    expect(receiver.received).toHaveLength(2);
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });
});

describe('receivers that never reply', () => {
  it('keep two workers busy, and delay nothing else', async () => {
    const hanging: ServerResponse[] = [];
    receiver.behave((response) => hanging.push(response));
    for (let added = 0; added < 9; added += 1) await add();
    await app.services.db
      .updateTable('webhook_endpoint')
      .set({ failingSince: app.clock.now().toString() })
      .execute();
    const person = { firstname: 'Wei', lastname: 'Ong', email: 'wei.ong@example.sg', mobile: '91112233' };
    const created = await app.call(createCustomer, { body: { salutation: 'Mr', ...person } }, office);
    expect(created.status).toBe(201);
    const healthy = await startReceiver();
    await add({ url: healthy.url });
    const { tasks, taskGroups } = app.services.composed;
    const worker = await startWorker({
      services: app.services,
      pool: app.database.pool,
      tasks,
      taskGroups,
      cronJobs: {},
    });
    try {
      await expect.poll(() => hanging.length).toBe(2);
      app.sent.sms.length = 0;
      const asked = await app.call(signInCustomer, { body: { mobile: '91112233' } });
      expect(asked.status, JSON.stringify(asked.body)).toBe(200);
      await expect.poll(() => app.sent.sms.length).toBe(1);
      // The code did not wait for one of them to give up.
      expect(hanging).toHaveLength(2);
      const body = { firstname: 'Wei Ming' };
      const params = { id: created.body.id };
      expect((await app.call(updateCustomerAsAdmin, { params, body }, office)).status).toBe(200);
      for (const response of hanging) response.destroy();
      // Before the seven others, which wait as long and have failed before.
      await expect.poll(() => healthy.received.length).toBe(1);
      expect(hanging.length).toBeLessThan(9);
    } finally {
      receiver.behave(500);
      for (const response of hanging) response.destroy();
      await worker.stop();
    }
  });
});

describe('sending again', () => {
  it('sends the same body with the same id, once however often it is pressed', async () => {
    const { id } = await add();
    const { id: deliveryID } = (await test(id)).body;
    await app.runOutbox();
    const press = () => app.call(calls.resendWebhookDelivery, { params: { id: deliveryID } }, office);
    const replies = await Promise.all([press(), press(), press()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await app.runOutbox();
    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const { rows } = await app.database.pool.query(
      `select 1 from audit_entry where action = 'webhook.event-resent' and subject_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  it('is refused for an unknown event, and while the webhook is off', async () => {
    const unknown = { params: { id: app.services.newID() } };
    expect((await app.call(calls.resendWebhookDelivery, unknown, office)).status).toBe(404);
    const { id } = await add();
    const { id: deliveryID } = (await test(id)).body;
    await app.runOutbox();
    await app.call(calls.updateWebhook, { params: { id }, body: { isOn: false } }, office);
    const refused = await app.call(calls.resendWebhookDelivery, { params: { id: deliveryID } }, office);
    expect(problem(refused).code).toBe('webhook_off');
  });
});

describe('the secret', () => {
  it('is shown once and stored sealed', async () => {
    const { id, secret } = await add();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await endpointOf(id)).not.toHaveProperty('secret');
    const stored = await app.database.pool.query('select * from webhook_endpoint');
    const audited = await app.database.pool.query(`select * from audit_entry where subject_kind = 'webhook'`);
    expect(JSON.stringify([stored.rows, audited.rows])).not.toContain(secret.slice(6));
  });

  it('can be replaced; the old one signs as well for a day', async () => {
    const { id, secret: old } = await add();
    const { secret } = (await app.call(calls.rotateWebhookSecret, { params: { id } }, office)).body;
    expect(secret).not.toBe(old);
    const signedWith = async () => {
      await signInAgain();
      await test(id);
      await app.runOutbox();
      const sent = receiver.received.at(-1);
      return sent === undefined ? [] : [isSignedWith(secret, sent), isSignedWith(old, sent)];
    };
    expect(await signedWith()).toEqual([true, true]);
    app.clock.advance({ hours: 24 });
    expect(await signedWith()).toEqual([true, false]);
  });

  it('that cannot be opened fails the event instead of sending it unsigned', async () => {
    const { id } = await add();
    await app.database.pool.query(`update webhook_endpoint set secret = 'x'`);
    await test(id);
    await app.runOutbox();
    expect(receiver.received).toEqual([]);
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'failed', lastProblem: expect.stringMatching(/SESSION_SECRET/) },
    ]);
  });
});

describe('a webhook', () => {
  it.each([
    ['url', { url: 'example.com' }],
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'https://user:secret@example.com' }],
    ['eventTypes', { eventTypes: ['job.paid', 'job.paid'] }],
    ['eventTypes.0', { eventTypes: ['job.stolen'] }],
  ])('is refused beside the field %s: %o', async (path, body) => {
    const sent = { body: { url: receiver.url, ...body } as never };
    expect(problem(await app.call(calls.createWebhook, sent, office))).toMatchObject({
      status: 422,
      errors: [{ path }],
    });
  });

  it('with a new address has not failed yet', async () => {
    const { id } = await add(QUIET);
    receiver.behave(500);
    await test(id);
    await app.runOutbox();
    const change = (body: object) => app.call(calls.updateWebhook, { params: { id }, body }, office);
    expect((await change({ description: 'Shop' })).body.failingSince).toEqual(expect.any(String));
    expect((await change({ url: `${receiver.url}/new` })).body.failingSince).toBeNull();
  });

  it('is added and changed by people only: an API key may read and delete it', async () => {
    const { id } = await add(QUIET);
    const key = await addKey(app, 'office');
    const params = { id };
    for (const reply of [
      await app.call(calls.createWebhook, { body: { url: receiver.url } }, key),
      await app.call(calls.updateWebhook, { params, body: { isOn: false } }, key),
      await app.call(calls.rotateWebhookSecret, { params }, key),
    ])
      expect(problem(reply)).toMatchObject({
        status: 403,
        code: 'forbidden',
        detail: expect.stringMatching(/^An API key cannot add or change webhooks/),
      });
    expect(await endpointOf(id)).toMatchObject({ isOn: true, previousSecretUntil: null });
    expect((await app.call(calls.listWebhooks, {}, key)).body.items).toHaveLength(1);
    expect((await app.call(calls.testWebhook, { params }, key)).status).toBe(200);
    expect((await app.call(calls.deleteWebhook, { params }, key)).status).toBe(200);
  });

  it('that is deleted is told of nothing more, not even of what waits', async () => {
    const { id } = await add();
    await test(id);
    const gone = await app.call(calls.deleteWebhook, { params: { id } }, office);
    expect(gone.body).toEqual({ deleted: true });
    await app.runOutbox();
    await book();
    await app.runOutbox();
    expect(receiver.received).toEqual([]);
    expect((await app.call(calls.getWebhook, { params: { id } }, office)).status).toBe(404);
  });

  it('and its deliveries are purged after 30 days', async () => {
    const { id } = await add();
    await test(id);
    await app.runOutbox();
    await app.call(calls.deleteWebhook, { params: { id } }, office);
    app.clock.advance({ hours: 24 * 31 });
    await purgeDeliveries(app.context(anyone));
    for (const table of ['webhook_delivery', 'webhook_endpoint']) {
      const { rows } = await app.database.pool.query(`select 1 from ${table}`);
      expect(rows).toEqual([]);
    }
  });

  it('is managed by owners and the office role only', async () => {
    for (const role of ['dispatcher', 'accountant', 'read-only'] as const) {
      const as = await signedIn(app, 'admin', app.services.newID(), role);
      expect((await app.call(calls.listWebhooks, {}, as)).status).toBe(403);
      expect((await app.call(calls.listWebhookDeliveries, { query: {} }, as)).status).toBe(403);
    }
  });
});
