import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { serverReplies } from '#platform/web/api/reply-cache.ts';
import { session } from '#platform/web/session/session.ts';

const isServer = typeof document === 'undefined';

/** One cache for all pages: what was read on one is fresh on the next. */
const queries = withReplies(createQueryClient());

// Nobody sees what was shown to the person before.
session.onEnd(() => queries.clear());

/** Gives a page the query cache. Loaded with the first page that needs it, so that the home page is light. */
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
