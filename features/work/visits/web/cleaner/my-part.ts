import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { session } from '#platform/web/session/session.ts';
import type { MonthWork } from './words.ts';

/** True if the signed-in cleaner has nothing more to do for it. */
export function isMineDone(job: Job): boolean {
  return job.stage === 'done' || myPart(job).finishedAt !== null;
}

/** The visits of some days and their time by the signed-in cleaner's clock, in whole minutes. */
export function workOf(jobs: readonly Job[]): MonthWork {
  const times = jobs.map((job) => {
    const { startedAt, finishedAt } = myPart(job);
    return startedAt === null || finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt);
  });
  const clocked = times.filter((time) => time !== null);
  return {
    visits: jobs.length,
    minutes: clocked.reduce((sum, time) => sum + Math.max(0, Math.round(time / 60_000)), 0),
    untimed: jobs.length - clocked.length,
  };
}

/** The clock of the signed-in cleaner; empty if they are no longer in the crew. */
export function myPart(job: Job): { readonly startedAt: string | null; readonly finishedAt: string | null } {
  const { id } = session.getState();
  return job.cleaners.find((member) => member.id === id) ?? { startedAt: null, finishedAt: null };
}
