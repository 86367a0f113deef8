// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { JobsList } from './list-page.tsx';

let asked: string[] = [];

beforeEach(() => {
  asked = [];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ items: [], total: 0, byStatus: [] });
  });
  const router = createMemoryRouter([{ path: '/admin/jobs', element: <JobsList /> }], {
    initialEntries: ['/admin/jobs'],
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('button', { name: /^Today/, current: true });
  return router;
}

/** The last request for rows, ignoring counts. */
const lastAsked = () => new URL(asked.findLast((url) => url.includes('size=25')) ?? '', 'http://localhost');

test('the list opens with today’s jobs, earliest first, and another tab shows others', async () => {
  const router = await open();
  expect(lastAsked().searchParams.get('from_date')).toBe(today());
  expect(lastAsked().searchParams.get('to_date')).toBe(today());
  expect(lastAsked().searchParams.get('order')).toBe('asc');
  expect(screen.queryByRole('button', { name: 'Clear Dates' })).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^All/ })));
  expect(router.state.location.search).toBe('?status=*');
  expect(lastAsked().searchParams.get('from_date')).toBeNull();
  expect(lastAsked().searchParams.get('order')).toBe('desc');
});

test('the first filter change is applied on top of the defaults', async () => {
  const router = await open();
  await act(async () =>
    fireEvent.change(screen.getByLabelText('jobs per page'), { target: { value: '50' } }),
  );
  expect(router.state.location.search).toBe(`?from_date=${today()}&to_date=${today()}&size=50`);
});

test('opening it again from the menu resets it to the defaults', async () => {
  const router = await open();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^All/ })));
  await act(() => router.navigate('/admin/jobs'));
  expect(await screen.findByRole('button', { name: /^Today/, current: true })).not.toBeNull();
});
