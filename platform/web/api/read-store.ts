import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import type { Callable } from './callable.ts';
import { keyOf } from './queries.ts';

/** What nobody has looked at for so long goes: addresses do not stay on a phone. ms. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Several reads of one page are written down together. ms. */
const WRITE_AFTER_MS = 400;

interface KeptReads {
  /** The build that wrote it: another one may know other shapes. */
  readonly build: string;
  readonly state: DehydratedState;
}

interface ReadStoreParts {
  /** What is worth keeping. */
  readonly reads: readonly Callable[];
  readonly build: string;
  readonly open?: () => UseStore;
  readonly now?: () => number;
}

/**
 * Keeps what some pages have read in the browser's own database, under the person's id, for the day without signal. What is another person's is deleted as soon as somebody else is here.
 */
export function createReadStore({ reads, build, open = openStore, now = Date.now }: ReadStoreParts) {
  const paths = reads.map((read) => keyOf(read)[0]);
  let store: UseStore | null = null;
  const attempt = async <Result>(use: (store: UseStore) => Promise<Result>): Promise<Result | undefined> => {
    try {
      store ??= open();
      return await use(store);
    } catch {
      // A browser without a database (a private window) shows what the server says, as ever.
      return undefined;
    }
  };
  const isRecent = (updatedAt: number) => now() - updatedAt < KEPT_MS;
  const isKept = (query: Query) =>
    query.state.data !== undefined &&
    paths.includes(String(query.queryKey[0])) &&
    isRecent(query.state.dataUpdatedAt);

  return {
    /** Brings back what this person read last, and deletes what is anybody else's. */
    async restore(client: QueryClient, of: string): Promise<void> {
      for (const path of paths) client.setQueryDefaults([path], { gcTime: KEPT_MS });
      const kept = await attempt(async (at) => {
        for (const [key] of await entries<string, unknown>(at)) if (key !== of) await del(key, at);
        return get<KeptReads>(of, at);
      });
      if (kept?.build !== build) return;
      const queries = kept.state.queries.filter(({ state }) => isRecent(state.dataUpdatedAt));
      hydrate(client, { ...kept.state, queries });
    },

    /** Writes down what is read from now on, until it is told to stop; what was on its way to be written then is not. */
    follow(client: QueryClient, of: string): () => void {
      let timer: ReturnType<typeof setTimeout> | null = null;
      const write = () => {
        timer = null;
        const state = dehydrate(client, {
          shouldDehydrateQuery: isKept,
          shouldDehydrateMutation: () => false,
        });
        void attempt((at) => set(of, { build, state: asRead(state) } satisfies KeptReads, at));
      };
      const stop = client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && isKept(query)) timer ??= setTimeout(write, WRITE_AFTER_MS);
      });
      // A page that is put away may be killed at any moment.
      const writeNow = () => {
        if (timer === null) return;
        clearTimeout(timer);
        write();
      };
      document.addEventListener('visibilitychange', writeNow);
      return () => {
        stop();
        document.removeEventListener('visibilitychange', writeNow);
        if (timer !== null) clearTimeout(timer);
      };
    },

    async forget(): Promise<void> {
      await attempt(async (at) => {
        for (const [key] of await entries<string, unknown>(at)) await del(key, at);
      });
    },
  };
}

export type ReadStore = ReturnType<typeof createReadStore>;

function openStore(): UseStore {
  return createStore('kemas-reads', 'reads');
}

/** Without the failures of the last tries. When it comes back it is shown, and asked for again at once. */
function asRead(state: DehydratedState): DehydratedState {
  const queries = state.queries.map((query) => ({
    ...query,
    state: {
      ...query.state,
      status: 'success' as const,
      error: null,
      fetchStatus: 'idle' as const,
      isInvalidated: true,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
    },
  }));
  return { ...state, queries };
}
