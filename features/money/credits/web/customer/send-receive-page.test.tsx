// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { saveFragment } from '#platform/web/router/stored-fragment.ts';
import { Component } from './send-receive-page.tsx';

const PAGE = '/dashboard/credits/send-receive';

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [], total: 0, from: 0, size: 20 }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(address: string): Promise<void> {
  window.history.replaceState(null, '', address);
  const router = createBrowserRouter([{ path: PAGE, Component }]);
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  });
}

const typed = () => screen.getByLabelText<HTMLInputElement>('Gift code').value;

test.each([
  ['behind the #', `${PAGE}#code=ABCD-EFGH-JKLM`, PAGE],
  ['after a parameter', `${PAGE}?show=receive#code=ABCD-EFGH-JKLM`, `${PAGE}?show=receive`],
])('a code %s is filled in and removed from the address', async (_where, address, left) => {
  await open(address);
  expect(typed()).toBe('ABCD-EFGH-JKLM');
  expect(window.location.href.slice(window.location.origin.length)).toBe(left);
});

test('a code survives signing in, once', async () => {
  window.history.replaceState(null, '', `${PAGE}#code=ABCD-EFGH-JKLM`);
  saveFragment(PAGE);
  await open(PAGE);
  expect(typed()).toBe('ABCD-EFGH-JKLM');
  cleanup();
  await open(`${PAGE}?show=receive`);
  expect(typed()).toBe('');
});
