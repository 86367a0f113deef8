// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getJob } from '#features/work/jobs/contract.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { session } from '#platform/web/session/session.ts';
import { PersistedQueries } from './persisted-queries.tsx';

const database = vi.hoisted(() => ({ entries: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', () => {
  const use = async <Result,>(act: () => Result): Promise<Result> => {
    if (database.isBroken) throw new Error('no database in private windows');
    return act();
  };
  return {
    createStore: () => null,
    get: (key: string) => use(() => structuredClone(database.entries.get(key))),
    set: (key: string, value: unknown) => use(() => void database.entries.set(key, structuredClone(value))),
    clear: () => use(() => database.entries.clear()),
  };
});

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T09:00:00+08:00') });
  database.entries.clear();
  database.isBroken = false;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const signIn = (id: string) => session.signIn('cleaner', { id, jwt: `token-of-${id}` });
const { queryKey: JOB } = queryOf(getJob, { params: { id: 'job' } });
const OTHER = ['/customers', {}];

/** A newly opened page with an empty cache. */
async function openPage(): Promise<QueryClient> {
  cleanup();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <PersistedQueries also={[]}>ready</PersistedQueries>
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('ready')).toBeDefined();
  return client;
}

async function readJob(client: QueryClient): Promise<void> {
  client.setQueryData(JOB, { id: 'job' } as never);
  client.setQueryData(OTHER, { items: [] });
  await act(() => vi.advanceTimersByTimeAsync(100));
}

test('restores what the cleaner needs on the next page, and nothing else', async () => {
  signIn('mei');
  await readJob(await openPage());
  const next = await openPage();
  expect(next.getQueryData(JOB)).toEqual({ id: 'job' });
  expect(next.getQueryState(JOB)?.isInvalidated).toBe(true);
  expect(next.getQueryData(OTHER)).toBeUndefined();
});

test('a failed refetch does not hide the data that was loaded before', async () => {
  signIn('mei');
  const first = await openPage();
  await readJob(first);
  await first
    .fetchQuery({ queryKey: JOB, queryFn: () => Promise.reject(new Error('no signal')) })
    .catch(() => null);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect((await openPage()).getQueryState(JOB)).toMatchObject({ status: 'success', data: { id: 'job' } });
});

test('another user gets no data', async () => {
  signIn('mei');
  await readJob(await openPage());
  signIn('siti');
  expect((await openPage()).getQueryData(JOB)).toBeUndefined();
  expect(JSON.stringify([...database.entries])).not.toContain('job');
});

test('sign-out erases the data, and nothing is stored afterwards', async () => {
  signIn('mei');
  const client = await openPage();
  await readJob(client);
  act(() => session.signOut());
  client.clear();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(database.entries.size).toBe(0);
});

test('after seven days an address is no longer on the phone', async () => {
  signIn('mei');
  await readJob(await openPage());
  vi.setSystemTime(Date.now() + 7 * 24 * 3_600_000 + 1);
  expect((await openPage()).getQueryData(JOB)).toBeUndefined();
});

test('a browser without a database only works online', async () => {
  database.isBroken = true;
  signIn('mei');
  await readJob(await openPage());
});
