import { useState } from 'react';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { DAY_PARTS, type DayPart } from '#features/work/waiting-list/rules/offer.ts';
import { PART_NAMES } from '#features/work/waiting-list/web/parts/entry-labels.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { type BookingForm, NEW_RECORDS_FORM, type WaitWithoutHome } from './use-booking-form.ts';

interface Props {
  readonly date: string;
  readonly form: BookingForm;
  readonly request: Omit<WaitWithoutHome, 'date' | 'part'>;
}

/** Under the times of a full day: puts the customer on its waiting list. */
export function WaitForDay({ date, form, request }: Props) {
  const { date: dayOf } = useFormat();
  const [part, setPart] = useState<DayPart>('any');
  const wrong = Object.keys(form.errors).length;
  return (
    <div className={styles.foot}>
      <Segments
        label="Time of day"
        name="wait-part"
        options={DAY_PARTS.map((value) => ({ value, label: PART_NAMES[value] }))}
        value={part}
        onChange={setPart}
      />
      <SubmitProblem problem={form.problem} />
      {wrong > 0 && (
        <p role="status">Fix {wrong === 1 ? '1 field' : `${wrong} fields`} under Customer and home first.</p>
      )}
      <Button
        full
        form={NEW_RECORDS_FORM}
        busy={form.sending && 'Adding'}
        onClick={(event) => void form.wait(event, { ...request, date, part })}
      >
        Add to the waiting list for {dayOf(date)}
      </Button>
    </div>
  );
}
