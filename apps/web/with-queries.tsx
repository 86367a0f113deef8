import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { repliesWithPage } from '#platform/web/api/read-replies.ts';
import { session } from '#platform/web/session/session.ts';

const isServer = typeof document === 'undefined';

/** One memory for all pages: what was read on one is fresh on the next. */
const queries = withReplies(createQueryClient());

// What one person was shown is not kept for the next.
session.onEnd(() => queries.clear());

/** Gives a page the memory of reads. Fetched with the first page that needs it, so that the front page is light. */
export function withQueries(Page: ComponentType): ComponentType {
  return function WithQueries() {
    return (
      <QueryClientProvider client={isServer ? withReplies(createQueryClient()) : queries}>
        <Page />
      </QueryClientProvider>
    );
  };
}

/** Puts in what the page came with, under the names that `useCall` gives it. On the server each drawing has its own. */
function withReplies(client: QueryClient): QueryClient {
  for (const { path, query, reply } of repliesWithPage()) {
    const isBare = Object.keys(query).length === 0;
    client.setQueryData([path, isBare ? {} : { query }], reply);
  }
  return client;
}
