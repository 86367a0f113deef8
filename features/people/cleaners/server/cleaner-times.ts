import type { z } from 'zod';
import type { FieldError } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { CleanerReply, timeOffFields } from '../cleaner-shapes.ts';
import type { conflictingJob } from '../contract.ts';
import type { Week } from '../rules/week.ts';

export type ConflictingJob = z.output<typeof conflictingJob>;
type SentTimeOff = { readonly [F in keyof typeof timeOffFields]: z.output<(typeof timeOffFields)[F]> };

/** The new hours and time off of a cleaner. */
export interface TimesChange {
  readonly before: Week;
  readonly after: Week;
  /** Replaces all time off; undefined leaves it as it is. */
  readonly unavailableDates: readonly SentTimeOff[] | undefined;
}

export interface TimesDecision {
  readonly errors: readonly FieldError[];
  /** Booked jobs that conflict with the change. */
  readonly jobs: readonly ConflictingJob[];
  /** Saves the time off, in the same transaction. */
  save(): Promise<void>;
}

/** Functions that schedule, a higher-level feature, provides for a cleaner's record. */
export interface CleanerTimes {
  /** Current time off as in replies, earliest first. */
  timeOffOf(ctx: Context, cleanerID: string): Promise<CleanerReply['unavailableDates']>;
  /** Upcoming and current jobs in the diary, earliest first. */
  bookedJobs(ctx: Context, cleanerID: string): Promise<readonly ConflictingJob[]>;
  /** The cleaner is locked. */
  decideChange(tx: Tx, cleanerID: string, change: TimesChange): Promise<TimesDecision>;
  /** Called for a new or restored cleaner, who is locked. */
  onJoined(tx: Tx, cleanerID: string): Promise<void>;
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    readonly cleanerTimes?: CleanerTimes;
  }
}

/** Without the schedule feature nobody has time off or jobs. */
const NO_SCHEDULE: CleanerTimes = {
  timeOffOf: async () => [],
  bookedJobs: async () => [],
  decideChange: async () => ({ errors: [], jobs: [], save: async () => undefined }),
  onJoined: async () => undefined,
};

export function cleanerTimes(ctx: Context): CleanerTimes {
  return ctx.composed.cleanerTimes ?? NO_SCHEDULE;
}
