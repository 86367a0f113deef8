import { useState } from 'react';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import { type Cover, planCover, startCover, type VisitToCover } from '../../contract.ts';
import { coverWords } from '../parts/cover-words.ts';
import styles from './cover.module.css';
import { CoverVisit } from './cover-visit.tsx';

interface CoverFormProps {
  readonly visits: readonly VisitToCover[];
  readonly period: { readonly cleanerID: string; readonly from: string; readonly until: string };
  /** Of the time off; blank: none is set. */
  readonly reason: string;
  onDone(cover: Cover): void;
}

/** Every visit with its best solution chosen; one press does them all. */
export function CoverForm({ visits, period, reason, onDone }: CoverFormProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const start = useAct(startCover, { refresh: [planCover], onSuccess: onDone });
  const choices = visits.flatMap(({ jobID, options }) => {
    const option = options[chosen.get(jobID) ?? 0];
    return option === undefined ? [] : [{ jobID, choice: option.choice }];
  });
  const setsTimeOff = reason.trim() !== '';
  const words = coverWords(choices.map(({ choice }) => choice));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate({
          body: { ...period, visits: choices, ...(setsTimeOff && { timeOff: reason.trim() }) },
        });
      }}
    >
      {visits.length === 0 && (
        <EmptyState title="No visits in that time" spot="done">
          {setsTimeOff ? 'Only the time off is set.' : 'There is nothing to cover.'}
        </EmptyState>
      )}
      <ul className={styles.visits}>
        {visits.map((visit) => (
          <CoverVisit
            key={visit.jobID}
            visit={visit}
            chosen={chosen.get(visit.jobID) ?? 0}
            onChoose={(index) => setChosen((before) => new Map(before).set(visit.jobID, index))}
          />
        ))}
      </ul>
      {start.error && <ErrorState>{start.error.detail}</ErrorState>}
      {(visits.length > 0 || setsTimeOff) && (
        <div className={styles.acts}>
          <Button type="submit" busy={start.isPending && 'Covering'}>
            {words === '' ? 'Set time off' : words}
          </Button>
          <span className={styles.quiet}>
            Customers and cleaners are told a minute later. Until then you can undo everything.
          </span>
        </div>
      )}
    </form>
  );
}
