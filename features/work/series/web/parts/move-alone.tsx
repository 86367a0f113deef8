import { useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs, previewCancellation, updateJob } from '#features/work/jobs/contract.ts';
import { timesBesideOwn, type VisitTime } from '#features/work/jobs/rules/own-visits.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { useVisitLabels } from '#features/work/jobs/web/parts/use-visit-labels.ts';
import type { Alternative } from '#features/work/schedule/contract/shapes.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { SlotList } from '#platform/web/design/booking/slot-list.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './series.module.css';
import { useSeriesText } from './text.ts';

interface MoveAloneProps {
  readonly job: Job;
  /** The home's other visits, whose times are not proposed. */
  readonly others: readonly VisitTime[];
  /** The chosen time, if any. */
  readonly startTime: string | null;
  onChoose(startTime: string): void;
  onDone(): void;
}

/** Moves one visit. If the time was taken meanwhile, the nearest free times are offered. */
export function MoveAlone({ job, others, startTime, onChoose, onDone }: MoveAloneProps) {
  const { t } = useSeriesText();
  const { whenOf } = useVisitLabels();
  const toast = useToast();
  const sentenceOf = useJobSentence();
  const act = useAct(updateJob, { refresh: [getJob, listJobs, previewCancellation, listTimeAvailable] });
  const [problem, setProblem] = useState<string | null>(null);
  const [gone, setGone] = useState<{ time: string; alternatives: readonly Alternative[] } | null>(null);
  const move = async (to: string) => {
    setProblem(null);
    setGone(null);
    try {
      await act.mutateAsync({ params: { id: job.id }, body: { startTime: to } });
      toast.show({ text: t('move.moved', { when: whenOf(to) }) });
      onDone();
    } catch (error) {
      const alternatives = timesBesideOwn(alternativesOf(error), others);
      if (alternatives.length > 0) setGone({ time: to, alternatives });
      else setProblem(error instanceof Error ? sentenceOf(error) : t('move.failed'));
    }
  };
  return (
    <div className={styles.foot}>
      {gone && <Gone {...gone} chosen={startTime} onChoose={onChoose} />}
      {problem !== null && (
        <Notice kind="bad" live>
          {problem}
        </Notice>
      )}
      <Button
        full
        busy={act.isPending && t('move.moving')}
        disabledReason={startTime === null && t('move.pickFirst')}
        onClick={() => startTime !== null && void move(startTime)}
      >
        {startTime !== null && <span>{t('move.go', { when: whenOf(startTime) })}</span>}
      </Button>
    </div>
  );
}

interface GoneProps {
  readonly time: string;
  readonly alternatives: readonly Alternative[];
  readonly chosen: string | null;
  onChoose(startTime: string): void;
}

function Gone({ time: gone, alternatives, chosen, onChoose }: GoneProps) {
  const { t } = useSeriesText();
  const { time, date } = useFormat();
  return (
    <SlotList
      groups={[]}
      chosen={chosen}
      onChoose={(slot) => onChoose(slot.id)}
      alternatives={{
        title: t('move.gone', { time: time(gone) }),
        slots: alternatives.map((one) => ({
          id: one.startTime,
          time: time(one.startTime),
          note: `${date(one.startTime)}, ${one.cleaners.map((person) => person.firstname).join(', ')}`,
        })),
      }}
    />
  );
}

function alternativesOf(error: unknown): readonly Alternative[] {
  if (!(error instanceof ApiError) || error.code !== 'slot_taken') return [];
  const { alternatives } = error.extensions;
  return Array.isArray(alternatives) ? (alternatives as readonly Alternative[]) : [];
}
