// @vitest-environment happy-dom
import { act, render } from '@testing-library/react';
import { createMemoryRouter, type SetURLSearchParams, useSearchParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test } from 'vitest';
import { useLatestSearchParams } from './latest-search-params.ts';

test('the second of two changes keeps the first, although that was not rendered yet', async () => {
  expect(await changeTwice(useLatestSearchParams)).toBe('?day=2026-07-01&cleaner=mei');
});

test('control: with React Router’s own hook the second change restores what the first removed', async () => {
  expect(await changeTwice(useSearchParams)).toBe('?service=one-time&day=2026-07-01&cleaner=mei');
});

test('parameters that replace all others are kept by the next change too', async () => {
  const { address, set } = await open(useLatestSearchParams);
  await act(async () => {
    set()({ view: 'week' });
    set()((now) => added(now, 'cleaner', 'mei'));
  });
  expect(address()).toBe('?view=week&cleaner=mei');
});

/** Removes a filter and adds another, in one handler. */
async function changeTwice(useParams: typeof useSearchParams): Promise<string> {
  const { address, set } = await open(useParams);
  await act(async () => {
    set()((now) => {
      now.delete('service');
      return now;
    });
    set()((now) => added(now, 'cleaner', 'mei'));
  });
  return address();
}

async function open(useParams: typeof useSearchParams) {
  let set: SetURLSearchParams = () => undefined;
  function Page() {
    [, set] = useParams();
    return null;
  }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], {
    initialEntries: ['/?service=one-time&day=2026-07-01'],
  });
  await act(async () => render(<RouterProvider router={router} />));
  return { address: () => router.state.location.search, set: () => set };
}

function added(now: URLSearchParams, name: string, value: string): URLSearchParams {
  now.append(name, value);
  return now;
}
