import { beforeEach, describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { listSignUpLog } from '../contract/sign-up-log.ts';
import { feature } from './index.ts';

const app = await startTestApp({ features: [accounts, places, feature] });
const admin = await signedIn(app, 'admin');

beforeEach(async () => {
  for (const table of ['sign_up_entry', 'throttle']) await app.database.pool.query(`delete from ${table}`);
});

const send = (payload?: string) =>
  app.request({
    method: 'POST',
    url: '/api/logsignup/sendlog',
    headers: { 'content-type': 'application/json', cookie: 'XSRF-TOKEN=stale', authorization: 'Bearer dead' },
    ...(payload === undefined ? {} : { payload }),
  });
const log = async (query: object = {}) => (await app.call(listSignUpLog, { query }, admin)).body.items;

describe('the sign-up log', () => {
  it('stores what a page reports about a sign-up, newest first', async () => {
    const entry = { os: 'iOS', salutation: 'Ms', firstname: 'Mei', lastname: 'Tan', phone: 91234567 };
    const more = { email: 'mei@example.com', note: 'otp asked', action: 'verify', idfb: '42' };
    await send(JSON.stringify({ ...entry, ...more }));
    app.clock.advance({ minutes: 1 });
    await send(JSON.stringify({ action: 'register' }));
    const [newest, first] = await log();
    expect(newest?.action).toBe('register');
    expect(first).toMatchObject({ ...entry, ...more, phone: '91234567' });
    expect((await log({ q: 'mei' })).map(({ id }) => id)).toEqual([first?.id]);
  });

  it.each([
    ['nothing', undefined],
    ['invalid JSON', '{"action":'],
    ['a list', '[1, 2]'],
    ['null', 'null'],
    ['duplicate names', '{"action":"a","action":"b"}'],
    ['objects instead of strings', '{"action":{"toString":1},"firstname":["a"]}'],
    ['inherited property names', '{"__proto__":{"action":"x"},"constructor":"x"}'],
    ['NUL and a lone surrogate', '{"action":"a\\u0000b","firstname":"\\ud800"}'],
    ['a huge body', JSON.stringify({ note: 'a'.repeat(50_000) })],
  ])('answers the same to %s', async (_name, payload) => {
    const reply = await send(payload);
    expect([reply.status, reply.body]).toEqual([200, { ok: true }]);
    await log();
  });

  it('truncates long values and stores no card numbers', async () => {
    await send(JSON.stringify({ action: 'a'.repeat(500), note: 'my card 4242 4242 4242 4242' }));
    expect(await log()).toMatchObject([{ action: 'a'.repeat(100), note: '' }]);
  });

  it('silently drops a flood from one address', async () => {
    for (let i = 0; i < 62; i += 1) expect((await send(`{"action":"${i}"}`)).status).toBe(200);
    expect(await log({ size: 100 })).toHaveLength(60);
  });

  it('can be read and downloaded by the office, and is deleted after 90 days', async () => {
    await send('{"action":"=1+1"}');
    expect((await app.call(listSignUpLog, {})).status).toBe(401);
    const csv = await app.call(listSignUpLog, { query: { download: '1' } }, admin);
    expect(String(csv.body)).not.toMatch(/(^|,)"?=/m);
    await app.runCronJobs();
    expect(await log()).toHaveLength(1);
    await app.database.pool.query(`update sign_up_entry set created_at = created_at - interval '91 days'`);
    await app.runCronJobs();
    expect(await log()).toHaveLength(0);
  });
});
