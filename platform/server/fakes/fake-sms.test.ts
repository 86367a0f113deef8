import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../testing/database.ts';
import { testClock } from '../../testing/test-clock.ts';
import type { DeliveryReport } from '../providers/sms.ts';
import { sandboxSms } from './fake-sms.ts';

const SITE = 'https://kemas.example';
const heard: [string, DeliveryReport | null | undefined][] = [];
const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const header = (name: string) => String(request.headers[name]);
  const report = await fake.readReport?.({ url: `${SITE}${request.url}`, body, header });
  heard.push([request.url ?? '', report]);
  response.end();
});

const database = await cloneDatabase();
const fake = sandboxSms({
  db: database.db,
  clock: testClock(),
  log: pino({ level: 'silent' }),
  authToken: 'known to the fake alone',
  reportsTo: (id) => `${SITE}/report?message=${id}`,
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
fake.reportTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

afterAll(async () => {
  await new Promise((closed) => server.close(closed));
});

test.each([
  ['any phone', '6591234567', { messageID: null, news: 'delivered', reason: '' }],
  [
    'a phone that is never reached',
    '6591230404',
    {
      messageID: null,
      news: 'failed',
      reason: 'The phone could not be reached: switched off, or out of coverage. (Twilio 30003)',
    },
  ],
])('sends signed reports like Twilio: %s', async (_what, to, end) => {
  heard.length = 0;
  const id = crypto.randomUUID();
  await fake.send({ id, to, body: 'Hello' });
  const url = `/report?message=${id}`;
  await expect
    .poll(() => heard)
    .toEqual([
      [url, { messageID: null, news: 'taken', reason: '' }],
      [url, end],
    ]);
});
