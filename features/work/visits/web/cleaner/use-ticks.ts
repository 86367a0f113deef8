import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { useUnsent } from './unsent.ts';
import { useSendAction } from './unsent-sender.tsx';

type Line = Pick<NonNullable<Job['checklist']>[number], 'id' | 'done'>;

/** Optimistic ticks; a refused one is reverted with a toast. Offline they are queued. */
export function useTicks(job: Pick<Job, 'id'>) {
  const { sendAction } = useSendAction();
  const { items, isHeld } = useUnsent();
  const waiting = new Map<string, boolean>();
  for (const item of items) {
    if (item.act === 'tick' && item.jobID === job.id) waiting.set(item.lineID, item.done);
  }
  return {
    tick: (line: Line, done: boolean) =>
      sendAction({ act: 'tick', jobID: job.id, lineID: line.id, done, at: appClock.now().toISOString() }),
    isDone: (line: Line) => waiting.get(line.id) ?? line.done,
    isUnsent: (line: Line) => isHeld && waiting.has(line.id),
  };
}
