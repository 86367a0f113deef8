// @vitest-environment happy-dom
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createViewStarter, useViewStart, viewStarter } from './view-start.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the active view starts 100 ms after a route change, not before', () => {
  const starter = createViewStarter();
  const start = vi.fn();
  starter.register(start);
  starter.routeChanged();
  vi.advanceTimersByTime(99);
  expect(start).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(start).toHaveBeenCalledTimes(1);
});

test('each route change starts the view that is active at that time', () => {
  const starter = createViewStarter();
  const [first, second] = [vi.fn(), vi.fn()];
  const leave = starter.register(first);
  starter.routeChanged();
  vi.advanceTimersByTime(50);
  leave();
  starter.register(second);
  starter.routeChanged();
  vi.advanceTimersByTime(99);
  expect(second).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

test('errors while starting a view are ignored, and the next view still starts', async () => {
  const starter = createViewStarter();
  const fine = vi.fn();
  starter.register(() => {
    throw new Error('at once');
  });
  starter.register(() => Promise.reject(new Error('later')));
  starter.register(fine);
  starter.routeChanged();
  await vi.advanceTimersByTimeAsync(100);
  expect(fine).toHaveBeenCalledTimes(1);
});

test('a view that loads late starts when it has loaded', () => {
  const starter = createViewStarter();
  starter.routeChanged();
  vi.advanceTimersByTime(500);
  const start = vi.fn();
  starter.register(start);
  expect(start).toHaveBeenCalledTimes(1);
});

test('a page is registered while it is mounted', () => {
  const start = vi.fn();
  function Page() {
    useViewStart(start);
    return null;
  }
  const { unmount } = render(<Page />);
  viewStarter.routeChanged();
  act(() => vi.advanceTimersByTime(100));
  unmount();
  viewStarter.routeChanged();
  vi.advanceTimersByTime(100);
  expect(start).toHaveBeenCalledTimes(1);
});
