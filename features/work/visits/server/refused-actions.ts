import { sql } from 'kysely';
import type { z } from 'zod';
import { lockJob } from '#features/work/jobs/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { ownIdFor } from '#platform/kernel/policy.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { reportRefused, resolveRefused as resolveCall } from '../contract/visit-day.ts';
import { happenedAt } from '../rules/happened-at.ts';
import { clockVisit } from '../rules/policy.ts';

import { readSentTime } from './sent-time.ts';

type Act = z.output<typeof reportRefused.body>['act'];

/**
 * A cleaner's phone reports what the server refused, so that the office hears of work that would be lost. The same
 * action is stored once.
 */
export function reportRefusedAction(
  ctx: Context,
  jobId: string,
  { act, at: sent, code, note }: z.output<typeof reportRefused.body>,
): Promise<{ received: true } | Refusal<'not_found' | 'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobId);
    const cleanerId = ownIdFor(tx.actor, clockVisit);
    if (cleanerId === null || !(await wasInCrew(tx, jobId, cleanerId))) return refuse('not_found');
    const now = tx.clock.now();
    // A time in the future is why it was refused: the time of the report is near enough.
    const at = happenedAt(readSentTime(tx, sent), now) ?? now;
    await tx.db
      .insertInto('refused_action')
      .values({
        id: tx.newId(),
        job_id: jobId,
        cleaner_id: cleanerId,
        act,
        happened_at: at.toString(),
        refusal: code,
        note,
        created_at: now.toString(),
      })
      .onConflict((known) => known.constraint('refused_action_once').doNothing())
      .execute();
    return saveIdempotentReply(tx, { received: true as const });
  });
}

async function wasInCrew(tx: Tx, jobId: string, cleanerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from job_crew where job_id = ${jobId} and cleaner_id = ${cleanerId}
    union all
    select from job_former_crew where job_id = ${jobId} and cleaner_id = ${cleanerId}`.execute(tx.db);
  return rows.length > 0;
}

/** The office has seen to what a cleaner's phone could not save. */
export function resolveRefusedActions(
  ctx: Context,
  jobId: string,
  { cleanerID }: z.output<typeof resolveCall.body>,
): Promise<{ resolved: number } | Refusal<'not_found' | 'invalid' | 'not_changeable' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobId);
    if (!(await wasInCrew(tx, jobId, cleanerID)))
      return refuseField('cleanerID', 'Choose a cleaner from the crew.');
    const resolved = await resolveRefused(tx, jobId, cleanerID);
    if (resolved === 0) noChange(tx);
    else {
      const subject = { kind: 'job', id: jobId };
      await audit(tx, { action: 'job.refused-actions-resolved', subject, after: { cleanerID, resolved } });
    }
    return saveIdempotentReply(tx, { resolved });
  });
}

/** @returns how many were open */
export async function resolveRefused(
  tx: Tx,
  jobId: string,
  cleanerId: string,
  acts?: readonly Act[],
): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('refused_action')
    .set({ resolved_at: tx.clock.now().toString(), resolved_by: idOf(tx.actor) })
    .where('job_id', '=', jobId)
    .where('cleaner_id', '=', cleanerId)
    .where('resolved_at', 'is', null)
    .$if(acts !== undefined, (all) => all.where('act', 'in', acts ?? []))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What a cleaner did on a visit and the server refused. */
export interface RefusedWork {
  readonly jobID: string;
  readonly cleanerID: string;
  readonly acts: readonly { readonly act: Act; readonly at: string; readonly note: string }[];
  /** When the office was told of the first. */
  readonly since: string;
}

/** Work that phones could not save and nobody has seen to, by visit and cleaner; the oldest first. */
export async function findRefusedWork(
  { db }: Context,
  most: number,
): Promise<{ count: number; work: RefusedWork[] }> {
  const rows = await db
    .selectFrom('refused_action')
    .select(['job_id', 'cleaner_id', 'act', 'happened_at', 'note', 'created_at'])
    .where('resolved_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1000)
    .execute();
  const groups = [...Map.groupBy(rows, (row) => `${row.job_id} ${row.cleaner_id}`).values()];
  return {
    count: groups.length,
    work: groups.slice(0, most).flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [
            {
              jobID: first.job_id,
              cleanerID: first.cleaner_id,
              acts: [first, ...others].map(({ act, happened_at, note }) => ({
                act: act as Act,
                at: wireTime(happened_at),
                note,
              })),
              since: wireTime(first.created_at),
            },
          ],
    ),
  };
}
