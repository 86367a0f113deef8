// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Callable } from './callable.ts';
import { expireServerReplies, setServerReplies } from './reply-cache.ts';
import { refreshPlainReads, usePlainRead } from './use-plain-read.ts';

const listThings: Callable = { method: 'GET', path: '/things' };

function Count({ type = 'regular' }: { type?: string }) {
  const { data, isError, isPending } = usePlainRead(listThings, { type, count: '0' });
  if (isPending) return <p>waiting</p>;
  const { items } = data as { items: readonly unknown[] };
  return <p>{isError ? 'failed' : `${items.length} on sale`}</p>;
}

const reply = (items: readonly unknown[]) => ({
  path: '/things',
  query: { count: '0', type: 'regular' },
  reply: { items },
});
const answerWith = (...items: readonly unknown[]) =>
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ items }));

afterEach(() => {
  cleanup();
  setServerReplies([]);
  vi.restoreAllMocks();
});

test('shows a reply that came with the page at once, without a request', async () => {
  const fetch = answerWith();
  setServerReplies([reply([1, 2])]);
  await act(async () => render(<Count />));
  expect(screen.getByText('2 on sale')).toBeTruthy();
  expect(fetch).not.toHaveBeenCalled();
});

test('after navigation, shows the cached reply and refetches', async () => {
  answerWith(1, 2, 3);
  setServerReplies([reply([1])]);
  expireServerReplies();
  const { container } = render(<Count />);
  expect(container.textContent).toBe('1 on sale');
  expect(await screen.findByText('3 on sale')).toBeTruthy();
});

test('is read again when something has changed it', async () => {
  answerWith(1);
  await act(async () => render(<Count />));
  answerWith(1, 2);
  await act(async () => refreshPlainReads({ method: 'GET', path: '/others' }));
  expect(screen.getByText('1 on sale')).toBeTruthy();
  await act(async () => refreshPlainReads(listThings));
  expect(await screen.findByText('2 on sale')).toBeTruthy();
});

test('two components of a page share one request', async () => {
  const fetch = answerWith(1);
  const { container } = render(
    <>
      <Count />
      <Count />
    </>,
  );
  expect(container.textContent).toBe('waitingwaiting');
  expect(await screen.findAllByText('1 on sale')).toHaveLength(2);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("does not show the previous query's reply once the new one has loaded", async () => {
  answerWith(1);
  const { rerender } = render(<Count />);
  await screen.findByText('1 on sale');
  answerWith(1, 2);
  rerender(<Count type="one-time" />);
  expect(await screen.findByText('2 on sale')).toBeTruthy();
});
