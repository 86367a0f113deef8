// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { NothingBooked } from './nothing-booked.tsx';

const home = (id: string, isPrimary: boolean) => ({ id, isPrimary, postal: '310145' });
const slot = { startTime: '2026-11-28T09:00:00+08:00', endTime: '2026-11-28T12:00:00+08:00' };

let homes: readonly object[] = [];
let asked: string[] = [];
let timesAsked: URL[] = [];

beforeEach(() => {
  asked = [];
  timesAsked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://kemas.test');
    asked.push(url.pathname);
    if (url.pathname === '/api/customers-addresses')
      return Response.json({ items: homes, total: homes.length });
    timesAsked.push(url);
    return Response.json({ days: [{ date: '2026-11-28', slots: [slot] }] });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(): void {
  const router = createMemoryRouter([{ path: '/', Component: NothingBooked }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test('counts free times for the customer’s main home', async () => {
  homes = [home('flat', false), home('main', true)];
  show();
  expect(await screen.findByText(/^Sat 28 Nov has 1 free time/)).not.toBeNull();
  expect(timesAsked.map((url) => url.searchParams.get('addressID'))).toEqual(['main']);
});

test('without a home shows and requests no free times', async () => {
  homes = [];
  show();
  expect(await screen.findByText('Three hours is usually enough for a 3-room flat.')).not.toBeNull();
  await expect.poll(() => asked).toEqual(['/api/customers-addresses']);
  // Dependent requests are sent in the next tick.
  await new Promise((turn) => setTimeout(turn, 50));
  expect(timesAsked).toEqual([]);
});
