import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { session } from '#platform/web/session/session.ts';

/** True when the signed-in cleaner has nothing more to do for it. */
export function isMineDone(job: Job): boolean {
  return job.stage === 'done' || myPart(job).finishedAt !== null;
}

/** The clocking of the cleaner who is signed in; of nobody, when the crew was changed meanwhile. */
export function myPart(job: Job): { readonly startedAt: string | null; readonly finishedAt: string | null } {
  const { id } = session.getState();
  return job.cleaners.find((member) => member.id === id) ?? { startedAt: null, finishedAt: null };
}
