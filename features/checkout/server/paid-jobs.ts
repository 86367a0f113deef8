import type { JobRow } from '#features/jobs/server/index.ts';
import type { Tx } from '#platform/server/context.ts';

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** What a job needs, by feature, once it is paid; in the transaction that pays for it. */
    readonly onJobPaid?: { readonly [feature: string]: (tx: Tx, job: JobRow) => Promise<void> };
  }
}

/** Tells the features above that a job is paid. */
export async function jobPaid(tx: Tx, job: JobRow): Promise<void> {
  for (const prepare of Object.values(tx.composed.onJobPaid ?? {})) await prepare(tx, job);
}
