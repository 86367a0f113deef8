import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs, previewCancellation } from '#features/work/jobs/contract.ts';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { Callable } from '#platform/web/api/callable.ts';
import { keyOf, useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { useMay } from '#platform/web/session/use-may.ts';
import type { MovePlanReply } from '../../contract/shapes.ts';
import { moveFollowing, previewFollowingMove, undoSeriesMove } from '../../contract.ts';
import * as policy from '../../rules/policy.ts';
import { seriesTexts } from '../texts.ts';
import styles from './series.module.css';
import { useSeriesSentence } from './use-series-message.ts';

interface MovePlanProps {
  readonly job: Job;
  /** The new start of the first visit; null until a time is chosen. */
  readonly startTime: string | null;
  onDone(): void;
}

/** By job: another time for its date, or null to leave it unchanged. */
type Decisions = Readonly<Record<string, string | null>>;

/** Previews moving several visits, asks for a decision on each conflict, and then applies exactly that plan. */
export function MovePlan({ job, startTime, onDone }: MovePlanProps) {
  const { t } = useText(seriesTexts);
  const [decisions, setDecisions] = useState<Decisions>({});
  const sentenceOf = useSeriesSentence();
  const plan = usePlan(job, startTime, decisions);
  if (startTime === null)
    return (
      <Button full disabledReason={t('move.pickFirst')}>
        {false}
      </Button>
    );
  if (plan.isPending) return <Skeleton words={t('plan.loading')} lines={4} bare />;
  if (plan.isError) {
    return (
      <ErrorState
        retryLabel={t('tryAgain')}
        onRetry={() => void plan.refetch()}
        retrying={plan.isFetching && t('trying')}
      >
        {plan.error instanceof ApiError && plan.error.status < 500
          ? sentenceOf(plan.error)
          : t('plan.failed')}
      </ErrorState>
    );
  }
  return (
    <>
      <SectionTitle>{t('plan.title')}</SectionTitle>
      <PlannedVisits
        plan={plan.data}
        decisions={decisions}
        onDecide={(jobID, to) => setDecisions({ ...decisions, [jobID]: to })}
      />
      <ConfirmMove
        job={job}
        body={{ startTime, decisions: bodyOf(decisions) }}
        plan={plan.data}
        stale={plan.isPlaceholderData}
        lookAgain={() => void plan.refetch()}
        onDone={onDone}
      />
    </>
  );
}

function bodyOf(decisions: Decisions) {
  return Object.entries(decisions).map(([jobID, startTime]) => ({ jobID, startTime }));
}

function usePlan(job: Job, startTime: string | null, decisions: Decisions) {
  const body = { startTime: startTime ?? '', decisions: bodyOf(decisions) };
  return useQuery({
    queryKey: [...keyOf(previewFollowingMove), job.id, body],
    queryFn: ({ signal }) => callApi(previewFollowingMove, { params: { id: job.id }, body, signal }),
    enabled: startTime !== null,
    // Availability changes, so a cached plan is never shown.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** For the office: undoes the move while the toast offers it. */
function useTakeBack(refresh: readonly Callable[]) {
  const { t } = useText(seriesTexts);
  const toast = useToast();
  const sentenceOf = useSeriesSentence();
  const undo = useAct(undoSeriesMove, { refresh });
  return async (moveID: string) => {
    try {
      const { visits } = await undo.mutateAsync({ params: { id: moveID }, body: {} });
      toast.show({ text: t('move.movedBack', { count: visits.length }) });
    } catch (error) {
      toast.fail({ text: t('move.notUndone', { why: sentenceOf(error) }) });
    }
  };
}

interface ConfirmProps {
  readonly job: Job;
  readonly body: { readonly startTime: string; readonly decisions: ReturnType<typeof bodyOf> };
  readonly plan: MovePlanReply;
  /** The plan does not reflect the latest decisions yet. */
  readonly stale: boolean;
  lookAgain(): void;
  onDone(): void;
}

function ConfirmMove({ job, body, plan, stale, lookAgain, onDone }: ConfirmProps) {
  const { t } = useText(seriesTexts);
  const toast = useToast();
  const sentenceOf = useSeriesSentence();
  const refresh = [getJob, listJobs, previewCancellation, listTimeAvailable];
  const act = useAct(moveFollowing, { refresh });
  const takeBack = useTakeBack(refresh);
  const [problem, setProblem] = useState<string | null>(null);
  const moving = plan.visits.filter((visit) => visit.outcome === 'moves').length;
  const move = async () => {
    setProblem(null);
    try {
      const { moveID } = await act.mutateAsync({
        params: { id: job.id },
        body: { ...body, plan: plan.plan },
      });
      toast.show({
        text: t('move.movedSeries', { count: moving }),
        undo: moveID === null ? undefined : () => void takeBack(moveID),
      });
      onDone();
    } catch (error) {
      setProblem(sentenceOf(error));
      lookAgain();
    }
  };
  return (
    <>
      {problem !== null && (
        <Notice kind="bad" live>
          {problem}
        </Notice>
      )}
      <Button
        full
        busy={(act.isPending && t('move.moving')) || (stale && t('plan.loading'))}
        disabledReason={whyNot()}
        onClick={() => void move()}
      >
        {t('plan.go', { count: moving })}
      </Button>
    </>
  );

  function whyNot(): string | false {
    if (plan.conflicts > 0) return t('plan.decide', { count: plan.conflicts });
    return moving === 0 && t('plan.nothing');
  }
}

type Planned = MovePlanReply['visits'][number];

interface PlannedVisitsProps {
  readonly plan: MovePlanReply;
  readonly decisions: Decisions;
  /** Another time for a date, or null to leave the visit unchanged. */
  onDecide(jobID: string, to: string | null): void;
}

/** Each visit with its new time and crew; a conflict asks for a decision. */
function PlannedVisits({ plan, decisions, onDecide }: PlannedVisitsProps) {
  return (
    <ul className={`k-ruled k-line-above k-line-below ${styles.plan}`}>
      {plan.visits.map((visit) => (
        <li key={visit.jobID} className="k-stack k-gap-2" data-outcome={visit.outcome}>
          {visit.outcome === 'conflict' || visit.jobID in decisions ? (
            <ConflictingVisit visit={visit} decided={decisions[visit.jobID]} onDecide={onDecide} />
          ) : (
            <DecidedVisit visit={visit} />
          )}
        </li>
      ))}
    </ul>
  );
}

function DecidedVisit({ visit }: { readonly visit: Planned }) {
  const { t } = useText(seriesTexts);
  const { whenOf } = useVisitLabels();
  if (visit.outcome === 'stays') {
    return (
      <>
        <b>{whenOf(visit.from)}</b>
        <span className="k-muted k-small">{t(`plan.stays.${visit.stays ?? 'unchanged'}`)}</span>
      </>
    );
  }
  const crew = visit.cleaners.map((person) => person.firstname).join(', ');
  return (
    <>
      <b>{whenOf(visit.startTime)}</b>
      <span className="k-muted k-small">
        {t('plan.from', { when: whenOf(visit.from) })}
        {visit.sameCrew && `, ${crew}`}
      </span>
      {!visit.sameCrew && <span className={styles.other}>{t('plan.withOther', { crew })}</span>}
    </>
  );
}

interface ConflictProps {
  readonly visit: Planned;
  /** Undefined until decided. */
  readonly decided: string | null | undefined;
  onDecide(jobID: string, to: string | null): void;
}

const STAY = 'stay';

/**
 * The nearest free times, and the option to leave the visit unchanged. The chosen option stays listed so that it can be
 * changed.
 */
function ConflictingVisit({ visit, decided, onDecide }: ConflictProps) {
  const { t } = useText(seriesTexts);
  const { whenOf } = useVisitLabels();
  const isOffice = useMay(policy.undoSeriesMove);
  const when = whenOf(visit.from);
  const chosen =
    decided && visit.outcome === 'moves' ? [{ startTime: decided, cleaners: visit.cleaners }] : [];
  const offered = visit.alternatives.length > 0 ? visit.alternatives : chosen;
  const value = decided === null ? STAY : (decided ?? null);
  return (
    <RadioRows
      label={
        <>
          {whenOf(visit.outcome === 'conflict' ? visit.startTime : visit.from)}
          {visit.outcome === 'conflict' && <span className="k-bad"> {t('plan.conflict')}</span>}
          {visit.outcome === 'conflict' && isOffice && <span className={styles.why}>{visit.detail}</span>}
        </>
      }
      name={`decide-${visit.jobID}`}
      options={[
        ...offered.map((one) => ({
          value: one.startTime,
          label: whenOf(one.startTime),
          note: t('plan.with', { crew: one.cleaners.map((person) => person.firstname).join(', ') }),
        })),
        { value: STAY, label: t('plan.leave', { when }), note: t('plan.leaveNote') },
      ]}
      value={value}
      onChange={(next) => onDecide(visit.jobID, next === STAY ? null : next)}
    />
  );
}
