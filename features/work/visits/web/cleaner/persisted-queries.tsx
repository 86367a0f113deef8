import { type Query, useIsRestoring, useQueryClient } from '@tanstack/react-query';
import {
  type PersistedClient,
  type Persister,
  PersistQueryClientProvider,
} from '@tanstack/react-query-persist-client';
import { clear, createStore, get, set } from 'idb-keyval';
import { type ReactNode, useEffect } from 'react';
import { listRegions } from '#features/catalogue/places/contract.ts';
import { getCleaner } from '#features/people/cleaners/contract.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { listUnavailableDates } from '#features/work/schedule/contract.ts';
import type { Callable } from '#platform/web/api/callable.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { persistClockOffset } from '#platform/web/clock-offset.ts';
import { session } from '#platform/web/session/session.ts';
import { ownIDOf, useOwnID } from '#platform/web/session/use-may.ts';
import { getVisitRecord } from '../../contract/visit-day.ts';
import { clockVisit } from '../../rules/policy.ts';
import { LoadingJobs } from './bilingual-text.tsx';

/** The data that a cleaner needs offline. */
const PERSISTED = [listJobs, getJob, getVisitRecord, listUnavailableDates, getCleaner, listRegions].map(
  (call) => keyOf(call)[0],
);
/** Addresses are stored on a phone for at most this long. ms. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** The name of the page's script changes with every build, and the format of the data may change with it. */
const BUILD = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';

const store = createStore('kemas-reads', 'reads');
const KEY = 'queries';

/** A browser without a database (a private window) only works online. */
async function ifDatabase<Result>(use: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await use();
  } catch {
    return undefined;
  }
}

async function erase(): Promise<void> {
  await ifDatabase(() => clear(store));
}

function persisterFor(owner: string): Persister {
  return {
    async persistClient(client) {
      // The cache may still change after sign-out.
      if (ownIDOf(session.getState(), clockVisit) !== owner) return;
      await ifDatabase(() => set(KEY, withoutErrors(client), store));
    },
    restoreClient: () => ifDatabase(() => get<PersistedClient>(KEY, store)),
    removeClient: erase,
  };
}

/** A failed refetch must not hide the data that was read before it. */
function withoutErrors(client: PersistedClient): PersistedClient {
  const queries = client.clientState.queries.map((query) => ({
    ...query,
    state: { ...query.state, status: 'success' as const, error: null, isInvalidated: true },
  }));
  return { ...client, clientState: { ...client.clientState, queries } };
}

function isRecent({ state }: Query): boolean {
  return state.data !== undefined && Date.now() - state.dataUpdatedAt < MAX_AGE_MS;
}

session.onEnd(() => void erase());

interface PersistedQueriesProps {
  /** Reads of other features that a cleaner needs offline. */
  readonly also: readonly Callable[];
  readonly children: ReactNode;
}

/** Persists the queries of the cleaner's pages, so that they open offline. Only for the user who loaded them. */
export function PersistedQueries({ also, children }: PersistedQueriesProps) {
  const client = useQueryClient();
  const owner = useOwnID(clockVisit);
  useEffect(persistClockOffset, []);
  if (owner === null) return children;
  const paths = [...PERSISTED, ...also.map((call) => keyOf(call)[0])];
  for (const path of paths) client.setQueryDefaults([path], { gcTime: MAX_AGE_MS });
  return (
    <PersistQueryClientProvider
      key={owner}
      client={client}
      persistOptions={{
        persister: persisterFor(owner),
        maxAge: MAX_AGE_MS,
        // Data of another person or build is removed.
        buster: `${owner} ${BUILD}`,
        dehydrateOptions: {
          shouldDehydrateQuery: (query) => isRecent(query) && paths.includes(String(query.queryKey[0])),
          shouldDehydrateMutation: () => false,
        },
      }}
    >
      <Restored>{children}</Restored>
    </PersistQueryClientProvider>
  );
}

function Restored({ children }: { children: ReactNode }) {
  return useIsRestoring() ? <LoadingJobs /> : children;
}
