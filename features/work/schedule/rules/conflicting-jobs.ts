import type { Week } from '#features/people/cleaners/rules/week.ts';
import { isAtWork } from './diary.ts';
import type { Span } from './time-off.ts';

/** A job in a cleaner's diary: where it lies in its business day, and in milliseconds since 1970. */
export interface BookedJob extends Span {
  readonly jobId: string;
  readonly weekday: number;
  readonly startMinute: number;
  readonly endMinute: number;
}

export interface TimeChange {
  readonly before: Week;
  readonly after: Week;
  /** Only what is new: time off that was there before was decided then. */
  readonly newTimeOff: readonly Span[];
}

/** The booked jobs that a change breaks: they fitted the hours and no longer do, or fall into new time off. */
export function conflictingJobs<J extends BookedJob>(jobs: readonly J[], change: TimeChange): J[] {
  return jobs.filter((job) => {
    const losesHours = isAtWork(change.before, job) && !isAtWork(change.after, job);
    return losesHours || change.newTimeOff.some((off) => off.start < job.end && job.start < off.end);
  });
}
