import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useEffect, useRef, useState } from 'react';
import { listHistory } from '#features/work/jobs/contract/history.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { callApi } from '#platform/web/api/api.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { t } from '#platform/web/i18n/office.ts';
import type { DayBoard } from '../../contract.ts';
import type { Part, Target } from '../../rules/rows.ts';

/** A visit that is being moved, and where it would go. */
export interface Lift extends Target {
  readonly by: 'pointer' | 'keyboard';
}

/** Whether a part of a visit can be moved: it is not over, and its cleaner has not begun. */
export function isMovable({ visit, member }: Part): boolean {
  const { status, stage } = visit;
  return (
    (status === 'pending' || goesAhead(status)) && stage !== 'done' && (member?.startedAt ?? null) === null
  );
}

/** The visit that is being moved. It drops back when someone else changes it meanwhile. */
export function useLift(board: DayBoard) {
  const [lift, setLift] = useState<Lift | null>(null);
  const toast = useToast();
  const isLost = lift !== null && isChanged(board, lift.part);
  const lost = isLost ? lift.part : null;
  const announced = useRef<Part | null>(null);
  useEffect(() => {
    if (lost === null || announced.current === lost) return;
    announced.current = lost;
    void whoChanged(lost).then((who) => {
      toast.fail({
        icon: IconAlertTriangle,
        text: t('{{who}} has just changed {{fullname}}’s visit. It was not moved.', {
          who,
          fullname: lost.visit.customer.fullname,
        }),
      });
    });
    setLift(null);
  }, [lost, toast]);
  return { lift: isLost ? null : lift, setLift };
}

function isChanged({ visits }: DayBoard, { visit }: Part): boolean {
  return visits.find(({ jobID }) => jobID === visit.jobID)?.version !== visit.version;
}

async function whoChanged({ visit }: Part): Promise<string> {
  try {
    const { items } = await callApi(listHistory, { params: { id: visit.jobID } });
    return items[0]?.who.name || t('Someone else');
  } catch {
    return t('Someone else');
  }
}
