// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { Component } from './list-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(loader: () => Promise<null> = async () => null) {
  vi.stubGlobal('fetch', async () => Response.json({ items: [], total: 0 }));
  const route = { path: '/admin/jobs', element: <Component />, loader, HydrateFallback: () => null };
  const router = createMemoryRouter([route], { initialEntries: ['/admin/jobs'] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

async function openList() {
  const router = await open();
  await screen.findByRole('button', { name: 'Clear Dates' });
  return router;
}

test('the list opens with what is to come, and its days can be cleared', async () => {
  const router = await openList();
  expect(router.state.location.search).toBe(`?from_date=${today()}`);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Clear Dates' })));
  expect(router.state.location.search).toBe('');
  expect(screen.queryByRole('button', { name: 'Clear Dates' })).toBeNull();
});

test('coming to it once more from the menu is another arrival', async () => {
  const router = await openList();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Clear Dates' })));
  await act(() => router.navigate('/admin/jobs'));
  expect(router.state.location.search).toBe(`?from_date=${today()}`);
});

test('a second click while the list is on its way still leads to it', async () => {
  let arrivals = 0;
  // The redirect of the first arrival is never answered.
  const router = await open(() => {
    arrivals += 1;
    return arrivals === 2 ? Promise.withResolvers<null>().promise : Promise.resolve(null);
  });
  await vi.waitFor(() => expect(arrivals).toBe(2));
  await act(() => router.navigate('/admin/jobs', { replace: true }));
  expect(await screen.findByRole('button', { name: 'Clear Dates' })).not.toBeNull();
});
