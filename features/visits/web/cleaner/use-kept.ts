import { type QueryClient, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/jobs/contract.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { keyOf, queryOf, useCall } from '#platform/web/api/queries.ts';
import { dayOfWire } from '#platform/web/business-time.ts';
import { getVisitRecord } from '../../contract/visit-day.ts';

/** What a page shows of jobs: as the server says, or as they were seen here last. */
export interface Seen<Data> {
  readonly data: Data | undefined;
  /** The server could not be asked. */
  readonly isOld: boolean;
  readonly isPending: boolean;
  readonly error: ApiError | null;
  readonly isFetching: boolean;
  refetch(): unknown;
}

type JobsQuery = NonNullable<Parameters<typeof useCall<typeof listJobs>>[1]>['query'] & object;

/** The jobs of some days; without signal those that were seen on any page before. */
export function useSeenJobs(query: JobsQuery): Seen<readonly Job[]> {
  const client = useQueryClient();
  const read = useCall(listJobs, { query });
  const seen = read.data?.items ?? (read.isError ? jobsSeen(client, query) : undefined);
  return { ...stateOf(read), data: seen, isOld: read.isError && seen !== undefined };
}

/** One job, with its list. Without signal as it was seen last, on its own page or in a list. */
export function useSeenJob(id: string): Seen<Job> {
  const client = useQueryClient();
  const read = useCall(getJob, { params: { id } });
  const isGone = read.error?.status === 404;
  const listed = () => jobsSeen(client, {})?.find((job) => job.id === id);
  const seen = isGone ? undefined : (read.data ?? (read.isError ? listed() : undefined));
  return { ...stateOf(read), data: seen, isOld: read.isError && seen !== undefined };
}

function stateOf(read: UseQueryResult<unknown, ApiError>) {
  const { isPending, error, isFetching, refetch } = read;
  return { isPending, error, isFetching, refetch };
}

/** Paid jobs that any page has read, by their start; undefined when none has. */
function jobsSeen(client: QueryClient, { from_date, to_date, order }: JobsQuery): Job[] | undefined {
  const lists = client.getQueriesData<CallReply<typeof listJobs>>({ queryKey: keyOf(listJobs) });
  const single = client.getQueriesData<Job>({ queryKey: keyOf(getJob) });
  const jobs = [...lists.flatMap(([, list]) => list?.items ?? []), ...single.flatMap(([, job]) => job ?? [])];
  if (lists.length === 0 && jobs.length === 0) return undefined;
  const inDays = [...new Map(jobs.map((job) => [job.id, job])).values()].filter((job) => {
    const day = dayOfWire(job.startTime);
    return job.status === 'paid' && (!from_date || day >= from_date) && (!to_date || day <= to_date);
  });
  const sign = order === 'desc' ? -1 : 1;
  return inDays.sort((a, b) => sign * a.startTime.localeCompare(b.startTime));
}

/** Jobs are opened in lifts and basements: so many of the next ones are read ahead, with their lists. */
const READ_AHEAD = 8;
/** What was read so long ago is read again. ms. */
const FRESH_MS = 5 * 60_000;

/** Reads the pages of the next jobs before anybody opens them. */
export function useReadAhead(jobs: readonly Job[] | undefined): void {
  const client = useQueryClient();
  const ids = (jobs ?? [])
    .filter((job) => job.stage !== 'done')
    .slice(0, READ_AHEAD)
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
