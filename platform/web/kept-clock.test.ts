// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const HOUR_MS = 3_600_000;
/** The server's time; the phone's clock is an hour ahead of it. */
const SERVER = Date.parse('2026-11-26T09:00:00+08:00');

beforeEach(() => {
  vi.useFakeTimers({ now: SERVER + HOUR_MS });
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

/** A page that is opened now: nothing in its memory. */
async function openPage() {
  vi.resetModules();
  const { appClock } = await import('./app-clock.ts');
  const { keepClock } = await import('./kept-clock.ts');
  return { appClock, keepClock };
}

test('a phone whose clock is an hour ahead keeps that, also for a page that opens without signal', async () => {
  const first = await openPage();
  const stop = first.keepClock();
  first.appClock.follow(new Date(SERVER).toISOString());
  stop();
  const second = await openPage();
  expect(second.appClock.now().getTime()).toBe(SERVER + HOUR_MS);
  second.keepClock();
  expect(second.appClock.now().getTime()).toBe(SERVER);
});

test('what the server told before the page was drawn counts, and so does a clock that was set right', async () => {
  const first = await openPage();
  first.appClock.follow(new Date(SERVER).toISOString());
  first.keepClock();
  const second = await openPage();
  second.keepClock();
  vi.setSystemTime(SERVER);
  second.appClock.follow(new Date(SERVER).toISOString());
  const third = await openPage();
  third.keepClock();
  expect(third.appClock.now().getTime()).toBe(SERVER);
});

test('nonsense in the storage is passed over', async () => {
  localStorage.setItem('clock-ahead-ms', 'soon');
  const { appClock, keepClock } = await openPage();
  keepClock();
  expect(appClock.now().getTime()).toBe(SERVER + HOUR_MS);
});
