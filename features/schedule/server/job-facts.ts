import type { Context } from '#platform/server/context.ts';

/** What jobs, which lie above, tell the schedule. */
export interface JobFacts {
  /** Ids of jobs whose hold is over but which still stand in the diaries. */
  staleHolds(ctx: Context): Promise<ReadonlySet<string>>;
  /** Who came to this customer, the latest first. */
  usualCleaners(ctx: Context, customerId: string): Promise<string[]>;
  /** The id of a job that the person may see; undefined for any other. */
  visibleJob(ctx: Context, id: string | undefined): Promise<string | undefined>;
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    readonly jobFacts?: JobFacts;
  }
}

/** Without jobs there are none to know of. */
const NO_JOBS: JobFacts = {
  staleHolds: async () => new Set(),
  usualCleaners: async () => [],
  visibleJob: async () => undefined,
};

export function jobFacts(ctx: Context): JobFacts {
  return ctx.composed.jobFacts ?? NO_JOBS;
}
