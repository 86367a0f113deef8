import { expect, test } from 'vitest';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { createQueryClient, queryOf } from '#platform/web/api/queries.ts';
import { cachedJobs } from './use-cached-jobs.ts';

const job = (id: string, day: string) => ({ id, status: 'paid', startTime: `${day}T09:00:00+08:00` });
const TODAY = { from_date: '2026-11-23', to_date: '2026-11-23' };

/** A phone with these lists and jobs in its cache. */
function phone(...lists: [query: object, ...items: ReturnType<typeof job>[]][]) {
  const client = createQueryClient();
  for (const [query, ...items] of lists)
    client.setQueryData(queryOf(listJobs, { query }).queryKey, { items } as never);
  return client;
}

const cachedIDs = (client: ReturnType<typeof phone>, asked: object) =>
  cachedJobs(client, asked)?.map(({ id }) => id) ?? 'unknown';

test('a phone without cached data does not report a day without jobs', () => {
  expect(cachedIDs(phone(), TODAY)).toBe('unknown');
});

test('nor does one whose only request has failed', async () => {
  const client = phone();
  const failing = { ...queryOf(listJobs, { query: TODAY }), queryFn: () => Promise.reject(new Error('500')) };
  await client.prefetchQuery({ ...failing, retry: false });
  expect(cachedIDs(client, TODAY)).toBe('unknown');
});

test('nor does one that has cached other days', () => {
  expect(cachedIDs(phone([{ from_date: '2026-11-24' }, job('later', '2026-11-25')]), TODAY)).toBe('unknown');
  expect(cachedIDs(phone([{ to_date: '2026-11-22' }]), TODAY)).toBe('unknown');
  expect(cachedIDs(phone([TODAY]), { from_date: '2026-11-23' })).toBe('unknown');
});

test('one that has cached the day, alone or among others, does', () => {
  expect(cachedIDs(phone([TODAY]), TODAY)).toEqual([]);
  expect(cachedIDs(phone([{ from_date: '2026-11-16', to_date: '2026-11-29' }]), TODAY)).toEqual([]);
  expect(cachedIDs(phone([{}]), TODAY)).toEqual([]);
});

test('a job cached from any request is shown, by its start', () => {
  const client = phone([{ from_date: '2026-11-23' }, job('noon', '2026-11-24'), job('first', '2026-11-23')]);
  const { queryKey } = queryOf(getJob, { params: { id: 'alone' } });
  client.setQueryData(queryKey, job('alone', '2026-11-26') as never);
  expect(cachedIDs(client, { from_date: '2026-11-23' })).toEqual(['first', 'noon', 'alone']);
  expect(cachedIDs(client, { from_date: '2026-11-23', order: 'desc' })).toEqual(['alone', 'noon', 'first']);
  expect(cachedIDs(client, TODAY)).toEqual(['first']);
});
