import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { session } from '#platform/web/session/session.ts';

/** One memory for all pages: what was read on one is fresh on the next. */
const queries = createQueryClient();

// What one person was shown is not kept for the next.
session.onEnd(() => queries.clear());

/** Gives a page the memory of reads. Fetched with the first page that needs it, so that the front page is light. */
export function withQueries(Page: ComponentType): ComponentType {
  return function WithQueries() {
    return (
      <QueryClientProvider client={queries}>
        <Page />
      </QueryClientProvider>
    );
  };
}
