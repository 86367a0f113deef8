import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { serverReplies } from '#platform/web/api/reply-cache.ts';
import { session } from '#platform/web/session/session.ts';

const isServer = typeof document === 'undefined';

/** A single cache for all pages: data read on one is fresh on the next. */
const queries = withReplies(createQueryClient());

// The next person must not see the previous one's data.
session.onEnd(() => queries.clear());

/**
 * Wraps a page in the query cache's provider. Loaded with the first page that needs it, so that the home page stays
 * light.
 */
export function withQueries(Page: ComponentType): ComponentType {
  return function WithQueries() {
    return (
      <QueryClientProvider client={isServer ? withReplies(createQueryClient()) : queries}>
        <Page />
      </QueryClientProvider>
    );
  };
}

/** Adds the server's replies under the keys of `useCall`. On the server each rendering has its own cache. */
function withReplies(client: QueryClient): QueryClient {
  for (const { path, query, reply } of serverReplies()) {
    const isBare = Object.keys(query).length === 0;
    client.setQueryData([path, isBare ? {} : { query }], reply);
  }
  return client;
}
