// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { Component } from './bookings.tsx';

const NOW = new Date('2026-11-23T10:00:00+08:00');
const cancelled = (n: number) => ({
  id: `job-${n}`,
  seriesID: null,
  jobType: 'one-time',
  status: 'cancelled',
  numCleaners: 1,
  hours: 3,
  cancelledAt: '2026-11-19T09:00:00+08:00',
  startTime: '2026-11-20T09:00:00+08:00',
  endTime: '2026-11-20T12:00:00+08:00',
  cleaners: [],
  job_address_addressLine1: 'Blk 145',
  job_address_addressLine2: '',
  job_address_postal: '310145',
});

let asked: URLSearchParams[] = [];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://kemas.test').searchParams);
    const items = Array.from({ length: 45 }, (_, n) => cancelled(n));
    return Response.json({ items, total: items.length, from: 0, size: 99_999, next: null });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('loads all bookings at once, and shows twenty at a time', async () => {
  const router = createMemoryRouter([{ path: '/', Component }], { initialEntries: ['/?show=cancelled'] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const shown = () => screen.getAllByRole('listitem').length;
  const more = await screen.findByRole('button', { name: 'Show more' });
  expect(shown()).toBe(20);
  fireEvent.click(more);
  expect(shown()).toBe(40);
  fireEvent.click(more);
  expect(shown()).toBe(45);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(asked.map((query) => query.get('size'))).toEqual(['99999']);
});
