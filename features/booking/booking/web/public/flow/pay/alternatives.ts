import { ApiError } from '#platform/web/api/api-error.ts';
import type { OtherTime } from '../slot-gone.tsx';

/** The codes that say: this time is not to be had. */
const GONE = ['slot_taken', 'hold_expired', 'not_bookable'];

/** The free times that came with a refusal, `[]` when it names none; null when the time is not what is wrong. */
export function alternativesOf(problem: unknown): OtherTime[] | null {
  if (!(problem instanceof ApiError) || !GONE.includes(problem.code)) return null;
  const { alternatives } = problem.members;
  return Array.isArray(alternatives) ? alternatives.filter(isTime) : [];
}

function isTime(value: unknown): value is OtherTime {
  return (
    typeof value === 'object' &&
    value !== null &&
    'startTime' in value &&
    typeof value.startTime === 'string' &&
    'endTime' in value &&
    typeof value.endTime === 'string'
  );
}
