import type { JobRow } from '#features/work/jobs/server/index.ts';
import type { Tx } from '#platform/server/context.ts';

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** What a job needs, by feature, once it goes ahead: in the transaction that pays for it, or lets it be paid later. */
    readonly onJobConfirmed?: { readonly [feature: string]: (tx: Tx, job: JobRow) => Promise<void> };
  }
}

/** Tells the features above that a job goes ahead. */
export async function jobConfirmed(tx: Tx, job: JobRow): Promise<void> {
  for (const prepare of Object.values(tx.composed.onJobConfirmed ?? {})) await prepare(tx, job);
}
