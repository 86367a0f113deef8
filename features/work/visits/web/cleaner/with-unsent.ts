import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { stageOf } from '#features/work/jobs/rules/stage.ts';
import type { Unsent } from './unsent-items.ts';

/**
 * Applies the unsent actions of this phone to a job in order, as the server will, so that the cleaner can continue
 * offline.
 */
export function withUnsent(job: Job, items: readonly Unsent[], ownID: string | null): Job {
  return items.filter(({ jobID }) => jobID === job.id).reduce((seen, item) => after(seen, item, ownID), job);
}

function after(job: Job, item: Unsent, ownID: string | null): Job {
  const { act, at } = item;
  if (act === 'start') return clocked(job, ownID, (own) => ({ ...own, startedAt: own.startedAt ?? at }));
  if (act === 'finish') return clocked(job, ownID, (own) => ({ ...own, finishedAt: own.finishedAt ?? at }));
  if (act === 'undo') return clocked(job, ownID, (own) => ({ ...own, finishedAt: null }));
  if (act === 'comment') return { ...job, comment: item.text };
  if (act !== 'tick' || job.checklist === undefined) return job;
  const checklist = job.checklist.map((line) =>
    line.id === item.lineID ? { ...line, done: item.done, doneBy: item.done ? ownID : null } : line,
  );
  return { ...job, checklist, checklistDone: checklist.filter((line) => line.done).length };
}

type Member = Job['cleaners'][number];

function clocked(job: Job, ownID: string | null, change: (own: Member) => Member): Job {
  const cleaners = job.cleaners.map((member) => (member.id === ownID ? change(member) : member));
  return { ...job, cleaners, stage: stageOf(cleaners) };
}
