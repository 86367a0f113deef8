// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { download } from './api.ts';
import { createQueryClient, useAct, useCall } from './queries.ts';

const list = defineCall({
  method: 'GET',
  path: '/tiles',
  who: ['anyone'],
  summary: 'Tiles',
  query: z.object({ q: z.string().optional() }),
  reply: z.object({ items: z.array(z.string()) }),
});
const lay = defineCall({
  method: 'POST',
  path: '/tiles',
  who: ['anyone'],
  summary: 'Lay a tile',
  body: z.object({ pattern: z.string() }),
  reply: z.object({ id: z.string() }),
  status: 201,
  idempotent: true,
});

let tiles: string[];
let keys: (string | null)[];
/** The server's response to the next POST. */
let onPost: () => Response;

beforeEach(() => {
  tiles = ['bunga'];
  keys = [];
  onPost = () => {
    tiles.push('kipas');
    return Response.json({ id: '2' }, { status: 201 });
  };
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ items: tiles });
    keys.push(new Headers(init.headers).get('Idempotency-Key'));
    return onPost();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function hook<Result>(use: () => Result) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(use, { wrapper });
}

const layTile = { body: { pattern: 'kipas' } };

test('a mutation refetches the reads that it made stale', async () => {
  const { result } = hook(() => ({ tiles: useCall(list), lay: useAct(lay, { refresh: [list] }) }));
  await waitFor(() => expect(result.current.tiles.data?.items).toEqual(['bunga']));
  await act(() => result.current.lay.mutateAsync(layTile));
  await waitFor(() => expect(result.current.tiles.data?.items).toEqual(['bunga', 'kipas']));
});

test('a conflict shows what somebody else has changed; the problem stays visible', async () => {
  const { result } = hook(() => ({ tiles: useCall(list), lay: useAct(lay, { refresh: [list] }) }));
  await waitFor(() => expect(result.current.tiles.data?.items).toEqual(['bunga']));
  onPost = () => {
    tiles.push('pindah');
    return Response.json({ code: 'taken', title: 'Taken', status: 409 }, { status: 409 });
  };
  act(() => result.current.lay.mutate({ body: { pattern: 'kipas' } }));
  await waitFor(() => expect(result.current.tiles.data?.items).toEqual(['bunga', 'pindah']));
  await waitFor(() => expect(result.current.lay.error?.code).toBe('taken'));
});

test('retries a lost response with the same key', async () => {
  const { result } = hook(() => useAct(lay));
  const ordinary = onPost;
  onPost = () => {
    throw new TypeError('Failed to fetch');
  };
  await act(() => expect(result.current.mutateAsync(layTile)).rejects.toMatchObject({ code: 'offline' }));
  onPost = ordinary;
  await act(() => result.current.mutateAsync(layTile));
  expect(keys[0]).not.toBeNull();
  expect(keys[1]).toBe(keys[0]);
  await act(() => result.current.mutateAsync(layTile));
  expect(keys[2]).not.toBe(keys[0]);
});

test('passes a refusal to the screen unchanged', async () => {
  onPost = () => Response.json({ code: 'slot_taken', detail: 'Someone was quicker.' }, { status: 409 });
  const { result } = hook(() => useAct(lay));
  act(() => result.current.mutate(layTile));
  await waitFor(() => expect(result.current.error).toMatchObject({ status: 409, code: 'slot_taken' }));
});

test("saves a file under the server's file name", async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({}, { headers: { 'Content-Disposition': 'attachment; filename="tiles.csv"' } }),
  );
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await download(list);
  expect(saved).toEqual(['tiles.csv']);
  click.mockRestore();
});
