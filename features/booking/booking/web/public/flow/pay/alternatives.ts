import { ApiError } from '#platform/web/api/api-error.ts';
import type { OtherTime } from '../slot-gone.tsx';

/** Codes that mean the time is unavailable. */
const GONE = ['slot_taken', 'hold_expired', 'not_bookable'];

/** The free times in a refusal, `[]` if there are none; null if the refusal is not about the time. */
export function alternativesOf(problem: unknown): OtherTime[] | null {
  if (!(problem instanceof ApiError) || !GONE.includes(problem.code)) return null;
  const { alternatives } = problem.extensions;
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
