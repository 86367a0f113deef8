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

let answered: JobFacts | undefined;

/** Jobs say here how they answer. */
export function answerJobFacts(facts: JobFacts): void {
  answered = facts;
}

export function jobFacts(): JobFacts {
  if (answered === undefined) throw new Error('Nothing answers for the jobs in diaries.');
  return answered;
}
