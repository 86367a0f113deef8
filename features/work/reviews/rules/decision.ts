/** Whether the public may read a review: the office says, and until then it waits. */
export const DECISIONS = ['waiting', 'shown', 'hidden'] as const;
export type Decision = (typeof DECISIONS)[number];

/** As the job keeps it: nothing while it waits. */
export function readDecision(stored: string | null): Decision {
  return DECISIONS.find((decision) => decision === stored) ?? 'waiting';
}
