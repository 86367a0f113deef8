import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

const meiID = randomUUID();

const app = await startBookingApp({ features });
const mei = await signedIn(app, 'customer', meiID);

/** Simulates this many requests just now. */
async function useUp(key: string, hits: number): Promise<void> {
  const now = app.clock.now();
  await app.services.db.deleteFrom('throttle').execute();
  await app.services.db
    .insertInto('throttle')
    .values({ key, hits, windowStart: now.toString(), windowEnd: now.add({ seconds: 30 }).toString() })
    .execute();
}

const TIMES = '/api/list-time-available?date=2026-12-01&hours=4';
const SAME_TIMES = '/api/cleaners/list-time-available?date=2026-12-01&hours=4';

const ofMei = (name: string, most: number, request: string) => ({ name, most, request, who: meiID });
const ofAddress = (most: number, request: string, name = 'free-times') => ({
  name,
  most,
  request,
  who: '127.0.0.1',
});

it.each([
  ofAddress(300, `GET ${TIMES}`),
  ofAddress(300, `GET ${SAME_TIMES}`),
  ofMei('free-times', 300, `GET ${TIMES}`),
  ofAddress(60, 'GET /api/places/address?postal=310145', 'address-lookup'),
  ofMei('quote', 120, 'POST /api/jobs/quote'),
  ofMei('receipt', 30, `GET /api/transactions/${randomUUID()}/receipt`),
  ofMei('own-data', 10, `POST /api/customers/${meiID}/personal-data`),
])('$request has a limit of $most', async ({ name, who, most, request }) => {
  const [method = '', url = ''] = request.split(' ');
  const headers = {
    'content-type': 'application/json',
    ...(who === meiID && { authorization: `Bearer ${mei.jwt}` }),
  };
  const body = url.endsWith('quote') ? { packageID: randomUUID() } : {};
  const payload = method === 'POST' ? { payload: body } : {};
  const send = () => app.request({ method: method as 'GET' | 'POST', url, headers, ...payload });
  await useUp(`${name}:${who}`, most - 1);
  expect((await send()).status).not.toBe(429);
  const refused = await send();
  expect([refused.status, problem(refused).code]).toEqual([429, 'throttled']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
