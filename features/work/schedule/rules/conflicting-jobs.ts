import type { Week } from '#features/people/cleaners/rules/week.ts';
import { isAtWork } from './diary.ts';
import type { Span } from './time-off.ts';

/** A job in a cleaner's diary: its time within its business day, and in milliseconds since 1970. */
export interface BookedJob extends Span {
  readonly jobID: string;
  readonly weekday: number;
  readonly startMinute: number;
  readonly endMinute: number;
}

export interface TimeChange {
  readonly before: Week;
  readonly after: Week;
  /** Only new time off: existing time off has been acknowledged before. */
  readonly newTimeOff: readonly Span[];
}

/**
 * The booked jobs that a change breaks: they were within the working hours and no longer are, or overlap new time off.
 */
export function conflictingJobs<J extends BookedJob>(jobs: readonly J[], change: TimeChange): J[] {
  return jobs.filter((job) => {
    const losesHours = isAtWork(change.before, job) && !isAtWork(change.after, job);
    return losesHours || change.newTimeOff.some((off) => off.start < job.end && job.start < off.end);
  });
}
