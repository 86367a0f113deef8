import type { z } from 'zod';
import type { FieldError } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { CleanerReply, timeOffFields } from '../cleaner-shapes.ts';
import type { conflictingJob } from '../contract.ts';
import type { Week } from '../rules/week.ts';

export type ConflictingJob = z.output<typeof conflictingJob>;
type SentTimeOff = { readonly [F in keyof typeof timeOffFields]: z.output<(typeof timeOffFields)[F]> };

/** What becomes of a cleaner's hours and time off. */
export interface TimesChange {
  readonly before: Week;
  readonly after: Week;
  /** Replaces the whole set; undefined leaves it as it is. */
  readonly unavailableDates: readonly SentTimeOff[] | undefined;
}

export interface TimesDecision {
  readonly errors: readonly FieldError[];
  /** Booked jobs that the change would break. */
  readonly jobs: readonly ConflictingJob[];
  /** Writes the time off, in the transaction it was decided in. */
  save(): Promise<void>;
}

/** What the schedule, which lies above, answers for a cleaner's record. */
export interface CleanerTimes {
  /** Live time off as replies show it, earliest first. */
  timeOffOf(ctx: Context, cleanerId: string): Promise<CleanerReply['unavailableDates']>;
  /** Jobs in the diary that are not over, earliest first. */
  bookedJobs(ctx: Context, cleanerId: string): Promise<readonly ConflictingJob[]>;
  /** The cleaner is locked. */
  decideChange(tx: Tx, cleanerId: string, change: TimesChange): Promise<TimesDecision>;
  /** Somebody works here from now on, new or back from the trash. The cleaner is locked. */
  onJoined(tx: Tx, cleanerId: string): Promise<void>;
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    readonly cleanerTimes?: CleanerTimes;
  }
}

/** Without a schedule nobody has time off or jobs. */
const NO_SCHEDULE: CleanerTimes = {
  timeOffOf: async () => [],
  bookedJobs: async () => [],
  decideChange: async () => ({ errors: [], jobs: [], save: async () => undefined }),
  onJoined: async () => undefined,
};

export function cleanerTimes(ctx: Context): CleanerTimes {
  return ctx.composed.cleanerTimes ?? NO_SCHEDULE;
}
