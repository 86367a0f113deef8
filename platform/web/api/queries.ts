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
import { safeStorage } from '../session/safe-storage.ts';
import { session } from '../session/session.ts';
import { callApi } from './api.ts';
import { ApiError } from './api-error.ts';
import type { Callable, CallInput, CallReply, InputArgument } from './callable.ts';
import type { CallOptions } from './client.ts';
import { createSubmissions } from './idempotency.ts';

/** How many times a read is tried again. */
const RETRIES = 2;
/** How long a read counts as fresh, in ms: a page and its parts share one request. */
const FRESH = 15_000;

/** Worth another try: no signal, or a server that is busy. What the server refused stays refused. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const settled = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !settled && failures < RETRIES;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache(),
    defaultOptions: {
      // Without signal a screen says so at once, instead of waiting unseen.
      queries: { retry: shouldRetry, staleTime: FRESH, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The first part of the key of every read of this call: `invalidateQueries({ queryKey: keyOf(listJobs) })`. */
export function keyOf(call: Callable): readonly [string] {
  return [call.path];
}

/** A read as TanStack Query wants it, for `useQuery`, `prefetchQuery` and route loaders. */
export function queryOf<C extends Callable>(call: C, ...[input]: InputArgument<C>) {
  return queryOptions<CallReply<C>, ApiError>({
    queryKey: [...keyOf(call), input ?? {}],
    queryFn: ({ signal }) => callApi(call, ...withOptions<C>(input, { signal })),
  });
}

/** Reads a call and follows it. */
export function useCall<C extends Callable>(
  call: C,
  ...input: InputArgument<C>
): UseQueryResult<CallReply<C>, ApiError> {
  return useQuery(queryOf(call, ...input));
}

/** Everything that a change made stale: calls by definition. */
type ActOptions<C extends Callable> = {
  readonly refresh?: readonly Callable[];
  readonly onSuccess?: (reply: CallReply<C>) => void;
};

const submissions = createSubmissions({
  storage: safeStorage(() => window.sessionStorage),
  newKey: () => crypto.randomUUID(),
});

/** Makes a call that changes something, with the Idempotency-Key of its submission where it takes one. */
export function sendCall<C extends Callable>(call: C, input: CallInput<C>): Promise<CallReply<C>> {
  if (!call.idempotent) return callApi(call, ...withOptions<C>(input, {}));
  return submissions.submit(scopeOf(call), input, (sent, idempotencyKey) =>
    callApi(call, ...withOptions<C>(sent, { idempotencyKey })),
  );
}

/** Forgets the open submissions of a call whose effect has been undone: the next one is a new one. */
export function forgetSubmissions(call: Callable): void {
  submissions.forget(scopeOf(call));
}

function scopeOf({ method, path }: Callable): string {
  return `${session.getState().id} ${method} ${path}`;
}

/**
 * A call that changes something. `refresh` names the reads that it makes stale. Calls that move money, credits or
 * slots carry an Idempotency-Key that stays the same until the outcome is known.
 */
export function useAct<C extends Callable>(
  call: C,
  { refresh = [], onSuccess }: ActOptions<C> = {},
): UseMutationResult<CallReply<C>, ApiError, CallInput<C>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input) => sendCall(call, input),
    onSuccess: async (reply) => {
      onSuccess?.(reply);
      await Promise.all(refresh.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
    },
  });
}

function withOptions<C extends Callable>(input: CallInput<C> | undefined, options: CallOptions) {
  // An argument list that depends on the call's type cannot be built without saying so.
  return [{ ...input, ...options }] as unknown as InputArgument<C, CallOptions>;
}
