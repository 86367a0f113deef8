import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { DayBoard } from '#features/work/day-board/contract.ts';
import type { Proposal } from '#features/work/day-board/rules/proposal.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { useIsPhone } from '#platform/web/office/use-is-phone.ts';
import { useLatestSearchParams } from '#platform/web/router/latest-search-params.ts';
import { useMay } from '#platform/web/session/use-may.ts';
import { type DispatchPlan, listPlans, type PlanHead, startPlan, stopPlan } from '../../contract.ts';
import { planCrews } from '../../rules/policy.ts';
import {
  decidedWords,
  gainWords,
  isOpen,
  obstacleWords,
  outcomeWords,
  type PlannedVisit,
  peopleWords,
  titleWords,
} from './plan-labels.ts';
import styles from './plan-panel.module.css';
import { groupOf, isOutdated, usePlan } from './use-plan.ts';

interface DayPlanProps {
  readonly day: string;
  /** Undefined until it is loaded. */
  readonly board: DayBoard | undefined;
  /** Shows the day with what is proposed. */
  show(proposal: Proposal | null): ReactNode;
}

/** Plans the crews of a day above its board: fills the tray, improves the day, or asks what if. */
export function DayPlan(props: DayPlanProps) {
  return useMay(planCrews) ? <PlanSection {...props} /> : props.show(null);
}

type Start = { readonly kind: PlanHead['kind']; readonly cleanerID?: string | undefined };

function PlanSection({ day, board, show }: DayPlanProps) {
  const [params, setParams] = useLatestSearchParams();
  const id = params.get('plan');
  const open = (planID: string | null) =>
    setParams(
      (now) => {
        if (planID === null) now.delete('plan');
        else now.set('plan', planID);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  const plans = useCall(listPlans, { query: { day } });
  const start = useAct(startPlan, { refresh: [listPlans], onSuccess: (started) => open(started.id) });
  const current = usePlan(id, board);
  const section = useRef<HTMLElement>(null);
  // Buttons disappear when their work is done.
  const regainFocus = () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) section.current?.focus();
    });
  const { running = null, latest = null } = plans.data ?? {};
  const isOpen = current.plan?.day === day;
  const isOwn = running?.id === id && (isOpen || current.plan === undefined);
  const others = isOwn ? null : running;
  // The other plan may be ready meanwhile.
  const isOver = start.error?.code === 'plan_running' && others === null;
  const problem = isOver ? null : start.error;
  return (
    <>
      <section
        ref={section}
        tabIndex={-1}
        className={`k-stack k-gap-8 ${styles.panel}`}
        aria-label={t('Plan the day')}
      >
        <Starter
          board={board}
          starting={start.isPending ? start.variables.body : null}
          onStart={(body) =>
            start.mutate(
              { body: { day, kind: body.kind, ...(body.cleanerID && { cleanerID: body.cleanerID }) } },
              { onError: () => void plans.refetch() },
            )
          }
        >
          {!isOpen && latest !== null && others === null && (
            <LatestPlan plan={latest} onShow={() => open(latest.id)} />
          )}
        </Starter>
        {problem && (
          <Notice kind={problem.code === 'nothing_to_plan' ? 'sun' : 'bad'} live>
            {problem.detail}
          </Notice>
        )}
        {others && <OthersPlan plan={others} day={day} onShow={() => open(others.id)} />}
        {id !== null && current.query.error && (
          <Notice kind="bad" live action={<TextButton onClick={() => open(null)}>{t('Close')}</TextButton>}>
            {current.query.error.detail}
          </Notice>
        )}
        {isOpen && (
          <OpenPlan
            current={current}
            board={board}
            onDecided={regainFocus}
            onClose={() => {
              open(null);
              regainFocus();
            }}
          />
        )}
      </section>
      {show(isOpen ? current.proposal : null)}
    </>
  );
}

interface StarterProps {
  readonly board: DayBoard | undefined;
  /** The plan that is being started. */
  readonly starting: Start | null;
  readonly children: ReactNode;
  onStart(start: Start): void;
}

const EXTRA = 'extra';

/** The buttons that start a plan. */
function Starter({ board, starting, children, onStart }: StarterProps) {
  const [asks, setAsks] = useState(false);
  const [answer, setAnswer] = useState(EXTRA);
  const isStarting = (kind: Start['kind']) => starting?.kind === kind && t('Starting');
  const ask = () =>
    onStart(answer === EXTRA ? { kind: 'extra-cleaner' } : { kind: 'cleaner-away', cleanerID: answer });
  return (
    <div className="k-row k-wrap k-gap-8">
      <Button size="small" kind="quiet" busy={isStarting('fill')} onClick={() => onStart({ kind: 'fill' })}>
        {t('Assign crews')}
      </Button>
      <Button
        size="small"
        kind="quiet"
        busy={isStarting('improve')}
        onClick={() => onStart({ kind: 'improve' })}
      >
        {t('Shorten travel')}
      </Button>
      <Button
        size="small"
        kind={asks ? 'chosen' : 'quiet'}
        aria-expanded={asks}
        onClick={() => setAsks(!asks)}
      >
        {t('Try a change')}
      </Button>
      {asks && (
        <form
          className="k-row k-wrap k-gap-8"
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <select
            className={`k-input ${styles.select}`}
            aria-label={t('Try a change')}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
          >
            <option value={EXTRA}>{t('One more cleaner works')}</option>
            {board?.cleaners
              .filter(({ hasLeft }) => !hasLeft)
              .map(({ id, fullname }) => (
                <option key={id} value={id}>
                  {t('{{fullname}} is away', { fullname })}
                </option>
              ))}
          </select>
          <Button
            type="submit"
            size="small"
            kind="quiet"
            busy={isStarting('cleaner-away') || isStarting('extra-cleaner')}
          >
            {t('Show what changes')}
          </Button>
        </form>
      )}
      {children}
    </div>
  );
}

function LatestPlan({ plan, onShow }: { readonly plan: PlanHead; onShow(): void }) {
  const format = useFormat();
  const { createdAt, startedBy } = plan;
  const when = `${format.date(createdAt)}, ${format.time(createdAt)}`;
  return (
    <span className="k-muted">
      {tNodes('Last plan: {{titleWords}}, {{when}}, {{fullname}}. {{textbutton}}', {
        titleWords: titleWords(plan),
        when,
        fullname: startedBy.fullname,
        textbutton: <TextButton onClick={onShow}>{t('Show it')}</TextButton>,
      })}
    </span>
  );
}

interface OthersPlanProps {
  readonly plan: PlanHead;
  /** The day on the board. */
  readonly day: string;
  onShow(): void;
}

/** Only one plan is calculated at a time; this one was not started here. */
function OthersPlan({ plan, day, onShow }: OthersPlanProps) {
  const format = useFormat();
  const stop = useAct(stopPlan, { refresh: [listPlans] });
  const which = plan.day === day ? t('this day') : format.date(plan.day);
  return (
    <div className="k-row k-wrap k-gap-8" role="status">
      <span>
        {t('{{fullname}} is planning {{which}}: {{titleWords}}.', {
          fullname: plan.startedBy.fullname,
          which,
          titleWords: titleWords(plan),
        })}
      </span>
      {plan.day === day && (
        <Button size="small" kind="quiet" onClick={onShow}>
          {t('Show')}
        </Button>
      )}
      <Button
        size="small"
        kind="quiet"
        busy={stop.isPending && t('Stopping')}
        onClick={() => stop.mutate({ params: { id: plan.id }, body: {} })}
      >
        {t('Stop it')}
      </Button>
      {stop.error && (
        <Notice kind="bad" live>
          {stop.error.detail}
        </Notice>
      )}
    </div>
  );
}

interface OpenPlanProps {
  readonly current: ReturnType<typeof usePlan>;
  readonly board: DayBoard | undefined;
  onDecided(): void;
  onClose(): void;
}

function OpenPlan({ current, board, onDecided, onClose }: OpenPlanProps) {
  const { plan, accept, undo, stop, leftOut, chosen, mayAccept, isBusy } = current;
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) onDecided();
    wasBusy.current = isBusy;
  });
  if (plan === undefined) return null;
  const error = accept.error ?? undo.error ?? stop.error;
  const problem = error && (
    <Notice kind="bad" live>
      {error.detail}
    </Notice>
  );
  if (plan.state === 'running')
    return (
      <div className="k-row k-wrap k-gap-8">
        <label className="k-row k-wrap k-gap-8">
          <b>{titleWords(plan)}</b> <progress value={plan.progress} max={1} />
        </label>
        <span className="k-figure">{Math.round(plan.progress * 100)}%</span>
        <Button size="small" kind="quiet" busy={stop.isPending && t('Stopping')} onClick={current.stopNow}>
          {t('Stop')}
        </Button>
        {problem}
      </div>
    );
  const open = current.proposal?.visits.length ?? 0;
  const isAccepted = plan.visits.some(({ outcome }) => outcome === 'accepted' || outcome === 'not-undone');
  return (
    <>
      <div className="k-row k-wrap k-gap-8 k-gap-x-16">
        <p className={styles.words} role="status">
          <b>{titleWords(plan)}.</b> {gainWords(plan)} {decidedWords(plan.visits, leftOut.size)}
        </p>
        <div className="k-row k-wrap k-gap-8">
          {mayAccept && open > 0 && (
            <Button
              size="small"
              busy={accept.isPending && t('Accepting')}
              disabledReason={chosen.length === 0 && t('Everything is left out')}
              onClick={() => current.acceptJobs(chosen)}
            >
              {acceptLabel(chosen.length, open)}
            </Button>
          )}
          {!mayAccept && open > 0 && (
            <span>{t('Hire a cleaner to make this change, then plan the day again.')}</span>
          )}
          {isAccepted && (
            <Button size="small" kind="quiet" busy={undo.isPending && t('Undoing')} onClick={current.undoAll}>
              {t('Undo the plan')}
            </Button>
          )}
          <Button size="small" kind="quiet" onClick={onClose}>
            {mayAccept && open > 0 && !isAccepted ? t('Reject') : t('Close')}
          </Button>
        </div>
      </div>
      {board && plan.visits.length > 0 && <PlanVisits {...{ plan, board, current }} />}
      {problem}
    </>
  );
}

/** `Accept all 5`, `Accept 3 of 5` */
function acceptLabel(chosen: number, open: number): string {
  if (chosen < open) return t('Accept {{chosen}} of {{open}}', { chosen, open });
  return open === 1 ? t('Accept') : t('Accept all {{open}}', { open });
}

interface PlanVisitsProps {
  readonly plan: DispatchPlan;
  readonly board: DayBoard;
  readonly current: ReturnType<typeof usePlan>;
}

/** The visits of a plan; each can be accepted by itself, or left out of “Accept all”. */
function PlanVisits({ plan, board, current }: PlanVisitsProps) {
  const { leftOut, mayAccept, isBusy } = current;
  const isPhone = useIsPhone();
  return (
    <ul className={styles.visits}>
      {plan.visits.map((visit) => {
        const isChanged = isOpen(visit) && isOutdated(visit, board);
        const isRefused = visit.outcome === 'refused';
        const mayDecide = mayAccept && !isChanged && (isOpen(visit) || isRefused);
        return (
          <PlannedVisitRow
            key={visit.jobID}
            visit={visit}
            customer={customerOf(visit, board)}
            isChanged={isChanged}
            others={isOpen(visit) ? groupOf(plan, visit.jobID).length - 1 : 0}
            isLeftOut={leftOut.has(visit.jobID)}
            acceptLabel={isRefused ? t('Try again') : t('Accept')}
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

function PlannedVisitRow(props: VisitProps) {
  const { visit, customer, isChanged, others, isLeftOut, acceptLabel, isBusy, onAccept, onLeaveOut, onSeek } =
    props;
  const format = useFormat();
  const { jobID, startTime } = visit;
  const name = `${format.time(startTime)} ${customer}`.trim();
  return (
    <li className={`k-row k-gap-10 ${styles.visit}`} data-left-out={isLeftOut || undefined}>
      {onLeaveOut ? (
        <input
          type="checkbox"
          aria-label={t('Include {{name}}', { name })}
          checked={!isLeftOut}
          onChange={onLeaveOut}
        />
      ) : (
        <span className={styles.noTick} />
      )}
      <span className={`k-grow ${styles.change}`}>
        <Link to={`/admin/jobs/${jobID}/view`}>{name}</Link>: <PlannedChange visit={visit} />{' '}
        <span className="k-muted">
          {isChanged ? t('Someone has changed this visit since. It stays as it is.') : outcomeWords(visit)}
          {others > 0 &&
            t(' Exchanges cleaners with {{value}}.', {
              value: others === 1 ? t('1 other visit') : t('{{others}} other visits', { others }),
            })}
        </span>
      </span>
      {onSeek && (
        <Button
          size="small"
          kind="quiet"
          onClick={onSeek}
          aria-label={t('Show on the board: {{name}}', { name })}
        >
          {t('Show')}
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
function PlannedChange({ visit }: { readonly visit: PlannedVisit }) {
  const { jobID, before, after } = visit;
  if (after === null)
    return (
      <>
        <b>{t('No one can come.')}</b> {obstacleWords(visit)}{' '}
        <Link to={`/admin/jobs/${jobID}/view?ask=crew-${before.length + 1}`}>{t('Find crew')}</Link>
      </>
    );
  return (
    <>
      {peopleWords(before)} → <b>{peopleWords(after)}</b>.
    </>
  );
}
