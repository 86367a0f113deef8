/** Whether a review is public: decided by the office, `waiting` until then. */
export const DECISIONS = ['waiting', 'shown', 'hidden'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Stored as null while it is waiting. */
export function readDecision(stored: string | null): Decision {
  return DECISIONS.find((decision) => decision === stored) ?? 'waiting';
}
