// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { clockOf } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { type Draft, emptyDraft, holdKeyOf } from './draft.ts';
import { holdAction, holdTime } from './hold-time.ts';
import { serviceOf } from './steps.ts';

const now = new Date('2026-11-22T09:00:00+08:00');
const NINE = '2026-11-28T09:00:00+08:00';
const TEN = '2026-11-28T10:00:00+08:00';

const wanted: Draft = {
  ...emptyDraft,
  packageID: 'pack',
  hours: 4,
  startTime: NINE,
  addressID: 'home',
  contactDetails: 'Lift B',
};
const draft: Draft = { ...wanted, held: { jobID: 'first', request: holdKeyOf(wanted) } };
const job = (change: object = {}) =>
  ({
    id: 'first',
    status: 'pending',
    startTime: NINE,
    holdExpiresAt: '2026-11-22T09:10:00+08:00',
    contactDetails: 'Lift B',
    specialRequests: '',
    ...change,
  }) as Job;

describe('the action for a hold', () => {
  const update = (changes: object) => ({ kind: 'update', changes });
  const book = (replaces: string | null) => ({ kind: 'book', replaces });

  test.each([
    ['nothing changed', {}, job(), { kind: 'keep' }],
    ['only spaces were typed', { contactDetails: 'Lift B ' }, job(), { kind: 'keep' }],
    ['it is paid', { hours: 5 }, job({ status: 'paid' }), { kind: 'keep' }],
    ['notes changed', { specialRequests: 'Orchids' }, job(), update({ specialRequests: 'Orchids' })],
    ['notes were cleared', { contactDetails: '' }, job(), update({ contactDetails: '' })],
    ['the time changed', { startTime: TEN }, job(), update({ startTime: TEN })],
    [
      'both changed',
      { startTime: TEN, contactDetails: 'A' },
      job(),
      update({ startTime: TEN, contactDetails: 'A' }),
    ],
    ['the hours changed', { hours: 5 }, job(), book('first')],
    ['another home', { addressID: 'other' }, job(), book('first')],
    ['another preference', { gender: 'female' }, job(), book('first')],
    ['it expired', {}, job({ holdExpiresAt: '2026-11-22T09:00:00+08:00' }), book(null)],
    ['it was cancelled', {}, job({ status: 'cancelled' }), book(null)],
    ['there is none', {}, null, book(null)],
  ] as const)('%s', (_what, change, held, action) => {
    expect(holdAction({ ...draft, ...change }, held, { now, recurs: false })).toEqual(action);
  });
});

describe('the action for the hold of a series', () => {
  const series: Draft = { ...wanted, interval: 'weekly', count: 4 };
  const held = { ...series, held: { jobID: 'first', request: holdKeyOf(series, true) } };

  test.each([
    ['nothing changed', {}, { kind: 'keep' }],
    ['notes changed: they are on each of its visits', { specialRequests: 'Orchids' }, 'first'],
    ['the first date changed', { startTime: TEN }, 'first'],
    ['one visit more', { count: 5 }, 'first'],
    ['every other week', { interval: 'fortnightly' }, 'first'],
    ['a date is skipped', { exceptions: [{ startTime: TEN, instead: null }] }, 'first'],
  ] as const)('%s', (_what, change, outcome) => {
    const action = holdAction({ ...held, ...change } as Draft, job(), { now, recurs: true });
    expect(action).toEqual(typeof outcome === 'string' ? { kind: 'book', replaces: outcome } : outcome);
  });
});

describe('holding a time', () => {
  const sent: { path: string; body: unknown; key: string | null }[] = [];
  /** Replies by path, in order. */
  let answers: Record<string, (() => Response)[]>;
  const reply =
    (body: object, status = 200) =>
    () =>
      new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const home = {
    id: 'home',
    postal: '310145',
    addressLine2: '',
    hasPets: false,
    genderPreference: '',
    languagePreference: '',
  };

  beforeEach(() => {
    sent.length = 0;
    appClock.sync(now.toISOString());
    answers = { '/api/customers-addresses': [reply({ items: [home] })], '/api/jobs/first': [reply(job())] };
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const path = new URL(url, 'http://kemas.test').pathname;
      if (init.method === 'POST') {
        const key = new Headers(init.headers).get('Idempotency-Key');
        sent.push({ path, body: JSON.parse(String(init.body)), key });
      }
      const answer = answers[path]?.shift();
      if (answer === undefined) throw new TypeError('no network in this test');
      return answer();
    });
  });
  afterEach(() => {
    appClock.sync(new Date().toISOString());
    vi.unstubAllGlobals();
  });

  /** Holds; returns the draft afterwards. */
  async function hold(from: Draft, service = serviceOf('one-time')) {
    let after = from;
    const change = (part: Partial<Draft>) => {
      after = { ...after, ...part };
    };
    const outcome = await holdTime(from, { sizing: { homeType: 'hdb_4' }, service, change }).catch(
      (error: unknown) => error,
    );
    return { outcome, after };
  }

  it('changes the notes of the hold instead of making a second one', async () => {
    answers['/api/jobs/first/update'] = [reply(job({ specialRequests: 'Orchids' }))];
    const { after } = await hold({ ...draft, specialRequests: 'Orchids' });
    expect(sent).toMatchObject([{ path: '/api/jobs/first/update', body: { specialRequests: 'Orchids' } }]);
    expect(after.held?.jobID).toBe('first');
  });

  it('replaces the hold if something else changes', async () => {
    answers['/api/customers/createjob'] = [reply(job({ id: 'second' }), 201)];
    const { after } = await hold({ ...draft, hours: 5 });
    expect(sent).toMatchObject([
      { path: '/api/customers/createjob', body: { hours: 5, replacesJobID: 'first' } },
    ]);
    expect(after).toMatchObject({ held: { jobID: 'second' }, unanswered: null });
  });

  it('books anew if the hold expires while it is being changed', async () => {
    answers['/api/jobs/first/update'] = [reply({ code: 'not_changeable' }, 409)];
    answers['/api/customers/createjob'] = [reply(job({ id: 'second' }), 201)];
    const { after } = await hold({ ...draft, startTime: TEN });
    expect(sent.at(-1)?.body).not.toHaveProperty('replacesJobID');
    expect(after.held?.jobID).toBe('second');
  });

  it('sends the exceptions of a series, and no recurrence for a one-off booking', async () => {
    const series = { ...draft, held: null, count: 3, exceptions: [{ startTime: TEN, instead: null }] };
    answers['/api/customers/createjob'] = [reply(job({ id: 'second' }), 201)];
    await hold(series, serviceOf('regular'));
    const recurrence = { interval: 'weekly', count: 3, exceptions: [{ startTime: TEN, instead: null }] };
    expect(sent.at(-1)?.body).toMatchObject({ jobType: 'regular', recurrence });
    answers['/api/customers-addresses'] = [reply({ items: [home] })];
    answers['/api/customers/createjob'] = [reply(job({ id: 'third' }), 201)];
    await hold(series);
    expect(sent.at(-1)?.body).not.toHaveProperty('recurrence');
  });

  it('retries under the same key after a lost reply', async () => {
    const { after: lost } = await hold({ ...draft, held: null });
    expect(lost.unanswered).not.toBeNull();
    answers['/api/customers-addresses'] = [reply({ items: [home] })];
    answers['/api/customers/createjob'] = [reply(job(), 201)];
    const { after } = await hold(lost);
    expect(sent[1]).toEqual(sent[0]);
    expect(after).toMatchObject({ held: { jobID: 'first' }, unanswered: null });
  });

  it('resolves a lost booking before another one replaces it', async () => {
    const { after: lost } = await hold({ ...draft, held: null });
    answers['/api/customers-addresses'] = [reply({ items: [home] })];
    answers['/api/customers/createjob'] = [reply(job(), 201), reply(job({ id: 'second' }), 201)];
    const { after } = await hold({ ...lost, hours: 5 });
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]?.body).toMatchObject({ hours: 5, replacesJobID: 'first' });
    expect(after).toMatchObject({ held: { jobID: 'second' }, unanswered: null });
  });

  it.each([
    ['throttled', 429],
    ['in_progress', 409],
  ])('keeps a lost booking while the server has not decided: %s', async (code, status) => {
    const { after: lost } = await hold({ ...draft, held: null });
    answers['/api/customers-addresses'] = [reply({ items: [home] })];
    answers['/api/customers/createjob'] = [reply({ code }, status), reply(job({ id: 'second' }), 201)];
    const { outcome, after } = await hold({ ...lost, hours: 5 });
    expect(outcome).toMatchObject({ code });
    expect(after.unanswered).toEqual(lost.unanswered);
  });

  it('forgets a booking that was refused', async () => {
    answers['/api/customers/createjob'] = [reply({ code: 'slot_taken' }, 409)];
    const { outcome, after } = await hold({ ...draft, held: null });
    expect(outcome).toMatchObject({ code: 'slot_taken' });
    expect(after).toMatchObject({ held: null, unanswered: null });
  });
});

test('a hold counts down in minutes and seconds', () => {
  expect([86_399, 3600, 872, 60, 59, 0].map(clockOf)).toEqual([
    '23:59:59',
    '1:00:00',
    '14:32',
    '1:00',
    '0:59',
    '0:00',
  ]);
});
