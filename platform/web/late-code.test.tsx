// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LateCode, lateCode, useAhead, useLateCode } from './late-code.ts';

const reload = vi.fn();
beforeEach(() => {
  reload.mockClear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Code whose fetching is settled by hand. */
function coming() {
  const asked: PromiseWithResolvers<string>[] = [];
  const load = vi.fn(() => {
    const one = Promise.withResolvers<string>();
    asked.push(one);
    return one.promise;
  });
  return {
    late: lateCode(load),
    load,
    arrive: () => act(async () => asked.at(-1)?.resolve('the step')),
    fail: () => act(async () => asked.at(-1)?.reject(new Error('no signal'))),
  };
}

function Step({ late }: { late: LateCode<string> }) {
  const { fetched, retry, isTrying } = useLateCode(late);
  const state = isTrying ? 'trying' : fetched.state;
  return (
    <>
      <output>{fetched.state === 'here' ? fetched.code : state}</output>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </>
  );
}

const shown = () => screen.getByRole('status').textContent;
const tryAgain = () => fireEvent.click(screen.getByRole('button'));

test('it is fetched when it is shown, and once for all who show it', async () => {
  const { late, load, arrive } = coming();
  render(<Step late={late} />);
  expect(shown()).toBe('coming');
  late.fetch();
  await arrive();
  expect(shown()).toBe('the step');
  cleanup();
  render(<Step late={late} />);
  expect(shown()).toBe('the step');
  expect(load).toHaveBeenCalledTimes(1);
});

test('what could not be had says so, and is asked for again by hand', async () => {
  const { late, load, arrive, fail } = coming();
  render(<Step late={late} />);
  await fail();
  expect(shown()).toBe('failed');
  tryAgain();
  expect(shown()).toBe('trying');
  await arrive();
  expect(shown()).toBe('the step');
  expect(load).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
});

test('it comes by itself once there is a network again', async () => {
  const { late, arrive, fail } = coming();
  render(<Step late={late} />);
  await fail();
  act(() => void window.dispatchEvent(new Event('online')));
  await arrive();
  expect(shown()).toBe('the step');
});

test('failed twice, a fresh page is asked for: this one may name files that are gone', async () => {
  const { late, fail } = coming();
  render(<Step late={late} />);
  await fail();
  tryAgain();
  await fail();
  tryAgain();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('without a network the page stays', async () => {
  const { late, load, fail } = coming();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<Step late={late} />);
  for (const _try of [1, 2, 3]) {
    await fail();
    tryAgain();
  }
  expect(load).toHaveBeenCalledTimes(4);
  expect(reload).not.toHaveBeenCalled();
});

test('what failed unseen is tried once more when it is shown', async () => {
  const { late, fail } = coming();
  late.fetch();
  await fail();
  render(<Step late={late} />);
  expect(shown()).toBe('coming');
});

test('what comes next is fetched ahead, and no more once the page is left', async () => {
  vi.useFakeTimers();
  const [next, later] = [coming(), coming()];
  function Page({ codes }: { codes: readonly LateCode<string>[] }) {
    useAhead(codes);
    return null;
  }
  const page = render(<Page codes={[next.late]} />);
  await act(async () => vi.advanceTimersByTime(1000));
  expect(next.load).toHaveBeenCalledTimes(1);
  page.rerender(<Page codes={[later.late]} />);
  page.unmount();
  await act(async () => vi.advanceTimersByTime(1000));
  expect(later.load).not.toHaveBeenCalled();
  vi.useRealTimers();
});
