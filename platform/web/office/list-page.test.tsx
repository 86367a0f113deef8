// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { createQueryClient } from '../api/queries.ts';
import { ToastProvider } from '../design/parts/toast.tsx';
import { ListPage } from './list-page.tsx';

const item = z.object({ id: z.string(), name: z.string(), town: z.string(), trash: z.literal([0, 1]) });
const base = { who: ['admin'], summary: '' } as const;
const list = defineCall({
  ...base,
  method: 'GET',
  path: '/shops',
  reply: z.object({ items: z.array(item), next: z.string().nullable(), total: z.int().optional() }),
});
const trashing = {
  ...base,
  method: 'POST',
  params: z.strictObject({ id: z.string() }),
  reply: item,
} as const;
const trash = defineCall({ ...trashing, path: '/shops/:id/trash' });
const untrash = defineCall({ ...trashing, path: '/shops/:id/untrash' });

const reorder = defineCall({
  ...base,
  method: 'POST',
  path: '/shops/reorder',
  body: z.strictObject({ ids: z.array(z.string()) }),
  reply: z.object({}),
});

let shops: z.output<typeof item>[] = [];

/** The orders that were submitted. */
let asked: string[][] = [];

/** Ids of shops that cannot be trashed. */
let refused: string[] = [];
/** Delays trashing. */
let held: (() => Promise<void>) | undefined;
let client: ReturnType<typeof createQueryClient> | undefined;

beforeEach(() => {
  refused = [];
  held = undefined;
  asked = [];
  shops = ['Ah Huat', 'Bee Hoon'].map((name, at) => ({ id: `${at}`, name, town: 'Bedok', trash: 0 }));
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('/list-views')) return Response.json({ items: [] });
    if (url.endsWith('/reorder')) {
      const { ids } = JSON.parse(String(init?.body));
      asked.push(ids);
      shops = ids.map((id: string) => shops.find((shop) => shop.id === id));
      return Response.json({});
    }
    const [, id, into] = /shops\/(\w+)\/(\w+)/.exec(url) ?? [];
    if (id !== undefined && held) await held();
    if (id !== undefined && refused.includes(id))
      return Response.json(
        { status: 409, code: 'let', title: 'Let', detail: 'It has a lease.' },
        { status: 409 },
      );
    for (const shop of shops) if (shop.id === id) shop.trash = into === 'trash' ? 1 : 0;
    const side = new URL(url, 'http://localhost').searchParams.get('trash');
    const items = shops.filter((shop) => String(shop.trash) === side);
    return Response.json(id === undefined ? { items, next: null, total: items.length } : shops[Number(id)]);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(first = 'Ah Huat') {
  client = createQueryClient();
  const page = (
    <main id="main" tabIndex={-1}>
      <ListPage
        title="Shops"
        one="shop"
        many="shops"
        home="/shops"
        call={list}
        trash={trash}
        untrash={untrash}
        nameOf={({ name }) => name}
        columns={[
          { key: 'name', title: 'Name', sortby: 'name', render: ({ name }) => name },
          { key: 'town', title: 'Town', render: ({ town }) => town },
        ]}
        sortby="name"
        reorder={reorder}
      />
    </main>
  );
  const router = createMemoryRouter([{ path: '/', element: page }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }} shortcut>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText(first);
  return router;
}

test('a sortable heading stays a heading, and announces its direction', async () => {
  const router = await show();
  const heading = screen.getByRole('columnheader', { name: 'Name' });
  expect(heading.getAttribute('aria-sort')).toBe('ascending');
  expect(screen.getByRole('columnheader', { name: 'Town' }).hasAttribute('aria-sort')).toBe(false);
  await act(async () => fireEvent.click(within(heading).getByRole('button')));
  expect(router.state.location.search).toBe('?order=desc');
  expect(heading.getAttribute('aria-sort')).toBe('descending');
});

test('a change that follows another before it is rendered keeps the first', async () => {
  const router = await show();
  const heading = screen.getByRole('columnheader', { name: 'Name' });
  await act(async () => {
    fireEvent.click(within(heading).getByRole('button'));
    fireEvent.change(screen.getByLabelText('shops per page'), { target: { value: '50' } });
  });
  expect(router.state.location.search).toBe('?size=50&order=desc');
});

test('shows a single link to a new record if there are rows', async () => {
  await show();
  expect(document.querySelectorAll('a[href="/shops/new"]')).toHaveLength(1);
});

test('labels each value with its heading, for the card view on a phone', async () => {
  await show();
  expect(document.querySelector('td[data-label="Town"]')?.textContent).toBe('Bedok');
});

test('after rows are trashed the focus is on the list, and they can be restored', async () => {
  await show();
  fireEvent.click(screen.getByLabelText('Select Ah Huat'));
  const button = within(screen.getByRole('toolbar')).getByRole('button', { name: 'Trash' });
  button.focus();
  await act(async () => fireEvent.click(button));
  await screen.findByText('Ah Huat is in the trash.');
  expect(screen.queryByRole('link', { name: 'Ah Huat' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Shops' }));

  const undo = screen.getByRole('button', { name: /^Undo/ });
  undo.focus();
  await act(async () => fireEvent.click(undo));
  expect(await screen.findByRole('link', { name: 'Ah Huat' })).not.toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

const openMenu = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: `Actions for ${name}` })));
  return (await screen.findAllByRole('menuitem')).map((each) => each.textContent);
};

test('a row moves past its neighbour, and keeps the focus for the next move', async () => {
  await show();
  expect(await openMenu('Ah Huat')).not.toContain('Move up');
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: 'Move down' })));
  expect(await screen.findByText('Ah Huat moved down.')).not.toBeNull();
  expect(asked).toEqual([['1', '0']]);
  const names = screen.getAllByRole('link').map((link) => link.textContent);
  expect(names.indexOf('Ah Huat')).toBeGreaterThan(names.indexOf('Bee Hoon'));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Ah Huat' })),
  );
});

test('rows cannot be moved in a list with another sort order', async () => {
  const router = await show();
  await act(async () => router.navigate('/?order=desc'));
  const choices = await openMenu('Ah Huat');
  expect(choices).toContain('Open');
  expect(choices).not.toContain('Move down');
});

test('selected rows that cannot be changed stay selected, and the reasons are shown', async () => {
  refused = ['1'];
  await show();
  fireEvent.click(screen.getByLabelText('Select all on this page'));
  await act(async () =>
    fireEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Trash' })),
  );
  expect(await screen.findByText('Ah Huat is in the trash.')).not.toBeNull();
  expect(screen.getByText(/Bee Hoon was not moved to the trash\. It has a lease\./)).not.toBeNull();
  expect(within(screen.getByRole('toolbar')).getByText('1 selected')).not.toBeNull();
});

test('a task on many rows shows its progress, and Stop leaves the others as they are', async () => {
  shops = Array.from({ length: 12 }, (_, at) => ({
    id: `${at}`,
    name: `Shop ${at}`,
    town: 'Bedok',
    trash: 0,
  }));
  const waiting: (() => void)[] = [];
  held = () => new Promise((resolve) => waiting.push(resolve));
  await show('Shop 0');
  fireEvent.click(screen.getByLabelText('Select all on this page'));
  await act(async () =>
    fireEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Trash' })),
  );
  await waitFor(() => expect(waiting).toHaveLength(4));
  expect(screen.getByText('Moving to the trash 0 of 12')).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await act(async () => {
    for (const release of waiting) release();
  });
  expect(await screen.findByText('4 shops are in the trash. Stopped. 8 were not changed.')).not.toBeNull();
});

test('a row that somebody else changed is highlighted for a while', async () => {
  await show();
  shops = shops.map((shop) => (shop.id === '1' ? { ...shop, town: 'Tampines' } : shop));
  await act(async () => void client?.invalidateQueries());
  const cell = await screen.findByText('Tampines');
  expect(cell.closest('tr')?.className).toMatch(/changed/);
  expect(screen.getByText('Ah Huat').closest('tr')?.className).not.toMatch(/changed/);
  await waitFor(() => expect(cell.closest('tr')?.className).not.toMatch(/changed/), { timeout: 4000 });
});

test('rows are shown without waiting for their total', async () => {
  const counted = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://localhost').searchParams;
    if (query.get('count') === '0') return Response.json({ items: shops, next: 'more' });
    await counted.promise;
    return Response.json({ items: [], next: null, total: 1284 });
  });
  await show();
  expect(screen.queryByText(/of 1284/)).toBeNull();
  counted.resolve();
  await screen.findByText('Rows 1 to 2 of 1284');
});
