import { EventSourceParserStream } from 'eventsource-parser/stream';
import { expect, onTestFinished, test } from 'vitest';
import * as bookingCalls from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import * as jobCalls from '#features/work/jobs/contract.ts';
import { connectionSettings } from '#platform/server/database/database.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { buildApp } from '#platform/server/http/build-app.ts';
import { listenForLiveEvents } from '#platform/server/live/live-events.ts';
import { serveLiveEvents } from '#platform/server/live/serve-live-events.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import { loggedLines } from '#platform/testing/test-log.ts';

const { app, world } = await startBusiness({ customers: 2, cleaners: 2 });
app.clock.set('2026-11-23T10:00:00+08:00');
const [aminah = '', siti = ''] = world.cleanerIDs;
const [mei, wei] = world.customers;
const office = await signedIn(app, 'admin');

interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly topic?: string;
  readonly recordID?: string | null | undefined;
}

/** Another process on the same database, which serves live events. */
async function startProcess() {
  const settings = connectionSettings({ url: app.database.url, timeZone: 'Asia/Singapore' });
  const live = listenForLiveEvents(settings, app.services.log);
  const { fastify } = await buildApp({
    services: app.services,
    routes: [],
    extras: [serveLiveEvents(live, { heartbeatMs: 50 })],
  });
  const address = await fastify.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    await fastify.close();
    await live.close();
  };
  onTestFinished(close);
  const listening = new Promise<void>((resolve) => live.subscribe((event) => event ?? resolve()));
  await listening;
  return { address, close };
}

/** Reads a stream's messages as they arrive. */
async function open(address: string, as: As = {}, lastEventId?: string) {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const reply = await fetch(`${address}/api/live`, {
    signal: closing.signal,
    headers: {
      ...(as.jwt === undefined ? {} : { authorization: `Bearer ${as.jwt}` }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  const messages: Message[] = [];
  const ended = read(reply, messages).catch(() => undefined);
  return { status: reply.status, messages, ended, close: () => closing.abort() };
}

async function read(reply: Response, messages: Message[]): Promise<void> {
  if (reply.body === null || !reply.ok) return;
  const events = reply.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { id, event, data } of events) {
    const { topic, id: recordID } = JSON.parse(data) as { topic?: string; id?: string };
    messages.push({
      ...(id ? { id } : {}),
      ...(event ? { event } : {}),
      ...(topic ? { topic } : {}),
      recordID,
    });
  }
}

const about = (topic: string, recordID?: string | null) => expect.objectContaining({ topic, recordID });
const arrives = (stream: { messages: Message[] }, message: unknown) =>
  expect.poll(() => stream.messages, { timeout: 30_000 }).toContainEqual(message);
const isReady = (stream: { messages: Message[] }) =>
  arrives(stream, expect.objectContaining({ event: 'ready' }));

let day = 0;
/** A booking by the office, held for payment. */
async function book(cleanerID: string): Promise<string> {
  day += 1;
  const body = {
    customerID: mei?.id ?? '',
    packageID: world.packageID,
    addressID: mei?.addressID ?? '',
    startTime: `2026-12-0${day}T09:00:00+08:00`,
    cleaner1ID: cleanerID,
  };
  const { status, body: job } = await app.call(bookingCalls.createJobForCustomer, { body }, office);
  expect(status).toBe(201);
  return job.id;
}

const change = (id: string, body: object) => app.call(jobCalls.updateJob, { params: { id }, body }, office);

test('a change reaches everyone it concerns, in every process, and nobody else', async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  const job = await book(aminah);
  const streams = {
    office: await open(first.address, office),
    customer: await open(second.address, await signedIn(app, 'customer', mei?.id)),
    other: await open(second.address, await signedIn(app, 'customer', wei?.id)),
    losing: await open(first.address, await signedIn(app, 'cleaner', aminah)),
    gaining: await open(second.address, await signedIn(app, 'cleaner', siti)),
    visitor: await open(first.address),
  };
  for (const stream of Object.values(streams)) await isReady(stream);

  expect((await change(job, { cleaner1ID: siti, label: 'Crew changed' })).status).toBe(200);

  await arrives(streams.office, about('job', job));
  await arrives(streams.customer, about('job', job));
  await arrives(streams.losing, about('schedule', job));
  await arrives(streams.gaining, about('schedule', job));
  // Free times are public; whose they were is not.
  await arrives(streams.other, about('schedule'));
  await arrives(streams.visitor, about('schedule'));
  for (const stream of [streams.other, streams.visitor])
    expect(stream.messages.filter(({ recordID }) => recordID === job)).toEqual([]);
});

test('a client that reconnects receives what it has missed', async () => {
  const { address } = await startProcess();
  const before = await open(address, office);
  await isReady(before);
  const lastID = before.messages[0]?.id;
  before.close();
  const job = await book(aminah);
  await arrives(await open(address, office, lastID), about('job', job));
});

test('a client that may have missed more than is known reads everything again', async () => {
  const { address } = await startProcess();
  await arrives(await open(address, office, '999999999'), about('*'));
  const ignored = await open(address, office, 'not a number');
  await isReady(ignored);
  expect(ignored.messages).not.toContainEqual(about('*'));
});

test('a lost database connection is replaced, and clients read everything again', async () => {
  const { address } = await startProcess();
  const stream = await open(address, office);
  await isReady(stream);
  await app.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen live_event'`,
  );
  await arrives(stream, about('*'));
  const job = await book(siti);
  await arrives(stream, about('job', job));
});

test('the stream ends with the session, and does not keep it alive', async () => {
  const { address } = await startProcess();
  const signedOut = await signedIn(app, 'customer', mei?.id);
  const stream = await open(address, signedOut);
  await isReady(stream);
  const account = { role: 'customer', id: mei?.id ?? '' } as const;
  await inTransaction(app.context(), (tx) => endSessionsOf(tx, account, 'signed out'));
  await stream.ended;

  const idle = await open(address, office);
  await isReady(idle);
  app.clock.advance({ minutes: 31 });
  await idle.ended;
  expect((await open(address, office)).status).toBe(401);
});

test('one session cannot open any number of streams', async () => {
  const { address } = await startProcess();
  const as = await signedIn(app, 'cleaner', aminah);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) statuses.push((await open(address, as)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test('a refused stream is logged', async () => {
  const { address } = await startProcess();
  expect((await open(address, { jwt: 'eyJhbGciOiJub25lIn0.e30.' })).status).toBe(401);
  // The line is written after the reply.
  await expect
    .poll(() => loggedLines('request denied'))
    .toContainEqual(expect.objectContaining({ code: 'unauthenticated', call: 'GET /live', ip: '127.0.0.1' }));
});

test('a process that stops ends its streams', async () => {
  const { address, close } = await startProcess();
  const stream = await open(address);
  await isReady(stream);
  await close();
  await stream.ended;
});
