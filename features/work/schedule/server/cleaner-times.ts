import type { CleanerTimes, ConflictingJob } from '#features/people/cleaners/server/index.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { conflictingJobs, type TimeChange } from '../rules/conflicting-jobs.ts';
import { changeTimeOff, readTimeOffs } from '../rules/time-off.ts';
import { announceFreed } from './announce-freed.ts';
import { blockNewcomer } from './blocks.ts';
import { bookedJobs } from './booked-jobs.ts';
import { endTimeOff, insertTimeOff, timeOffOf, timeOffSpans } from './time-off.ts';

/** The schedule data for a cleaner's record. Registered with cleaners, a lower-level feature. */
export const timesOfCleaners: CleanerTimes = {
  timeOffOf,

  async bookedJobs(ctx, cleanerId) {
    return (await bookedJobs(ctx, cleanerId)).map((job) => job.shown);
  },

  async onJoined(tx, cleanerId) {
    await blockNewcomer(tx, cleanerId);
    await announceFreed(tx, null);
  },

  async decideChange(tx, cleanerId, { before, after, unavailableDates }) {
    const { added, removed, errors } = await decideTimeOff(tx, cleanerId, unavailableDates);
    return {
      errors,
      jobs: await jobsBroken(tx, cleanerId, { before, after, newTimeOff: added }),
      async save() {
        await endTimeOff(tx, cleanerId, removed);
        await insertTimeOff(tx, cleanerId, added);
        if (JSON.stringify(before) !== JSON.stringify(after)) await announceFreed(tx, null);
      },
    };
  },
};

async function decideTimeOff(
  tx: Tx,
  cleanerId: string,
  sent: Parameters<CleanerTimes['decideChange']>[2]['unavailableDates'],
) {
  if (sent === undefined) return { added: [], removed: [], errors: [] };
  const wanted = readTimeOffs(sent, tx.config.BUSINESS_TZ);
  return { ...changeTimeOff(await timeOffSpans(tx, cleanerId), wanted.periods), errors: wanted.errors };
}

/** The booked jobs that a change of working times would break, in the form used in refusals. */
export async function jobsBroken(
  ctx: Context,
  cleanerId: string,
  change: TimeChange,
): Promise<ConflictingJob[]> {
  return conflictingJobs(await bookedJobs(ctx, cleanerId), change).map((job) => job.shown);
}
