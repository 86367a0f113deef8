import { useState } from 'react';
import type { CallInput } from '#platform/web/api/callable.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import type { Absence } from '../../contract/absences.ts';
import { type Cover, type CoverOption, planCover, startCover, type VisitToCover } from '../../contract.ts';
import { coverWords } from '../parts/cover-words.ts';
import styles from './cover.module.css';
import { CoverVisit } from './cover-visit.tsx';

interface CoverFormProps {
  readonly visits: readonly VisitToCover[];
  /** Who is away, and when. */
  readonly period: Pick<
    NonNullable<CallInput<typeof startCover>['body']>,
    'cleanerIDs' | 'from' | 'until' | 'leaves'
  >;
  /** The cleaner's own report, if it is open. */
  readonly absence: Absence | null;
  /** Of the time off; blank: none is set. */
  readonly reason: string;
  onDone(cover: Cover): void;
}

/** Every visit with its best solution chosen; one press does them all. */
export function CoverForm({ visits, period, absence, reason, onDone }: CoverFormProps) {
  // By the solution itself, also the proposed one: the plan is read again when a colleague changes something, and must not
  // change under the finger of somebody who is about to press.
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(() => new Map(visits.map(proposalOf)));
  const start = useAct(startCover, { refresh: [planCover], onSuccess: onDone });
  const indexOf = ({ jobID, options }: VisitToCover) =>
    Math.max(
      0,
      options.findIndex((option) => keyOf(option) === chosen.get(jobID)),
    );
  const [overrideReasons, setOverrideReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const reasonOf = (jobID: string) => overrideReasons.get(jobID) ?? '';
  const choices = visits.flatMap((visit) => {
    const option = visit.options[indexOf(visit)];
    if (option === undefined) return [];
    const overrideReason = reasonOf(visit.jobID).trim();
    const choice =
      option.needsReason && option.choice.kind === 'replace'
        ? { ...option.choice, overrideReason }
        : option.choice;
    return [{ jobID: visit.jobID, choice }];
  });
  const [isAsked, setAsked] = useState(false);
  const lacksReason = choices.some(({ choice }) => choice.kind === 'replace' && choice.overrideReason === '');
  const askForReason = (form: HTMLFormElement) => {
    setAsked(true);
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const setsTimeOff = reason.trim() !== '' && absence === null;
  const words = coverWords(choices.map(({ choice }) => choice));
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (start.isPending) return;
        if (lacksReason) return askForReason(event.currentTarget);
        start.mutate({
          body: {
            ...period,
            visits: choices,
            ...(setsTimeOff && { timeOff: reason.trim() }),
            ...(absence && { absenceID: absence.id }),
          },
        });
      }}
    >
      {visits.length === 0 && (
        <EmptyState title="No visits in that time">
          {setsTimeOff ? 'Only the time off is set.' : 'There is nothing to cover.'}
        </EmptyState>
      )}
      <ul className={styles.visits}>
        {visits.map((visit) => (
          <CoverVisit
            key={visit.jobID}
            visit={visit}
            namesAway={period.cleanerIDs.length !== 1}
            chosen={indexOf(visit)}
            overrideReason={reasonOf(visit.jobID)}
            isReasonAsked={isAsked}
            onReason={(given) => setOverrideReasons((before) => new Map(before).set(visit.jobID, given))}
            onChoose={(option) => setChosen((before) => new Map(before).set(visit.jobID, keyOf(option)))}
          />
        ))}
      </ul>
      {start.error && <ErrorState>{start.error.detail}</ErrorState>}
      {words !== '' && (
        <p className={styles.quiet}>
          Customers and cleaners are told a minute later. Until then you can undo everything.
        </p>
      )}
      {(visits.length > 0 || setsTimeOff || absence !== null) && (
        <div className={styles.acts}>
          <Button type="submit" busy={start.isPending && 'Covering'}>
            {words || (setsTimeOff ? 'Set time off' : 'Mark as seen')}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Of a visit, the solution that is shown first. */
function proposalOf({ jobID, options: [first] }: VisitToCover): [string, string] {
  return [jobID, first === undefined ? '' : keyOf(first)];
}

function keyOf({ choice }: CoverOption): string {
  return JSON.stringify(choice);
}
