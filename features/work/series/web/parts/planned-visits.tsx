import { useVisitLabels } from '#features/work/jobs/web/parts/use-visit-labels.ts';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import type { MovePlanReply } from '../../contract/shapes.ts';
import type { Decisions } from './move-plan.tsx';
import styles from './series.module.css';
import { useSeriesText } from './text.ts';

type Planned = MovePlanReply['visits'][number];

interface PlannedVisitsProps {
  readonly plan: MovePlanReply;
  readonly decisions: Decisions;
  /** Another time for a date, or null to leave the visit unchanged. */
  onDecide(jobID: string, to: string | null): void;
}

/** Each visit with its new time and crew; a conflict asks for a decision. */
export function PlannedVisits({ plan, decisions, onDecide }: PlannedVisitsProps) {
  return (
    <ul className={styles.plan}>
      {plan.visits.map((visit) => (
        <li key={visit.jobID} data-outcome={visit.outcome}>
          {visit.outcome === 'conflict' || visit.jobID in decisions ? (
            <Conflict visit={visit} decided={decisions[visit.jobID]} onDecide={onDecide} />
          ) : (
            <Decided visit={visit} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Decided({ visit }: { readonly visit: Planned }) {
  const { t } = useSeriesText();
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
function Conflict({ visit, decided, onDecide }: ConflictProps) {
  const { t } = useSeriesText();
  const { whenOf } = useVisitLabels();
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
          {visit.outcome === 'conflict' && <span className={styles.taken}> {t('plan.conflict')}</span>}
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
