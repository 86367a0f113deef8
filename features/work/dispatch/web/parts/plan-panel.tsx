import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { queryOf, useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { May } from '#platform/web/session/may.tsx';
import { acceptPlan, type DispatchPlan, getPlan, startPlan, stopPlan, undoPlan } from '../../contract.ts';
import { planCrews } from '../../rules/policy.ts';
import styles from './plan-panel.module.css';
import { gainWords, openJobs, outcomeWords, peopleWords } from './plan-words.ts';

/** How often the progress of a running plan is read, in ms. */
const LOOK_EVERY = 500;

/** Plans the crews of a day: fills the tray or improves the day, shows what would change, and accepts or undoes it. */
export function PlanPanel({ day }: { readonly day: string }) {
  const [id, setId] = useState<string | null>(null);
  const start = useAct(startPlan, { onSuccess: (plan) => setId(plan.id) });
  return (
    <May act={planCrews}>
      <section className={styles.panel} aria-label="Plan the day">
        <div className={styles.acts}>
          {KINDS.map(({ kind, label }) => (
            <Button
              key={kind}
              size="small"
              kind="quiet"
              busy={start.isPending && start.variables.body.kind === kind && 'Starting'}
              onClick={() => start.mutate({ body: { day, kind } })}
            >
              {label}
            </Button>
          ))}
          {start.error && <span role="alert">{start.error.detail}</span>}
        </div>
        {id !== null && <Plan key={id} id={id} onClose={() => setId(null)} />}
      </section>
    </May>
  );
}

const KINDS = [
  { kind: 'fill', label: 'Fill the tray' },
  { kind: 'improve', label: 'Improve the day' },
] as const;

function Plan({ id, onClose }: { readonly id: string; onClose(): void }) {
  const query = useQuery({
    ...queryOf(getPlan, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_EVERY : false),
  });
  if (query.error) return <ErrorState>{query.error.detail}</ErrorState>;
  if (query.data === undefined) return null;
  const plan = query.data;
  return plan.state === 'running' ? <Running plan={plan} /> : <Proposal plan={plan} onClose={onClose} />;
}

function Running({ plan }: { readonly plan: DispatchPlan }) {
  const stop = useAct(stopPlan, { refresh: [getPlan] });
  return (
    <div className={styles.acts}>
      <progress aria-label="Planning" value={plan.progress} max={1} />
      <Button
        size="small"
        kind="quiet"
        busy={stop.isPending && 'Stopping'}
        onClick={() => stop.mutate({ params: { id: plan.id }, body: {} })}
      >
        Stop
      </Button>
    </div>
  );
}

function Proposal({ plan, onClose }: { readonly plan: DispatchPlan; onClose(): void }) {
  const accept = useAct(acceptPlan, { refresh: [getPlan] });
  const undo = useAct(undoPlan, { refresh: [getPlan] });
  const open = openJobs(plan);
  const isAccepted = plan.visits.some(({ outcome }) => outcome === 'accepted');
  const params = { id: plan.id };
  const isBusy = accept.isPending || undo.isPending;
  const acceptJobs = (jobIDs: readonly string[]) => accept.mutate({ params, body: { jobIDs: [...jobIDs] } });
  const error = accept.error ?? undo.error;
  return (
    <>
      <p className={styles.words} role="status">
        {gainWords(plan)}
      </p>
      {plan.visits.length > 0 && (
        <ul className={styles.visits}>
          {plan.visits.map((visit) => (
            <Visit
              key={visit.jobID}
              visit={visit}
              mayAccept={open.includes(visit.jobID) && !isBusy}
              onAccept={() =>
                acceptJobs(plan.visits.filter(({ group }) => group === visit.group).map(({ jobID }) => jobID))
              }
            />
          ))}
        </ul>
      )}
      {error && (
        <Notice kind="bad" live>
          {error.detail}
        </Notice>
      )}
      <div className={styles.acts}>
        {open.length > 0 && (
          <Button size="small" busy={accept.isPending && 'Accepting'} onClick={() => acceptJobs(open)}>
            {open.length === 1 ? 'Accept it' : `Accept all ${open.length}`}
          </Button>
        )}
        {isAccepted && (
          <Button
            size="small"
            kind="quiet"
            busy={undo.isPending && 'Undoing'}
            onClick={() => undo.mutate({ params, body: {} })}
          >
            Undo the plan
          </Button>
        )}
        <Button size="small" kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

interface VisitProps {
  readonly visit: DispatchPlan['visits'][number];
  readonly mayAccept: boolean;
  onAccept(): void;
}

function Visit({ visit, mayAccept, onAccept }: VisitProps) {
  const format = useFormat();
  const { jobID, startTime, before, after, obstacles } = visit;
  return (
    <li className={styles.visit}>
      <Link to={`/admin/jobs/${jobID}/view`}>{format.time(startTime)}</Link>
      <span>
        {after === null ? (
          <>
            <b>Nobody can come.</b>{' '}
            {obstacles.map(({ cleaner, reason }) => `${cleaner.fullname}: ${reason}`).join(' ')}
          </>
        ) : (
          <>
            {`${peopleWords(before)} → `}
            <b>{peopleWords(after)}</b>
          </>
        )}
        <span className={styles.quiet}>{` ${outcomeWords(visit)}`}</span>
      </span>
      {mayAccept && (
        <Button size="small" kind="quiet" onClick={onAccept}>
          Accept
        </Button>
      )}
    </li>
  );
}
