import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listRegions } from '#features/catalogue/places/contract.ts';
import { getCleaner } from '#features/people/cleaners/contract.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { useToday } from '#features/work/jobs/web/parts/use-now.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { keyOf, queryOf, useCall } from '#platform/web/api/queries.ts';
import { dayOfWire } from '#platform/web/business-time.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { getVisitRecord } from '../../contract/visit-day.ts';
import { clockVisit } from '../../rules/policy.ts';

/** The jobs data on a page: current, or cached if the server is unreachable. */
export interface CachedRead<Data> {
  readonly data: Data | undefined;
  /** The server could not be reached. */
  readonly isOld: boolean;
  /** The server could not be reached, and the phone has nothing of it. */
  readonly isMissing: boolean;
  readonly isPending: boolean;
  readonly error: ApiError | null;
  readonly isFetching: boolean;
  refetch(): unknown;
}

type JobsQuery = NonNullable<Parameters<typeof useCall<typeof listJobs>>[1]>['query'] & object;

/** The jobs of some days; offline, those cached by any page. */
export function useCachedJobs(query: JobsQuery): CachedRead<readonly Job[]> {
  const client = useQueryClient();
  const read = useCall(listJobs, { query });
  const isOld = useIsUnreachable(read);
  const data = read.data?.items ?? (isOld ? cachedJobs(client, query) : undefined);
  return {
    ...stateOf(read),
    data,
    isOld: isOld && data !== undefined,
    isMissing: isOld && data === undefined,
  };
}

/** The most jobs that a list reads. */
export const LIST_SIZE = 200;

/** What the lists of Upcoming and Past read. */
export function listQuery(query: Pick<JobsQuery, 'from_date' | 'to_date' | 'order'>) {
  return { ...query, status: 'paid', sortby: 'startTime', size: LIST_SIZE } as const;
}

/**
 * Reads Upcoming with its next jobs, Past, and the cleaner's own record in the background whenever the area opens or the phone is back online, so
 * that they open without signal although nobody has looked at them.
 */
export function PrefetchLists(): null {
  const client = useQueryClient();
  const online = useOnline();
  const today = useToday();
  const id = useOwnID(clockVisit);
  const upcoming = useQuery({
    ...queryOf(listJobs, { query: listQuery({ from_date: today, order: 'asc' }) }),
    enabled: online,
    staleTime: FRESH_MS,
  });
  usePrefetchJobs(online ? upcoming.data?.items : undefined);
  useEffect(() => {
    if (!online) return;
    const past = queryOf(listJobs, { query: listQuery({ to_date: today, order: 'desc' }) });
    const options = { staleTime: FRESH_MS };
    void client.prefetchQuery({ ...past, ...options });
    void client.prefetchQuery({ ...queryOf(listRegions), ...options });
    if (id !== null) void client.prefetchQuery({ ...queryOf(getCleaner, { params: { id } }), ...options });
  }, [client, online, today, id]);
  return null;
}

/** One job with its checklist. Offline, as last cached from its own page or a list. */
export function useCachedJob(id: string): CachedRead<Job> {
  const client = useQueryClient();
  const read = useCall(getJob, { params: { id } });
  const isGone = read.error?.status === 404;
  const listed = () => cachedJobs(client, {})?.find((job) => job.id === id);
  const isOld = useIsUnreachable(read);
  const data = isGone ? undefined : (read.data ?? (isOld ? listed() : undefined));
  const isMissing = isOld && !isGone && data === undefined;
  return { ...stateOf(read), data, isOld: isOld && data !== undefined, isMissing };
}

/** It has failed, or waits for a signal that the phone says it does not have. */
function useIsUnreachable(read: UseQueryResult<unknown, ApiError>): boolean {
  const online = useOnline();
  return read.isError || (!online && read.data === undefined);
}

function stateOf(read: UseQueryResult<unknown, ApiError>) {
  const { isPending, error, isFetching, refetch } = read;
  return { isPending, error, isFetching, refetch };
}

/**
 * Paid jobs that any page has cached, by their start. Undefined if unknown: no cached list covers all these days, and
 * no job of them is cached. A day may only be reported as free if that is certain.
 */
export function cachedJobs(client: QueryClient, asked: JobsQuery): Job[] | undefined {
  const lists = cachedLists(client);
  const single = client.getQueriesData<Job>({ queryKey: keyOf(getJob) });
  const jobs = [...lists.flatMap(({ items }) => items), ...single.flatMap(([, job]) => job ?? [])];
  const inDays = [...new Map(jobs.map((job) => [job.id, job])).values()].filter((job) => {
    const day = dayOfWire(job.startTime);
    return goesAhead(job.status) && isFrom(asked, day) && isUntil(asked, day);
  });
  if (inDays.length === 0 && !lists.some(({ query }) => covers(query, asked))) return undefined;
  const sign = asked.order === 'desc' ? -1 : 1;
  return inDays.sort((a, b) => sign * a.startTime.localeCompare(b.startTime));
}

/** The cached lists with their queries; failed ones are excluded. */
function cachedLists(client: QueryClient) {
  const lists = client.getQueriesData<CallReply<typeof listJobs>>({ queryKey: keyOf(listJobs) });
  return lists.flatMap(([[, input], list]) =>
    list === undefined ? [] : [{ query: (input as { query?: JobsQuery }).query ?? {}, items: list.items }],
  );
}

function covers(query: JobsQuery, asked: JobsQuery): boolean {
  const [from, to] = [asked.from_date, asked.to_date];
  const isFromThen = from ? isFrom(query, from) : !query.from_date;
  return isFromThen && (to ? isUntil(query, to) : !query.to_date);
}

const isFrom = ({ from_date }: JobsQuery, day: string) => !from_date || day >= from_date;
const isUntil = ({ to_date }: JobsQuery, day: string) => !to_date || day <= to_date;

/** Pages are opened in lifts and basements, so this many of the next jobs are prefetched with their checklists. */
const PREFETCHED_JOBS = 8;
/** Prefetched data older than this is refetched. ms. */
const FRESH_MS = 5 * 60_000;

/** Prefetches the pages of the next jobs. */
export function usePrefetchJobs(jobs: readonly Job[] | undefined): void {
  const client = useQueryClient();
  const ids = (jobs ?? [])
    .filter((job) => job.stage !== 'done')
    .slice(0, PREFETCHED_JOBS)
    .map((job) => job.id)
    .join();
  useEffect(() => {
    for (const id of ids === '' ? [] : ids.split(',')) {
      const options = { staleTime: FRESH_MS };
      void client.prefetchQuery({ ...queryOf(getJob, { params: { id } }), ...options });
      void client.prefetchQuery({ ...queryOf(getVisitRecord, { params: { id } }), ...options });
    }
  }, [client, ids]);
}
