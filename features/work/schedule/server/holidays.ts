import type { z } from 'zod';
import {
  type Holiday,
  holidaysOf,
  lockHoliday,
  writeHoliday,
} from '#features/catalogue/places/server/index.ts';
import type { ConflictingJob } from '#features/people/cleaners/server/index.ts';
import { dayBounds, wireTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { addHoliday as addCall, updateHoliday as updateCall } from '../contract/holidays.ts';
import { announceFreed } from './announce-freed.ts';
import { isLiveEntry } from './live-entry.ts';

type NotSaved = Refusal<'invalid' | 'breaks_jobs' | 'unavailable'>;

const constraints = {
  public_holiday_pkey: refuseField('day', 'This day is on the list already. Change that one instead.'),
};

export async function listHolidays(ctx: Context, { year }: { readonly year?: string | undefined }) {
  const items = await holidaysOf(ctx, year);
  return { items, next: null, total: items.length, from: 0, size: items.length };
}

/** Adds a holiday. If it closes a day with booked visits, it has to be acknowledged; the visits stay. */
export function addHoliday(
  ctx: Context,
  { acknowledge, ...holiday }: z.output<typeof addCall.body>,
): Promise<Holiday | NotSaved> {
  return inTransaction(ctx, (tx) => save(tx, null, { holiday, acknowledge }), constraints);
}

/** Renames, moves, opens or closes a holiday, by the same rule. */
export function updateHoliday(
  ctx: Context,
  day: string,
  { acknowledge, ...changes }: z.output<typeof updateCall.body>,
): Promise<Holiday | NotSaved | Refusal<'not_found'>> {
  return inTransaction(
    ctx,
    async (tx) => {
      const before = await lockHoliday(tx, day);
      if (before === null) return refuse('not_found');
      const { day: newDay = before.day, name = before.name, closed = before.closed } = changes;
      return save(tx, before, { holiday: { day: newDay, name, closed }, acknowledge });
    },
    constraints,
  );
}

/** Removes a holiday, so that its day can be booked again. */
export function removeHoliday(
  ctx: Context,
  day: string,
): Promise<Holiday | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockHoliday(tx, day);
    if (before === null) return refuse('not_found');
    await writeHoliday(tx, before, null);
    await announceFreed(tx, null);
    await audit(tx, { action: 'holiday.removed', subject: { kind: 'holiday', id: day }, before });
    return before;
  });
}

interface Wanted {
  readonly holiday: Holiday;
  readonly acknowledge: boolean | undefined;
}

async function save(tx: Tx, before: Holiday | null, { holiday, acknowledge = false }: Wanted) {
  const closes = holiday.closed && (before === null || !before.closed || before.day !== holiday.day);
  const jobs = closes && !acknowledge ? await jobsOn(tx, holiday.day) : [];
  if (jobs.length > 0) return refuse('breaks_jobs', { extensions: { jobs } });
  await writeHoliday(tx, before, holiday);
  if (before?.closed) await announceFreed(tx, null);
  const subject = { kind: 'holiday', id: before?.day ?? holiday.day };
  await audit(tx, {
    action: before === null ? 'holiday.added' : 'holiday.updated',
    subject,
    ...(before !== null && { before }),
    after: holiday,
  });
  return holiday;
}

/** Booked visits of a day that are not over, earliest first. */
async function jobsOn(ctx: Context, day: string): Promise<ConflictingJob[]> {
  const { start, end } = dayBounds(Temporal.PlainDate.from(day), ctx.config.BUSINESS_TZ);
  const rows = await ctx.db
    .selectFrom('cleaner_occupation')
    .select(['jobID', 'startsAt', 'endsAt', 'postal'])
    .distinct()
    .where('kind', '=', 'job')
    .where(isLiveEntry(ctx))
    .where('startsAt', '>=', start.toString())
    .where('startsAt', '<', end.toString())
    .where('endsAt', '>', ctx.clock.now().toString())
    .orderBy('startsAt')
    .orderBy('jobID')
    .execute();
  return rows.map((row) => ({
    jobID: row.jobID ?? '',
    startTime: wireTime(row.startsAt),
    endTime: wireTime(row.endsAt),
    postal: row.postal ?? '',
  }));
}
