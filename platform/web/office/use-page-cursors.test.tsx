// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { createQueryClient } from '../api/queries.ts';
import { ToastProvider } from '../design/parts/toast.tsx';
import { ListPage } from './list-page.tsx';

const item = z.object({ id: z.string(), name: z.string(), trash: z.literal([0, 1]) });
const list = defineCall({
  who: ['admin'],
  summary: '',
  method: 'GET',
  path: '/shops',
  reply: z.object({ items: z.array(item), next: z.string().nullable(), total: z.int() }),
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A fake API: `after` is the last row of the previous page. */
function serve(shops: string[]) {
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://localhost').searchParams;
    const from = Number(query.get('from')) + shops.indexOf(query.get('after') ?? '') + 1;
    const names = shops.slice(from, from + Number(query.get('size')));
    return Response.json({
      items: names.map((name) => ({ id: name, name, trash: 0 })),
      next: names.at(-1) ?? null,
      total: shops.length,
    });
  });
}

test('the next page starts after the last row shown, whatever was added meanwhile', async () => {
  const shops = Array.from({ length: 60 }, (_, at) => `Shop ${at + 10}`);
  serve(shops);
  const page = (
    <ListPage
      title="Shops"
      one="shop"
      many="shops"
      home="/shops"
      call={list}
      nameOf={({ name }) => name}
      columns={[{ key: 'name', title: 'Name', sortby: 'name', render: ({ name }) => name }]}
      sortby="name"
    />
  );
  const router = createMemoryRouter([{ path: '/', element: page }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }} shortcut>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText('Shop 34');
  shops.unshift('Shop 00');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Next page' })));
  await screen.findByText('Shop 35');
  expect(screen.queryByText('Shop 34')).toBeNull();
});
