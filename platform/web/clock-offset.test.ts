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

/** A freshly opened page, with nothing in memory. */
async function openPage() {
  vi.resetModules();
  const { appClock } = await import('./app-clock.ts');
  const { persistClockOffset } = await import('./clock-offset.ts');
  return { appClock, persistClockOffset };
}

test('stores the offset of a phone whose clock is an hour fast, for a page that opens offline', async () => {
  const first = await openPage();
  const stop = first.persistClockOffset();
  first.appClock.sync(new Date(SERVER).toISOString());
  stop();
  const second = await openPage();
  expect(second.appClock.now().getTime()).toBe(SERVER + HOUR_MS);
  second.persistClockOffset();
  expect(second.appClock.now().getTime()).toBe(SERVER);
});

test('stores a server time received before the first render, and a corrected clock', async () => {
  const first = await openPage();
  first.appClock.sync(new Date(SERVER).toISOString());
  first.persistClockOffset();
  const second = await openPage();
  second.persistClockOffset();
  vi.setSystemTime(SERVER);
  second.appClock.sync(new Date(SERVER).toISOString());
  const third = await openPage();
  third.persistClockOffset();
  expect(third.appClock.now().getTime()).toBe(SERVER);
});

test('ignores an invalid stored offset', async () => {
  localStorage.setItem('clock-ahead-ms', 'soon');
  const { appClock, persistClockOffset } = await openPage();
  persistClockOffset();
  expect(appClock.now().getTime()).toBe(SERVER + HOUR_MS);
});
