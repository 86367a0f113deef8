import { sql } from 'kysely';
import type { z } from 'zod';
import { lockJob } from '#features/work/jobs/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { ownIDFor } from '#platform/kernel/policy.ts';
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
  jobID: string,
  { act, at: sent, code, note }: z.output<typeof reportRefused.body>,
): Promise<{ received: true } | Refusal<'not_found' | 'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobID);
    const cleanerID = ownIDFor(tx.actor, clockVisit);
    if (cleanerID === null || !(await wasInCrew(tx, jobID, cleanerID))) return refuse('not_found');
    const now = tx.clock.now();
    // A time in the future is why it was refused: the time of the report is near enough.
    const at = happenedAt(readSentTime(tx, sent), now) ?? now;
    await tx.db
      .insertInto('refused_action')
      .values({
        id: tx.newID(),
        jobID,
        cleanerID,
        act,
        happenedAt: at.toString(),
        refusal: code,
        note,
        createdAt: now.toString(),
      })
      .onConflict((known) => known.constraint('refused_action_once').doNothing())
      .execute();
    return saveIdempotentReply(tx, { received: true as const });
  });
}

async function wasInCrew(tx: Tx, jobID: string, cleanerID: string): Promise<boolean> {
  const { rows } = await sql`
    select from job_crew where job_id = ${jobID} and cleaner_id = ${cleanerID}
    union all
    select from job_former_crew where job_id = ${jobID} and cleaner_id = ${cleanerID}`.execute(tx.db);
  return rows.length > 0;
}

/** The office has seen to what a cleaner's phone could not save. */
export function resolveRefusedActions(
  ctx: Context,
  jobID: string,
  { cleanerID }: z.output<typeof resolveCall.body>,
): Promise<{ resolved: number } | Refusal<'not_found' | 'invalid' | 'not_changeable' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobID);
    if (!(await wasInCrew(tx, jobID, cleanerID)))
      return refuseField('cleanerID', 'Choose a cleaner from the crew.');
    const resolved = await resolveRefused(tx, jobID, cleanerID);
    if (resolved === 0) noChange(tx);
    else {
      const subject = { kind: 'job', id: jobID };
      await audit(tx, { action: 'job.refused-actions-resolved', subject, after: { cleanerID, resolved } });
    }
    return saveIdempotentReply(tx, { resolved });
  });
}

/** @returns how many were open */
export async function resolveRefused(
  tx: Tx,
  jobID: string,
  cleanerID: string,
  acts?: readonly Act[],
): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('refused_action')
    .set({ resolvedAt: tx.clock.now().toString(), resolvedBy: idOf(tx.actor) })
    .where('jobID', '=', jobID)
    .where('cleanerID', '=', cleanerID)
    .where('resolvedAt', 'is', null)
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
    .select(['jobID', 'cleanerID', 'act', 'happenedAt', 'note', 'createdAt'])
    .where('resolvedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1000)
    .execute();
  const groups = [...Map.groupBy(rows, (row) => `${row.jobID} ${row.cleanerID}`).values()];
  return {
    count: groups.length,
    work: groups.slice(0, most).flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [
            {
              jobID: first.jobID,
              cleanerID: first.cleanerID,
              acts: [first, ...others].map(({ act, happenedAt, note }) => ({
                act: act as Act,
                at: wireTime(happenedAt),
                note,
              })),
              since: wireTime(first.createdAt),
            },
          ],
    ),
  };
}
