import type { FieldError } from '#platform/kernel/refusal.ts';
import { readTimeOff, type Span, type TimeOff, type WrittenTimeOff } from './time-off.ts';

/** A block booking as entered. */
interface WrittenBlock extends WrittenTimeOff {
  readonly cleanerType: 'all' | 'selected';
  readonly cleanerIDs: readonly string[];
}

/**
 * Limit on cleaner-days per block, because more would delay bookings for seconds: a year for a hundred cleaners, a
 * month for a thousand.
 */
export const MAX_BLOCKED_DAYS = 36_600;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Parses one block booking, or returns the errors by field; `everybody` is the number of cleaners. */
export function readBlock(
  written: WrittenBlock,
  { zone, everybody }: { readonly zone: string; readonly everybody: number },
): TimeOff | FieldError {
  const isForAll = written.cleanerType === 'all';
  if (!isForAll && written.cleanerIDs.length === 0)
    return { path: 'cleanerIDs', message: 'Choose at least one cleaner.' };
  const period = readTimeOff(written, zone);
  if ('path' in period) return period;
  const days = daysOf(period) * (isForAll ? everybody : written.cleanerIDs.length);
  return days > MAX_BLOCKED_DAYS
    ? { path: 'endTime', message: 'That is too much at once. Block a shorter time, or fewer cleaners.' }
    : period;
}

function daysOf({ start, end }: Span): number {
  return Math.ceil((end - start) / DAY_MS);
}
