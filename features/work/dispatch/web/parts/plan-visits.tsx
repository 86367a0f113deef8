import { Link } from 'react-router';
import type { DayBoard } from '#features/work/day-board/contract.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useIsPhone } from '#platform/web/office/use-is-phone.ts';
import type { DispatchPlan } from '../../contract.ts';
import styles from './plan-panel.module.css';
import { isOpen, obstacleWords, outcomeWords, type PlannedVisit, peopleWords } from './plan-words.ts';
import { groupOf, isOutdated, type usePlan } from './use-plan.ts';

interface PlanVisitsProps {
  readonly plan: DispatchPlan;
  readonly board: DayBoard;
  readonly current: ReturnType<typeof usePlan>;
}

/** The visits of a plan; each can be accepted by itself, or left out of “Accept all”. */
export function PlanVisits({ plan, board, current }: PlanVisitsProps) {
  const { leftOut, mayAccept, isBusy } = current;
  const isPhone = useIsPhone();
  return (
    <ul className={styles.visits}>
      {plan.visits.map((visit) => {
        const isChanged = isOpen(visit) && isOutdated(visit, board);
        const isRefused = visit.outcome === 'refused';
        const mayDecide = mayAccept && !isChanged && (isOpen(visit) || isRefused);
        return (
          <Visit
            key={visit.jobID}
            visit={visit}
            customer={customerOf(visit, board)}
            isChanged={isChanged}
            others={isOpen(visit) ? groupOf(plan, visit.jobID).length - 1 : 0}
            isLeftOut={leftOut.has(visit.jobID)}
            acceptLabel={isRefused ? 'Try again' : 'Accept'}
            isBusy={isBusy}
            onAccept={mayDecide ? () => current.acceptOne(visit.jobID) : undefined}
            onSeek={isOpen(visit) && !isChanged && !isPhone ? () => current.seek(visit.jobID) : undefined}
            onLeaveOut={mayDecide && isOpen(visit) ? () => current.leaveOut(visit.jobID) : undefined}
          />
        );
      })}
    </ul>
  );
}

/** `Adeline Foo, Novena`; empty if the visit is no longer on this day. */
function customerOf({ jobID }: PlannedVisit, { visits }: DayBoard): string {
  const found = visits.find((visit) => visit.jobID === jobID);
  if (found === undefined) return '';
  const [area = ''] = found.area.split(',');
  return [found.customer.fullname, area].filter(Boolean).join(', ');
}

interface VisitProps {
  readonly visit: PlannedVisit;
  readonly customer: string;
  /** Someone has changed it since the plan. */
  readonly isChanged: boolean;
  /** Visits that exchange cleaners with it. */
  readonly others: number;
  readonly isLeftOut: boolean;
  readonly acceptLabel: string;
  readonly isBusy: boolean;
  readonly onAccept: (() => void) | undefined;
  /** Undefined where it has no ghost. */
  readonly onSeek: (() => void) | undefined;
  readonly onLeaveOut: (() => void) | undefined;
}

function Visit(props: VisitProps) {
  const { visit, customer, isChanged, others, isLeftOut, acceptLabel, isBusy, onAccept, onLeaveOut, onSeek } =
    props;
  const format = useFormat();
  const { jobID, startTime } = visit;
  const name = `${format.time(startTime)} ${customer}`.trim();
  return (
    <li className={styles.visit} data-left-out={isLeftOut || undefined}>
      {onLeaveOut ? (
        <input type="checkbox" aria-label={`Include ${name}`} checked={!isLeftOut} onChange={onLeaveOut} />
      ) : (
        <span className={styles.noTick} />
      )}
      <span className={styles.change}>
        <Link to={`/admin/jobs/${jobID}/view`}>{name}</Link>: <Change visit={visit} />{' '}
        <span className={styles.quiet}>
          {isChanged ? 'Someone has changed this visit since. It stays as it is.' : outcomeWords(visit)}
          {others > 0 &&
            ` Exchanges cleaners with ${others === 1 ? '1 other visit' : `${others} other visits`}.`}
        </span>
      </span>
      {onSeek && (
        <Button size="small" kind="quiet" onClick={onSeek} aria-label={`Show on the board: ${name}`}>
          Show
        </Button>
      )}
      {onAccept && !isBusy && (
        <Button size="small" kind="quiet" onClick={onAccept} aria-label={`${acceptLabel}: ${name}`}>
          {acceptLabel}
        </Button>
      )}
    </li>
  );
}

/** Who goes instead of whom, or why nobody can. */
function Change({ visit }: { readonly visit: PlannedVisit }) {
  const { jobID, before, after } = visit;
  if (after === null)
    return (
      <>
        <b>No one can come.</b> {obstacleWords(visit)}{' '}
        <Link to={`/admin/jobs/${jobID}/view?ask=crew-${before.length + 1}`}>Find crew</Link>
      </>
    );
  return (
    <>
      {peopleWords(before)} → <b>{peopleWords(after)}</b>.
    </>
  );
}
