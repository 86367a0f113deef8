import { useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs, previewCancellation, updateJob } from '#features/work/jobs/contract.ts';
import { timesBesideOwn, type VisitTime } from '#features/work/jobs/rules/own-visits.ts';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { WithRating } from '#features/work/jobs/web/parts/customer/with-rating.tsx';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { useToday } from '#features/work/jobs/web/parts/use-now.ts';
import type { Alternative } from '#features/work/schedule/contract/shapes.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import { UNRATED } from '#features/work/schedule/rules/cleaner-rating.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { DayGrid } from '#platform/web/design/booking/day-grid.tsx';
import { SlotList } from '#platform/web/design/booking/slot-list.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { seriesTexts } from '../texts.ts';
import { MovePlan } from './move-plan.tsx';
import { type Scope, ScopeChoice } from './scope-choice.tsx';
import styles from './series.module.css';
import { useFollowingCount } from './use-following.ts';
import { namedOf, useMoveTimes } from './use-move-times.tsx';

interface MoveSheetProps {
  readonly job: Job;
  /** Set when the office has already chosen to move this and the following visits. */
  readonly only?: 'following';
  onClose(): void;
}

/** Moves one visit, or it and the following ones, to another day and time; always previewed first. */
export function MoveSheet({ job, only, onClose }: MoveSheetProps) {
  const { t, language } = useText(seriesTexts);
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
      <div className={`k-stack k-gap-14 ${styles.question}`}>
        <p>
          {t('move.now', { when: whenOf(job.startTime) })}
          {language === 'zh' ? '' : ' ' /* 。 includes its own space */}
          <Terms job={job} isOffice={only !== undefined} />
        </p>
        {only === undefined && <ScopeChoice job={job} count={count} scope={scope} onChange={setScope} />}
        {scope === 'following' && chosen !== null ? (
          <p className="k-row k-wrap k-gap-4 k-gap-x-14">
            <b>{whenOf(chosen)}</b>
            <TextButton onClick={() => setChosen(null)}>{t('move.other')}</TextButton>
          </p>
        ) : (
          <MoveTimes job={job} times={times} chosen={chosen} onChoose={choose} />
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
  const { t } = useText(seriesTexts);
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

function MoveTimes({ job, times, chosen, onChoose }: TimesProps) {
  const { t } = useText(seriesTexts);
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

/** More upcoming visits than any customer has. */
const MAX_VISITS = 200;

/** The other upcoming visits to the home, excluding those that move together. Empty until loaded. */
function useOtherVisits(job: Job, scope: Scope): readonly Job[] {
  const query = {
    customerID: job.customerID,
    addressID: job.addressID,
    from_date: useToday(),
    ...({ sortby: 'startTime', order: 'asc', size: MAX_VISITS, count: '0' } as const),
  };
  const visits = useCall(listJobs, { query }).data?.items ?? [];
  return visits.filter((visit) => !movesAlong(visit, job, scope));
}

function movesAlong(visit: Job, job: Job, scope: Scope): boolean {
  if (scope === 'this' || job.seriesID === null) return visit.id === job.id;
  return visit.seriesID === job.seriesID && visit.startTime >= job.startTime;
}

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
function MoveAlone({ job, others, startTime, onChoose, onDone }: MoveAloneProps) {
  const { t } = useText(seriesTexts);
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
    <div className={`k-stack k-gap-10 ${styles.foot}`}>
      {gone && <SlotGoneNotice {...gone} chosen={startTime} onChoose={onChoose} />}
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

interface SlotGoneNoticeProps {
  readonly time: string;
  readonly alternatives: readonly Alternative[];
  readonly chosen: string | null;
  onChoose(startTime: string): void;
}

function SlotGoneNotice({ time: gone, alternatives, chosen, onChoose }: SlotGoneNoticeProps) {
  const { t } = useText(seriesTexts);
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
