import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { findJobs, lockJobs, updateJob } from '#features/work/jobs/server/index.ts';
import { slotConstraints } from '#features/work/schedule/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import {
  type CoverVisitRow,
  findCover,
  findCoverVisit,
  lockCoverVisit,
  saveCoverVisit,
} from './cover-record.ts';

/**
 * Does what was chosen for one visit, in one transaction, through the use case that the office uses for a single visit. If
 * it is refused, the visit stays as it is and the reason is recorded. Does nothing if it has been done.
 */
export async function coverVisit(ctx: Context, id: string): Promise<void> {
  const done = await inTransaction(
    ctx,
    async (tx) => {
      const found = await findCoverVisit(tx, id);
      if (found !== null) await lockJobs(tx, Object.keys(found.crews));
      const visit = await lockCoverVisit(tx, id);
      const cover = visit && (await findCover(tx, visit.coverId));
      if (!visit || !cover || visit.state !== 'open' || cover.undone_at !== null) {
        noChange(tx);
        return null;
      }
      const changed = await change(tx, visit);
      if (isRefusal(changed)) return changed;
      await saveCoverVisit(tx, id, { state: 'done', versions: await versionsOf(tx, visit) });
      return null;
    },
    slotConstraints,
  );
  if (isRefusal(done)) await saveCoverVisit(ctx, id, { state: 'failed', detail: sentenceOf(done) });
}

/** The jobs are locked. */
async function change(tx: Tx, { jobId, awayId, choice }: CoverVisitRow): Promise<Refusal | null> {
  if (choice.kind === 'move') return updateVisit(tx, jobId, { startTime: choice.startTime });
  if (awayId === null) throw new Error(`Nobody to replace at visit ${jobId}.`);
  if (choice.kind === 'swap') {
    const other = { jobId: choice.otherJobID, out: choice.cleanerID, by: choice.otherCleanerID };
    const given = await replaceInCrew(tx, other);
    if (isRefusal(given)) return given;
    return replaceInCrew(tx, { jobId, out: awayId, by: choice.cleanerID });
  }
  if (choice.kind === 'replace') {
    const { cleanerID: by, overrideReason } = choice;
    return replaceInCrew(tx, { jobId, out: awayId, by, overrideReason });
  }
  throw new Error(`A visit to ${choice.kind} is never open.`);
}

interface Replaced {
  readonly jobId: string;
  readonly out: string;
  readonly by: string;
  readonly overrideReason?: string | undefined;
}

async function replaceInCrew(tx: Tx, { jobId, out, by, overrideReason }: Replaced): Promise<Refusal | null> {
  const [job] = await findJobs(tx, [jobId]);
  const index = job?.crew.findIndex(({ id }) => id === out) ?? -1;
  if (index === -1) return refuse('not_changeable', { detail: 'The crew has changed since.' });
  return updateVisit(tx, jobId, {
    [`cleaner${index + 1}ID`]: by,
    ...(overrideReason !== undefined && { overrideReason }),
  });
}

/** Null if it was updated. The reply of a visit must not be saved under the key of the request that covers several. */
export async function updateVisit(
  tx: Tx,
  jobId: string,
  body: Parameters<typeof updateJob>[2],
): Promise<Refusal | null> {
  const { idempotentReplyStore: _key, ...rest } = tx;
  const updated = await updateJob(rest, jobId, body);
  return isRefusal(updated) ? updated : null;
}

/** The versions of the visit's jobs, by job. */
export async function versionsOf(tx: Tx, { crews }: Pick<CoverVisitRow, 'crews'>) {
  const jobs = await findJobs(tx, Object.keys(crews));
  return Object.fromEntries(jobs.map(({ id, version }) => [id, version]));
}

/** Why a visit could not be changed, for the office. */
export function sentenceOf({ refusal, detail, errors }: Refusal): string {
  if (refusal === 'slot_taken') return detail ?? 'They are no longer free at that time.';
  const known: Readonly<Record<string, { readonly detail: string }>> = jobErrors;
  return detail ?? errors?.[0]?.message ?? known[refusal]?.detail ?? 'It could not be changed. Try again.';
}
