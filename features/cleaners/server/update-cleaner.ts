import type { z } from 'zod';
import type { Role, SignedIn } from '#platform/kernel/actor.ts';
import { defined } from '#platform/kernel/fields.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { auditChange } from '#platform/server/records.ts';
import type { CleanerReply } from '../cleaner-shapes.ts';
import { OWN_FIELDS, type updateBody } from '../contract.ts';
import type { Week } from '../rules/diary.ts';
import { jobsInTheWay } from '../rules/jobs-in-the-way.ts';
import { changeTimeOff, readTimeOffs, type Span, type TimeOff } from '../rules/time-off.ts';
import { changeWeek, weekFromFields } from '../rules/week.ts';
import { bookedJobs } from './booked-jobs.ts';
import { findCleaner, readCleaner } from './cleaner-record.ts';
import { lockCleaners } from './occupation.ts';
import { cleanerColumns, locate, saveRegions, saveWeek, savingRefusals } from './save-cleaner.ts';
import { endTimeOff, insertTimeOff, timeOffSpans } from './time-off.ts';

type UpdateSent = z.output<typeof updateBody>;

/** Changes what was sent. Hours and time off that break booked jobs are saved only when acknowledged. */
export function updateCleaner(
  ctx: Context<SignedIn<'admin' | 'cleaner'>>,
  id: string,
  body: UpdateSent,
): Promise<
  CleanerReply | Refusal<'invalid' | 'mobile_in_use' | 'breaks_jobs' | 'not_found' | 'unavailable'>
> {
  return inTransaction(
    ctx,
    async (tx) => {
      await lockCleaners(tx, [id]);
      const before = mayChange(tx.actor, id) ? await findCleaner(tx, id) : null;
      if (before === null) return refuse('not_found');
      const sent = tx.actor.role === 'admin' ? body : ownPart(body);
      const time = await decideTime(tx, before, sent);
      if (time.errors.length > 0) return refuse('invalid', { errors: time.errors });
      const jobs = sent.acknowledge ? [] : await jobsBroken(tx, id, time);
      if (jobs.length > 0) return refuse('breaks_jobs', { members: { jobs } });

      const record = { ...before, ...defined(sent), ...(await locate(tx, sent)) };
      await tx.db
        .updateTable('cleaner')
        .set({ ...cleanerColumns(record), updated_at: tx.clock.now().toString() })
        .where('id', '=', id)
        .execute();
      await saveWeek(tx, id, time.week);
      if (sent.regionIDs !== undefined) await saveRegions(tx, id, sent.regionIDs);
      await endTimeOff(tx, id, time.removed);
      await insertTimeOff(tx, id, time.added);
      const after = await readCleaner(tx, id);
      await auditChange(tx, { kind: 'cleaner', id }, before, { ...after, updatedAt: before.updatedAt });
      return after;
    },
    savingRefusals,
  );
}

function mayChange(actor: SignedIn<Role>, id: string): boolean {
  return actor.role === 'admin' || actor.id === id;
}

function ownPart(sent: UpdateSent): UpdateSent {
  const own: readonly string[] = OWN_FIELDS;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => own.includes(name)));
}

async function decideTime(tx: Tx, cleaner: CleanerReply, sent: UpdateSent) {
  const before = weekFromFields(cleaner);
  const { week, errors } = changeWeek(before, sent);
  if (sent.unavailableDates === undefined) return { before, week, errors, added: [], removed: [] };
  const wanted = readTimeOffs(sent.unavailableDates, tx.config.BUSINESS_TZ);
  const change = changeTimeOff(await timeOffSpans(tx, cleaner.id), wanted.periods);
  return { before, week, errors: [...errors, ...wanted.errors], ...change };
}

/** The booked jobs that a change of time would break, as the refusal lists them. */
export async function jobsBroken(
  tx: Tx,
  cleanerId: string,
  change: { readonly before?: Week; readonly week?: Week; readonly added: readonly (Span | TimeOff)[] },
) {
  const { before = {}, week = {}, added } = change;
  const jobs = await bookedJobs(tx, cleanerId);
  return jobsInTheWay(jobs, { before, after: week, newTimeOff: added }).map((job) => job.shown);
}
