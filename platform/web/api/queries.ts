import {
  MutationCache,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { randomID } from '../random-id.ts';
import { safeStorage } from '../session/safe-storage.ts';
import { session } from '../session/session.ts';
import { callApi } from './api.ts';
import { ApiError } from './api-error.ts';
import type { Callable, CallInput, CallReply, InputArgument } from './callable.ts';
import type { CallOptions } from './client.ts';
import { createSubmissions } from './idempotency.ts';
import { refreshPlainReads } from './use-plain-read.ts';

/** How often a read is retried. */
const RETRIES = 2;
/** How long a read counts as fresh, in ms: a page and its components share one request. */
const FRESH = 15_000;

/** Whether a retry makes sense: no signal, or an overloaded server. A refusal stays a refusal. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !isFinal && failures < RETRIES;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache(),
    defaultOptions: {
      // 'always': without signal a query fails at once and the screen shows it, instead of pausing.
      queries: { retry: shouldRetry, staleTime: FRESH, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The query key prefix of every read of this route: `invalidateQueries({ queryKey: keyOf(listJobs) })`. */
export function keyOf(call: Callable): readonly [string] {
  return [call.path];
}

/** TanStack Query options of a read, for `useQuery`, `prefetchQuery` and route loaders. */
export function queryOf<C extends Callable>(call: C, ...[input]: InputArgument<C>) {
  return queryOptions<CallReply<C>, ApiError>({
    queryKey: [...keyOf(call), input ?? {}],
    queryFn: ({ signal }) => callApi(call, ...withOptions<C>(input, { signal })),
  });
}

export function useCall<C extends Callable>(
  call: C,
  ...input: InputArgument<C>
): UseQueryResult<CallReply<C>, ApiError> {
  return useQuery(queryOf(call, ...input));
}

/** The reads that a mutation makes stale. */
type ActOptions<C extends Callable> = {
  readonly refresh?: readonly Callable[];
  readonly onSuccess?: (reply: CallReply<C>) => void;
};

const submissions = createSubmissions({
  storage: safeStorage(() => window.sessionStorage),
  newKey: randomID,
});

/** Sends a write, with the Idempotency-Key of its submission if the route takes one. */
export function sendCall<C extends Callable>(call: C, input: CallInput<C>): Promise<CallReply<C>> {
  if (!call.idempotent) return callApi(call, ...withOptions<C>(input, {}));
  return submissions.submit(scopeOf(call), input, (sent, idempotencyKey) =>
    callApi(call, ...withOptions<C>(sent, { idempotencyKey })),
  );
}

/** Forgets the open submissions of a route whose effect has been undone, so that the next one is new. */
export function forgetSubmissions(call: Callable): void {
  submissions.forget(scopeOf(call));
}

function scopeOf({ method, path }: Callable): string {
  return `${session.getState().id} ${method} ${path}`;
}

/** Someone else changed it first: what the screen shows is out of date. */
const isConflict = (error: ApiError) =>
  error.status === 404 || error.status === 409 || error.code === 'changed_since';

/** Reads again whatever shows one of these reads. */
export async function refreshReads(client: QueryClient, reads: readonly Callable[]): Promise<void> {
  for (const read of reads) refreshPlainReads(read);
  await Promise.all(reads.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
}

/**
 * A mutation. `refresh` names the reads that it makes stale; they are read again after it, and after a conflict. Routes that move money, credits or slots carry an
 * Idempotency-Key that stays the same until the outcome is known.
 */
export function useAct<C extends Callable>(
  call: C,
  { refresh = [], onSuccess }: ActOptions<C> = {},
): UseMutationResult<CallReply<C>, ApiError, CallInput<C>> {
  const client = useQueryClient();
  const readAgain = () => refreshReads(client, refresh);
  return useMutation({
    mutationFn: (input) => sendCall(call, input),
    onSuccess: async (reply) => {
      onSuccess?.(reply);
      await readAgain();
    },
    onError: (error: ApiError) => {
      if (isConflict(error)) void readAgain();
    },
  });
}

function withOptions<C extends Callable>(input: CallInput<C> | undefined, options: CallOptions) {
  // TypeScript cannot infer an argument list that depends on the route's type.
  return [{ ...input, ...options }] as unknown as InputArgument<C, CallOptions>;
}
