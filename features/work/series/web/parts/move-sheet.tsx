import { useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { useVisitLabels } from '#features/work/jobs/web/parts/use-visit-labels.ts';
import { WithRating } from '#features/work/jobs/web/parts/with-rating.tsx';
import { UNRATED } from '#features/work/schedule/rules/cleaner-rating.ts';
import { DayGrid } from '#platform/web/design/booking/day-grid.tsx';
import { SlotList } from '#platform/web/design/booking/slot-list.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { MoveAlone } from './move-alone.tsx';
import { MovePlan } from './move-plan.tsx';
import { type Scope, ScopeChoice } from './scope-choice.tsx';
import styles from './series.module.css';
import { useSeriesText } from './text.ts';
import { useFollowingCount } from './use-following.ts';
import { namedOf, useMoveTimes } from './use-move-times.tsx';
import { useOtherVisits } from './use-other-visits.ts';

interface MoveSheetProps {
  readonly job: Job;
  /** Set when the office has already chosen to move this and the following visits. */
  readonly only?: 'following';
  onClose(): void;
}

/** Moves one visit, or it and the following ones, to another day and time; always previewed first. */
export function MoveSheet({ job, only, onClose }: MoveSheetProps) {
  const { t, language } = useSeriesText();
  const { weekdayOf, whenOf } = useVisitLabels();
  const count = useFollowingCount(job);
  const [scope, setScope] = useState<Scope>(only ?? 'this');
  const [chosen, setChosen] = useState<string | null>(null);
  const others = useOtherVisits(job, scope);
  const times = useMoveTimes(job, others);
  const choose = (startTime: string) => {
    times.show(startTime);
    setChosen(startTime);
  };
  const title = only ? t('move.titleFollowing') : t('move.title', { weekday: weekdayOf(job.startTime) });
  return (
    <Sheet open onClose={onClose} title={title} closeLabel={t('close')}>
      <div className={styles.question}>
        <p>
          {t('move.now', { when: whenOf(job.startTime) })}
          {language === 'zh' ? '' : ' ' /* 。 includes its own space */}
          <Terms job={job} isOffice={only !== undefined} />
        </p>
        {only === undefined && <ScopeChoice job={job} count={count} scope={scope} onChange={setScope} />}
        {scope === 'following' && chosen !== null ? (
          <p className={styles.chosen}>
            <b>{whenOf(chosen)}</b>
            <TextButton onClick={() => setChosen(null)}>{t('move.other')}</TextButton>
          </p>
        ) : (
          <Times job={job} times={times} chosen={chosen} onChoose={choose} />
        )}
        {scope === 'this' ? (
          <MoveAlone job={job} others={others} startTime={chosen} onChoose={choose} onDone={onClose} />
        ) : (
          <MovePlan key={chosen} job={job} startTime={chosen} onDone={onClose} />
        )}
      </div>
    </Sheet>
  );
}

function Terms({ job, isOffice }: { readonly job: Job; readonly isOffice: boolean }) {
  const { t } = useSeriesText();
  const { hours } = useFormat();
  if (isOffice) return t('move.any');
  if (job.policy === undefined || !job.paid) return null;
  return t('move.once', { hours: hours(job.policy.freeHours) });
}

interface TimesProps {
  readonly job: Job;
  readonly times: ReturnType<typeof useMoveTimes>;
  readonly chosen: string | null;
  onChoose(startTime: string): void;
}

function Times({ job, times, chosen, onChoose }: TimesProps) {
  const { t } = useSeriesText();
  const { date } = useFormat();
  if (times.error) {
    return (
      <ErrorState retryLabel={t('tryAgain')} onRetry={times.again} retrying={times.retrying && t('trying')}>
        {t('move.failed')}
      </ErrorState>
    );
  }
  const named = namedOf(job);
  const none = times.day === null ? t('move.noneAll') : t('move.none');
  return (
    <>
      {named && (
        <p className="k-muted k-small">
          <WithRating {...(times.named ?? UNRATED)}>
            {t('move.preferred', { name: named.firstname })}
          </WithRating>
        </p>
      )}
      <DayGrid {...times.month} />
      {times.day !== null && <h3>{t('move.times', { day: date(times.day) })}</h3>}
      <SlotList
        groups={times.groups}
        chosen={chosen}
        onChoose={(slot) => onChoose(slot.id)}
        loading={times.loading ? t('move.loadingTimes') : undefined}
      />
      {!times.loading && times.groups.length === 0 && <p className="k-muted">{none}</p>}
    </>
  );
}
