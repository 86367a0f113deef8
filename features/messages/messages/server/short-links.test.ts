import { beforeEach, describe, expect, test } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { shortenLinks } from './short-links.ts';

const SITE = 'https://kemas.example';
const LONG = `${SITE}/visit-choice#a.secret-of-this-visit`;

const app = await startBookingApp({ env: { PUBLIC_URL: SITE } });

beforeEach(() => app.clock.set('2026-11-23T10:00:00+08:00'));

const follow = (path: string) => app.request({ method: 'GET', url: path });
async function shorten(link = LONG): Promise<string> {
  const text = await shortenLinks(app.context(), `Choose another time: ${link} Kemas`);
  return text.match(/^Choose another time: https:\/\/kemas\.example(\/p\/[a-z2-9]{7}) Kemas$/)?.[1] ?? text;
}

describe('a short link', () => {
  test('leads to the whole address with its secret, as often as it is opened', async () => {
    const path = await shorten();
    for (const opened of [path, path, path.toUpperCase().replace('/P/', '/p/')]) {
      const reply = await follow(opened);
      expect(reply.status).toBe(302);
      expect(reply.headers).toMatchObject({
        location: LONG,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  test('replaces only long addresses of our own site', async () => {
    for (const text of [
      `Sign in: ${SITE}/cleaner/signin`,
      'See https://elsewhere.example/a/very/long/address/of/somebody/else',
      `See ${SITE}.evil.example/a/very/long/address/of/somebody/else`,
    ])
      expect(await shortenLinks(app.context(), text)).toBe(text);
  });

  test('is stored without its target in plain text', async () => {
    const path = await shorten();
    const row = await app.services.db
      .selectFrom('short_link')
      .selectAll()
      .where('code', '=', path.slice(3))
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('secret-of-this-visit');
  });

  test('expires after 90 days and is then deleted', async () => {
    const path = await shorten();
    app.clock.advance({ hours: 90 * 24 + 1 });
    expect((await follow(path)).headers.location).toBe('/p');
    await app.runCronJobs();
    const left = await app.services.db.selectFrom('short_link').select('code').execute();
    expect(left.map(({ code }) => code)).not.toContain(path.slice(3));
  });

  test.each([
    '%00',
    'abc%00efg',
    '%F0%9F%92%A9',
    'abcdefgh',
    '%C4%B0%C4%B0%C4%B0%C4%B0%C4%B0%C4%B0%C4%B0',
    "'%20or%201",
  ])('with a code that none can have is unknown: %s', async (code) => {
    const reply = await follow(`/p/${code}`);
    expect([reply.status, reply.headers.location]).toEqual([302, '/p']);
  });

  test('cannot be found by trying: after 30 unknown codes even a real one is refused for an hour', async () => {
    app.clock.advance({ hours: 2 }); // the unknown codes above count too
    const path = await shorten();
    for (let i = 0; i < 30; i += 1) expect((await follow(`/p/unknow${i}`)).headers.location).toBe('/p');
    const refused = await follow(path);
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/), 'cache-control': 'no-store' },
    });
    expect(refused.body).toContain('Your link may still be valid');
    app.clock.advance({ hours: 1, minutes: 2 });
    expect((await follow(path)).headers.location).toBe(LONG);
  });
});
