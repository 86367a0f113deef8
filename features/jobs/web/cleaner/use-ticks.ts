import { useState } from 'react';
import { useAct } from '#platform/web/api/queries.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import type { Job } from '../../contract/shapes.ts';
import { updateJobChecklist } from '../../contract/visits.ts';
import { getJob } from '../../contract.ts';

type Line = Pick<NonNullable<Job['checklist']>[number], 'id' | 'done'>;

/** Ticks that show at once and are sent one by one; one that was refused goes back, and says so. */
export function useTicks(job: Pick<Job, 'id'>) {
  const toast = useToast();
  const send = useAct(updateJobChecklist, { refresh: [getJob] });
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map());

  function tick(line: Line, done: boolean): void {
    setPressed((before) => new Map(before).set(line.id, done));
    send.mutate(
      { params: { id: job.id }, body: { checklist: [{ id: line.id, done }] } },
      {
        onError: (error) => {
          setPressed((before) => new Map(before).set(line.id, line.done));
          toast.fail({ text: error.detail });
        },
      },
    );
  }

  return { tick, isDone: (line: Line) => pressed.get(line.id) ?? line.done };
}
