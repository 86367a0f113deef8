import {
  dayOf,
  minuteOfDay,
  readDatabaseTime,
  weekdayIndex,
  wireTime,
} from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { BookedJob } from '../rules/conflicting-jobs.ts';
import { endsAfter, isLiveEntry } from './live-entry.ts';
import { spanOf } from './time-off.ts';

export interface CleanersJob extends BookedJob {
  /** The form used in refusals. */
  readonly shown: {
    readonly jobID: string;
    readonly startTime: string;
    readonly endTime: string;
    readonly postal: string;
  };
}

/** Current and upcoming jobs in a cleaner's diary, earliest first. */
export async function bookedJobs(ctx: Context, cleanerId: string): Promise<CleanersJob[]> {
  const zone = ctx.config.BUSINESS_TZ;
  const rows = await ctx.db
    .selectFrom('cleaner_occupation')
    .select(['job_id', 'starts_at', 'ends_at', 'postal'])
    .where('cleaner_id', '=', cleanerId)
    .where('kind', '=', 'job')
    .where(isLiveEntry(ctx))
    .where(endsAfter(ctx.clock.now().toString()))
    .orderBy('starts_at')
    .execute();
  return rows.map((row) => {
    const start = readDatabaseTime(row.starts_at);
    const span = spanOf(row);
    const startMinute = minuteOfDay(start, zone);
    return {
      ...span,
      jobId: row.job_id ?? '',
      weekday: weekdayIndex(dayOf(start, zone)),
      startMinute,
      endMinute: startMinute + (span.end - span.start) / 60_000,
      shown: {
        jobID: row.job_id ?? '',
        startTime: wireTime(row.starts_at),
        endTime: wireTime(row.ends_at),
        postal: row.postal ?? '',
      },
    };
  });
}
