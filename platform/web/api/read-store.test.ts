// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import type { UseStore } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Callable } from './callable.ts';
import { createReadStore } from './read-store.ts';

/** What idb-keyval needs of a store, on a map: requests that answer at once. */
function mapStore(map: Map<unknown, unknown>): UseStore {
  const request = <Result>(result: Result) => {
    const asked = { result } as unknown as IDBRequest<Result>;
    queueMicrotask(() => asked.onsuccess?.call(asked, {} as Event));
    return asked;
  };
  const objects = {
    get: (key: unknown) => request(structuredClone(map.get(key))),
    put: (value: unknown, key: unknown) => request(void map.set(key, structuredClone(value))),
    delete: (key: unknown) => request(void map.delete(key)),
    getAll: () => request([...map.values()]),
    getAllKeys: () => request([...map.keys()]),
    get transaction() {
      return finished();
    },
  };
  const finished = () => {
    const transaction = {} as IDBTransaction;
    queueMicrotask(() => transaction.oncomplete?.call(transaction, {} as Event));
    return transaction;
  };
  return async (_mode, use) => use(objects as unknown as IDBObjectStore);
}

let kept: Map<unknown, unknown>;
beforeEach(() => {
  kept = new Map();
  vi.useFakeTimers({ now: Date.parse('2026-11-26T09:00:00+08:00') });
});
afterEach(() => vi.useRealTimers());

const reads = [{ method: 'GET', path: '/jobs' }] as unknown as readonly Callable[];
const JOBS = ['/jobs', { query: {} }];
const open = (build = 'one') => {
  const client = new QueryClient();
  return { client, store: createReadStore({ reads, build, open: () => mapStore(kept), now: Date.now }) };
};

/** Mei's phone reads her jobs, and the page is closed. */
async function readAs(of: string): Promise<void> {
  const { client, store } = open();
  await store.restore(client, of);
  const stop = store.follow(client, of);
  client.setQueryData(JOBS, { items: ['toa-payoh'] });
  client.setQueryData(['/customers', {}], { items: ['not for later'] });
  await vi.advanceTimersByTimeAsync(500);
  stop();
}

test('what was read is there for the next page, as old, and nothing else', async () => {
  await readAs('mei');
  const { client, store } = open();
  await store.restore(client, 'mei');
  expect(client.getQueryData(JOBS)).toEqual({ items: ['toa-payoh'] });
  expect(client.getQueryState(JOBS)?.isInvalidated).toBe(true);
  expect(client.getQueryData(['/customers', {}])).toBeUndefined();
});

test('another person finds nothing of it, and it is gone', async () => {
  await readAs('mei');
  const { client, store } = open();
  await store.restore(client, 'siti');
  expect(client.getQueryData(JOBS)).toBeUndefined();
  expect([...kept.keys()]).toEqual([]);
});

test('another version of the site does not take over what it may not understand', async () => {
  await readAs('mei');
  const { client, store } = open('two');
  await store.restore(client, 'mei');
  expect(client.getQueryData(JOBS)).toBeUndefined();
});

test('after seven days an address is no longer on the phone', async () => {
  await readAs('mei');
  vi.setSystemTime(Date.now() + 7 * 24 * 3_600_000);
  const { client, store } = open();
  await store.restore(client, 'mei');
  expect(client.getQueryData(JOBS)).toBeUndefined();
});

test('who signs out leaves nothing', async () => {
  await readAs('mei');
  await open().store.forget();
  expect(kept.size).toBe(0);
});

test('a browser without a database shows what the server says', async () => {
  const broken = () => {
    throw new Error('no database in private windows');
  };
  const store = createReadStore({ reads, build: 'one', open: broken });
  const client = new QueryClient();
  await expect(store.restore(client, 'mei')).resolves.toBeUndefined();
  store.follow(client, 'mei')();
});
