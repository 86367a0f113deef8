import { type RawBuilder, sql } from 'kysely';
import { may, reachOf } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { compiledQuery } from '#platform/server/database/compiled-query.ts';
import type { Job } from '../contract/shapes.ts';
import { chooseCrew, seeJob } from '../rules/policy.ts';
import { whyNoReclean } from '../rules/reclean.ts';
import { stageOf } from '../rules/stage.ts';
import { GOING_AHEAD } from '../rules/status.ts';
import { lacksCrew, lacksCrewForOffice } from './crew.ts';
import { CHECKLIST, findJobs, isVisible, type JobRow, jobRows, toChecklist, toJobReply } from './job-rows.ts';

/** One job with its checklist, in a single query to save a round trip. */
export async function readJob(ctx: Context, id: string): Promise<Job | Refusal<'not_found'>> {
  const isForOffice = reachOf(ctx.actor, seeJob) === 'any' && may(ctx.actor, chooseCrew);
  const [row] = isForOffice
    ? await readForOffice(ctx.db, { id, now: ctx.clock.now().toString() })
    : await details(ctx, lacksCrewForOffice(ctx)).where(isVisible(ctx)).where('job.id', '=', id).execute();
  if (row === undefined) return refuse('not_found');
  return { ...toJobReply(ctx, row), checklist: toChecklist(row.checklist), comment: row.checklistComment };
}

function details(ctx: Pick<Context, 'db'>, lacks: RawBuilder<boolean | null>) {
  return jobRows(ctx).select([CHECKLIST.as('checklist'), lacks.as('lacksCrew')]);
}

const readForOffice = compiledQuery(['id', 'now'], (db, { id, now }) =>
  details({ db }, lacksCrew(now, 'job.id')).where('job.id', '=', id),
);

/** Whether a customer has a booking that goes ahead or is done, apart from some jobs and the series of these. */
export async function hasBooked(
  { db }: Context,
  customerID: string,
  except: readonly string[],
): Promise<boolean> {
  const found = await db
    .selectFrom('job')
    .select('id')
    .where('customerID', '=', customerID)
    .where('status', 'in', [...GOING_AHEAD])
    .where('trashedAt', 'is', null)
    .$if(except.length > 0, (jobs) =>
      jobs.where('id', 'not in', [...except]).where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('job as own')
              .select('own.id')
              .where('own.id', 'in', [...except])
              .whereRef('own.seriesID', '=', 'job.seriesID'),
          ),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether a job is a visit of a series, which may be further ahead than a single one. Registered with schedule, a
 * lower-level feature.
 */
export async function isOfSeries(ctx: Context, jobID: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('job').select('seriesID').where('id', '=', jobID).executeTakeFirst();
  return (row?.seriesID ?? null) !== null;
}

/** The visit that a new one makes good, of this customer. Read under its lock, the decision holds. */
export async function visitToReclean(
  ctx: Context,
  id: string,
  customerID: string | null,
): Promise<JobRow | Refusal<'not_found' | 'no_reclean'>> {
  const [job] = await findJobs(ctx, [id]);
  if (job === undefined || job.customerID !== customerID) return refuse('not_found');
  const refusal = await whyNotAgain(ctx, job);
  return isRefusal(refusal) ? refusal : job;
}

async function whyNotAgain(ctx: Context, job: JobRow): Promise<Refusal<'no_reclean'> | null> {
  const ahead = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('recleanOf', '=', job.id)
    .where('status', 'in', [...GOING_AHEAD])
    .where('trashedAt', 'is', null)
    .where(sql<boolean>`stage <> 'done'`)
    .limit(1)
    .executeTakeFirst();
  const why = whyNoReclean({
    status: job.status,
    stage: stageOf(job.crew),
    isTrashed: job.trashedAt !== null,
    isRecleanAhead: ahead !== undefined,
  });
  return why === null ? null : refuse('no_reclean', { detail: SENTENCES[why], extensions: { reason: why } });
}

const SENTENCES = {
  not_done: 'Only a visit that is done can be cleaned again. Clock it out first, or move it.',
  already_booked: 'Someone is already booked to clean again after this visit. Open that visit to change it.',
} as const;
