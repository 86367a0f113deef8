import type { Tx } from './context.ts';

/** Something that has happened to a record. */
export interface Change {
  /** As in the audit trail: `job.cancelled`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string | null };
  /** The names of the fields that have changed, if they are known. */
  readonly fields: readonly string[];
}

declare module './feature.ts' {
  interface Feature {
    /** Called after each change of a record, in its transaction; by the feature's name. */
    readonly onChange?: Readonly<Record<string, (tx: Tx, change: Change) => Promise<void>>>;
  }
}

/**
 * Tells the features that follow all changes of records. `audit` calls it for what is in the audit trail; other changes
 * that systems outside follow, such as payments, call it themselves.
 */
export async function publishChange(tx: Tx, change: Change): Promise<void> {
  for (const react of Object.values(tx.composed.onChange ?? {})) await react(tx, change);
}
