import { readInstant } from '#platform/kernel/business-time.ts';
import type { NeedRow } from '../contract/needs.ts';
import type { NeedKind } from '../rules/urgency.ts';

/** Rows of one kind, and how many there are in all. */
export interface Kind {
  readonly kind: NeedKind;
  readonly rows: readonly NeedRow[];
  readonly count: number;
}

/** @throws if it is not an instant: it comes from the database. */
export function readAt(when: string): Temporal.Instant {
  const at = readInstant(when);
  if (at === null) throw new Error(`Not an instant: ${when}`);
  return at;
}
