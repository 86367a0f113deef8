// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findUnanswered, noteRelease, RELEASES, sendReleases } from './use-draft.ts';

const NOW = Date.parse('2026-11-23T10:00:00+08:00');
const draft = (jobID: string) => ({ held: { jobID, request: '' } });
const asked: { path: string; key: string | null }[] = [];
/** Replies by path; none means no network. */
let answers: Record<string, { status: number; body: object }>;

beforeEach(() => {
  asked.length = 0;
  answers = {};
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = new URL(url, 'http://kemas.test').pathname;
    asked.push({ path, key: new Headers(init.headers).get('Idempotency-Key') });
    const answer = answers[path];
    if (answer === undefined) throw new TypeError('no network in this test');
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const released = { status: 200, body: { released: true } };

describe('discarding a held booking', () => {
  test('releases it once and forgets it', async () => {
    answers = { '/api/jobs/one/release': released };
    noteRelease(sessionStorage, draft('one'), NOW);
    noteRelease(sessionStorage, draft('one'), NOW);
    expect(await sendReleases(sessionStorage, NOW)).toBe(true);
    expect(await sendReleases(sessionStorage, NOW)).toBe(false);
    expect(asked.map(({ path }) => path)).toEqual(['/api/jobs/one/release']);
    expect(sessionStorage.getItem(RELEASES)).toBeNull();
  });

  test('waits for the network without blocking other releases', async () => {
    noteRelease(sessionStorage, draft('one'), NOW);
    noteRelease(sessionStorage, draft('two'), NOW);
    expect(await sendReleases(sessionStorage, NOW)).toBe(false);
    answers = { '/api/jobs/two/release': released };
    expect(await sendReleases(sessionStorage, NOW + 1000)).toBe(true);
    answers = { '/api/jobs/one/release': released };
    expect(await sendReleases(sessionStorage, NOW + 2000)).toBe(true);
    expect(sessionStorage.getItem(RELEASES)).toBeNull();
  });

  test.each([
    ['it is another user’s', 404, 'not_found', true],
    ['nobody is signed in', 401, 'unauthenticated', true],
    ['the server is busy', 503, 'unavailable', false],
    ['it is throttled', 429, 'throttled', false],
  ])('%s', async (_what, status, code, isForgotten) => {
    answers = { '/api/jobs/one/release': { status, body: { code, detail: 'No.' } } };
    noteRelease(sessionStorage, draft('one'), NOW);
    expect(await sendReleases(sessionStorage, NOW)).toBe(false);
    expect(sessionStorage.getItem(RELEASES) === null).toBe(isForgotten);
  });

  test('does nothing after the hold has expired, or without a hold', async () => {
    noteRelease(sessionStorage, { held: null }, NOW);
    noteRelease(sessionStorage, draft('one'), NOW);
    expect(await sendReleases(sessionStorage, NOW + 20 * 60_000)).toBe(false);
    expect(asked).toEqual([]);
  });

  test.each(['{', '[1]', '"x"', '{"one":"soon"}', 'null'])(
    'ignores invalid stored data: %s',
    async (stored) => {
      sessionStorage.setItem(RELEASES, stored);
      expect(await sendReleases(sessionStorage, NOW)).toBe(false);
      expect(asked).toEqual([]);
    },
  );
});

describe('a booking without a reply', () => {
  const unanswered = { key: 'key-1', body: '{"packageID":"pack"}' };

  test('is found under its key', async () => {
    answers = { '/api/customers/createjob': { status: 201, body: { id: 'one' } } };
    expect(await findUnanswered(unanswered)).toBe('one');
    expect(asked[0]?.key).toBe('key-1');
  });

  test('holds nothing if it was refused, and is unknown without a network', async () => {
    await expect(findUnanswered(unanswered)).rejects.toThrow();
    answers = { '/api/customers/createjob': { status: 409, body: { code: 'slot_taken', detail: 'No.' } } };
    expect(await findUnanswered(unanswered)).toBeNull();
  });
});
