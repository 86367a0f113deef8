import type { Tx } from '#platform/server/context.ts';
import type { Span } from '../rules/time-off.ts';

declare module '#platform/server/feature.ts' {
  interface Feature {
    /**
     * By feature: what follows when time in diaries may have become free, in the transaction that frees it. Null: on any
     * day, as working hours have changed.
     */
    readonly onTimeFreed?: Readonly<Record<string, (tx: Tx, freed: readonly Span[] | null) => Promise<void>>>;
  }
}

/** Tells other features that time may have become free. */
export async function announceFreed(tx: Tx, freed: readonly Span[] | null): Promise<void> {
  if (freed?.length === 0) return;
  for (const act of Object.values(tx.composed.onTimeFreed ?? {})) await act(tx, freed);
}
