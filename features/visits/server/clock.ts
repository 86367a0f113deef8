import type { z } from 'zod';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { changeJob, findVisibleJob, lockJob, readJob } from '#features/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { startJob } from '../contract.ts';
import { whyCannotStart } from '../rules/clocking.ts';

type Clocked = z.output<typeof startJob.body>;
type NotClocked = Refusal<
  | 'not_found'
  | 'invalid'
  | 'not_paid'
  | 'not_started'
  | 'too_early_to_start'
  | 'not_changeable'
  | 'unavailable'
>;

/** A crew member begins. Pressing again changes nothing. */
export function startVisit(ctx: Context, jobId: string, clocked: Clocked): Promise<Job | NotClocked> {
  return clock(ctx, jobId, { clocked, act: 'start' });
}

/** A crew member ends; each has their own. Pressing again changes nothing. */
export function finishVisit(ctx: Context, jobId: string, clocked: Clocked): Promise<Job | NotClocked> {
  return clock(ctx, jobId, { clocked, act: 'finish' });
}

interface Act {
  readonly clocked: Clocked;
  readonly act: 'start' | 'finish';
}

function clock(ctx: Context, jobId: string, { clocked, act }: Act): Promise<Job | NotClocked> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobId);
    const job = await findVisibleJob(tx, jobId);
    if (isRefusal(job)) return job;
    const cleanerId = whoseClock(tx, job.crew, clocked.cleanerID);
    if (isRefusal(cleanerId)) return cleanerId;
    const isOffice = tx.actor.role === 'admin';
    const start = readDatabaseTime(job.starts_at);
    const reason = whyCannotStart({ status: job.status, start }, tx.clock.now(), isOffice);
    if (reason !== null) return refuse(reason);
    const saved = await (act === 'start' ? saveStart : saveFinish)(tx, { jobId, cleanerId, clocked });
    if (isRefusal(saved)) return saved;
    return readJob(tx, jobId);
  });
}

/** A cleaner's own; the office says whose, unless the crew is one person. */
function whoseClock(tx: Tx, crew: readonly { readonly id: string }[], named: string | undefined) {
  if (tx.actor.role === 'cleaner') return tx.actor.id;
  const id = named ?? (crew.length === 1 ? crew[0]?.id : undefined);
  if (id !== undefined && crew.some((member) => member.id === id)) return id;
  return refuseField('cleanerID', 'Say who of the crew.');
}

interface Mark {
  readonly jobId: string;
  readonly cleanerId: string;
  readonly clocked: Clocked;
}

async function saveStart(tx: Tx, { jobId, cleanerId, clocked }: Mark): Promise<undefined> {
  const started = await tx.db
    .selectFrom('job_crew')
    .select('started_at')
    .where('job_id', '=', jobId)
    .where('cleaner_id', '=', cleanerId)
    .executeTakeFirst();
  if (started?.started_at !== null) return undefined;
  const fields = {
    started_at: tx.clock.now().toString(),
    start_latitude: clocked.latitude ?? null,
    start_longitude: clocked.longitude ?? null,
  };
  await changeJob(tx, jobId, { clock: { cleanerId, fields }, action: 'job.start' });
}

async function saveFinish(
  tx: Tx,
  { jobId, cleanerId, clocked }: Mark,
): Promise<undefined | Refusal<'not_started'>> {
  const row = await tx.db
    .selectFrom('job_crew')
    .select(['started_at', 'finished_at'])
    .where('job_id', '=', jobId)
    .where('cleaner_id', '=', cleanerId)
    .executeTakeFirst();
  if (!row?.started_at) return refuse('not_started');
  if (row.finished_at !== null) return undefined;
  const fields = {
    finished_at: tx.clock.now().toString(),
    finish_latitude: clocked.latitude ?? null,
    finish_longitude: clocked.longitude ?? null,
  };
  await changeJob(tx, jobId, { clock: { cleanerId, fields }, action: 'job.finish' });
  return undefined;
}
