/** Whether a review is public: decided by the office, `waiting` until then. */
export const DECISIONS = ['waiting', 'shown', 'hidden'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Stored as null while it is waiting. */
export function readDecision(stored: string | null): Decision {
  return DECISIONS.find((decision) => decision === stored) ?? 'waiting';
}

/** What is stored for what the office decides; null lets the review wait again. */
export function storedDecision(visible: boolean | null): Exclude<Decision, 'waiting'> | null {
  if (visible === null) return null;
  return visible ? 'shown' : 'hidden';
}
