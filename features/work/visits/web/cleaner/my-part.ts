import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { session } from '#platform/web/session/session.ts';

/** True if the signed-in cleaner has nothing more to do for it. */
export function isMineDone(job: Job): boolean {
  return job.stage === 'done' || myPart(job).finishedAt !== null;
}

/** The clock of the signed-in cleaner; empty if they are no longer in the crew. */
export function myPart(job: Job): { readonly startedAt: string | null; readonly finishedAt: string | null } {
  const { id } = session.getState();
  return job.cleaners.find((member) => member.id === id) ?? { startedAt: null, finishedAt: null };
}
