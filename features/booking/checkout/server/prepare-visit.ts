import type { JobRow } from '#features/work/jobs/server/index.ts';
import type { Tx } from '#platform/server/context.ts';

declare module '#platform/server/feature.ts' {
  interface Feature {
    /**
     * Hooks of higher-level features for a job that goes ahead, run in the transaction that pays for it or
     * confirms it for later payment.
     */
    readonly onGoingAhead?: { readonly [feature: string]: (tx: Tx, job: JobRow) => Promise<void> };
  }
}

/** Runs the hooks of higher-level features when a job goes ahead. */
export async function prepareVisit(tx: Tx, job: JobRow): Promise<void> {
  for (const prepare of Object.values(tx.composed.onGoingAhead ?? {})) await prepare(tx, job);
}
