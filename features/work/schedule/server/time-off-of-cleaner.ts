import type { z } from 'zod';
import {
  type CleanerTimes,
  type ConflictingJob,
  cleanerExists,
  lockCleaners,
} from '#features/people/cleaners/server/index.ts';
import {
  dayOf,
  minuteOfDay,
  readDatabaseTime,
  weekdayIndex,
  wireTime,
} from '#platform/kernel/business-time.ts';
import { refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { addTimeOff as addCall } from '../contract.ts';
import { type BookedJob, conflictingJobs, type TimeChange } from '../rules/conflicting-jobs.ts';
import { changeTimeOff, readTimeOff, readTimeOffs, whyNoTimeOff } from '../rules/time-off.ts';
import { announceFreed } from './announce-freed.ts';
import { blockNewcomer } from './blocks.ts';
import { endsAfter, isLiveEntry } from './live-entry.ts';
import { endTimeOff, findTimeOff, insertTimeOff, spanOf, timeOffOf, timeOffSpans } from './time-off.ts';

/** The schedule data for a cleaner's record. Registered with cleaners, a lower-level feature. */
export const timesOfCleaners: CleanerTimes = {
  timeOffOf,

  async bookedJobs(ctx, cleanerID) {
    return (await bookedJobs(ctx, cleanerID)).map((job) => job.shown);
  },

  async onJoined(tx, cleanerID) {
    await blockNewcomer(tx, cleanerID);
    await announceFreed(tx, null);
  },

  async decideChange(tx, cleanerID, { before, after, unavailableDates }) {
    const { added, removed, errors } = await decideTimeOff(tx, cleanerID, unavailableDates);
    return {
      errors,
      jobs: await jobsBroken(tx, cleanerID, { before, after, newTimeOff: added }),
      async save() {
        await endTimeOff(tx, cleanerID, removed);
        await insertTimeOff(tx, cleanerID, added);
        if (JSON.stringify(before) !== JSON.stringify(after)) await announceFreed(tx, null);
      },
    };
  },
};

async function decideTimeOff(
  tx: Tx,
  cleanerID: string,
  sent: Parameters<CleanerTimes['decideChange']>[2]['unavailableDates'],
) {
  if (sent === undefined) return { added: [], removed: [], errors: [] };
  const wanted = readTimeOffs(sent, tx.config.BUSINESS_TZ);
  return { ...changeTimeOff(await timeOffSpans(tx, cleanerID), wanted.periods), errors: wanted.errors };
}

/** The booked jobs that a change of working times would break, in the form used in refusals. */
export async function jobsBroken(
  ctx: Context,
  cleanerID: string,
  change: TimeChange,
): Promise<ConflictingJob[]> {
  return conflictingJobs(await bookedJobs(ctx, cleanerID), change).map((job) => job.shown);
}

interface CleanersJob extends BookedJob {
  /** The form used in refusals. */
  readonly shown: {
    readonly jobID: string;
    readonly startTime: string;
    readonly endTime: string;
    readonly postal: string;
  };
}

/** Current and upcoming jobs in a cleaner's diary, earliest first. */
async function bookedJobs(ctx: Context, cleanerID: string): Promise<CleanersJob[]> {
  const zone = ctx.config.BUSINESS_TZ;
  const rows = await ctx.db
    .selectFrom('cleaner_occupation')
    .select(['jobID', 'startsAt', 'endsAt', 'postal'])
    .where('cleanerID', '=', cleanerID)
    .where('kind', '=', 'job')
    .where(isLiveEntry(ctx))
    .where(endsAfter(ctx.clock.now().toString()))
    .orderBy('startsAt')
    .execute();
  return rows.map((row) => {
    const start = readDatabaseTime(row.startsAt);
    const span = spanOf(row);
    const startMinute = minuteOfDay(start, zone);
    return {
      ...span,
      jobID: row.jobID ?? '',
      weekday: weekdayIndex(dayOf(start, zone)),
      startMinute,
      endMinute: startMinute + (span.end - span.start) / 60_000,
      shown: {
        jobID: row.jobID ?? '',
        startTime: wireTime(row.startsAt),
        endTime: wireTime(row.endsAt),
        postal: row.postal ?? '',
      },
    };
  });
}

/** Adds the time off that the office has sent. */
export function addSentTimeOff(ctx: Context, cleanerID: string, sent: z.output<typeof addCall.body>) {
  const period = readTimeOff(sent, ctx.config.BUSINESS_TZ);
  if ('path' in period) return refuse('invalid', { errors: [period] });
  const at = (moment: number) => Temporal.Instant.fromEpochMilliseconds(moment);
  return addTimeOff(ctx, cleanerID, { ...sent, start: at(period.start), end: at(period.end) });
}

interface NewTimeOff {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly description: string;
  /** Over booked jobs. */
  readonly acknowledge?: boolean | undefined;
}

/**
 * Adds one time off; over booked jobs only if acknowledged. Those visits stay booked, and the office sees that they lack
 * crew: `lacksCrew` in `features/work/jobs/server/crew.ts`.
 */
export function addTimeOff(
  ctx: Context,
  cleanerID: string,
  { start, end, description, acknowledge }: NewTimeOff,
) {
  return inTransaction(ctx, async (tx) => {
    await lockCleaners(tx, [cleanerID]);
    if (!(await cleanerExists(tx, cleanerID))) return refuse('not_found');
    const period = { start: start.epochMilliseconds, end: end.epochMilliseconds, description };
    const why = whyNoTimeOff(period);
    if (why !== null) return refuseField('endTime', why);
    const jobs = acknowledge
      ? []
      : await jobsBroken(tx, cleanerID, { before: {}, after: {}, newTimeOff: [period] });
    if (jobs.length > 0) return refuse('breaks_jobs', { extensions: { jobs } });

    const [id = ''] = await insertTimeOff(tx, cleanerID, [period]);
    const added = await findTimeOff(tx, cleanerID, id);
    if (added === null) return refuse('not_found');
    const subject = { kind: 'cleaner', id: cleanerID };
    await audit(tx, { action: 'cleaner.time-off-added', subject, after: added.shown });
    return added.shown;
  });
}

export function removeTimeOff(ctx: Context, cleanerID: string, id: string) {
  return inTransaction(ctx, async (tx) => {
    await lockCleaners(tx, [cleanerID]);
    const found = await findTimeOff(tx, cleanerID, id);
    if (found === null) return refuse('not_found');
    await endTimeOff(tx, cleanerID, [found.span]);
    const subject = { kind: 'cleaner', id: cleanerID };
    await audit(tx, { action: 'cleaner.time-off-removed', subject, before: found.shown });
    return found.shown;
  });
}
