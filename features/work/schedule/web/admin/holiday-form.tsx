import { useRef, useState } from 'react';
import { z } from 'zod';
import { ConflictingJobs, conflictingJobsOf } from '#features/people/cleaners/web/parts/conflicting-jobs.tsx';
import styles from '#features/people/cleaners/web/parts/parts.module.css';
import { day as dayText } from '#platform/contract/schemas.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, TextField } from '#platform/web/design/parts/field.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { addHoliday, type Holiday, updateHoliday } from '../../contract/holidays.ts';
import { coverAddress } from '../parts/cover-address.ts';
import { CoverThem } from '../parts/cover-them.tsx';
import { HOLIDAY_READS } from './schedule-reads.ts';

const NEW = { day: '', name: '', closed: true };

const schema = z.object({
  day: dayText,
  name: z
    .string()
    .trim()
    .min(1, { error: 'Enter the holiday’s name.' })
    .max(80, { error: 'Use at most 80 characters.' }),
  closed: z.boolean(),
});

interface HolidayFormProps {
  /** The holiday to change; otherwise a new one is added. */
  readonly holiday?: Holiday;
  onSaved?(): void;
}

/** A holiday's day and name, and a warning if visits are booked on it. */
export function HolidayForm({ holiday, onSaved }: HolidayFormProps) {
  const save = useSaveHoliday(holiday);
  const acknowledge = useRef(false);
  const [sentDay, setSentDay] = useState('');
  const [closedOver, setClosedOver] = useState<NonNullable<ReturnType<typeof conflictingJobsOf>>>([]);
  const form = useForm<Holiday>({
    initial: holiday ?? NEW,
    draft: `holiday ${holiday?.day ?? 'new'}`,
    schema,
    send: async (values) => {
      const isSure = acknowledge.current;
      acknowledge.current = false;
      setSentDay(values.day);
      setClosedOver([]);
      await save(values, isSure);
      if (isSure) setClosedOver(jobs ?? []);
      if (holiday === undefined) form.set(NEW);
      if (!isSure) onSaved?.();
    },
  });
  const { day, name } = form.values;
  // Ignored once the day is changed, as other jobs would conflict.
  const jobs = day === sentDay ? conflictingJobsOf(form.problem) : null;
  const closeAnyway = () => {
    acknowledge.current = true;
    void form.submit();
  };
  return (
    <form noValidate onSubmit={form.submit} className={styles.timeOffForm}>
      <DayField label="Day" {...form.choice('day')} />
      <TextField label="Name" maxLength={80} {...form.text('name')} />
      <Checkbox label="Closed" hint="No visits can be booked on this day." {...form.flag('closed')} />
      {jobs !== null && (
        <ConflictingJobs
          jobs={jobs}
          name={name}
          anyway="Close the day anyway"
          busy={form.sending && 'Saving'}
          onAnyway={closeAnyway}
        />
      )}
      <CoverThem visits={closedOver.length} to={coverAddress(null, closedOver)} />
      <SubmitProblem
        problem={jobs === null && conflictingJobsOf(form.problem) === null ? form.problem : null}
      />
      <Button type="submit" busy={form.sending && 'Saving'}>
        {holiday === undefined ? 'Add holiday' : 'Save holiday'}
      </Button>
    </form>
  );
}

function useSaveHoliday(holiday: Holiday | undefined) {
  const toast = useToast();
  const add = useAct(addHoliday, { refresh: HOLIDAY_READS });
  const update = useAct(updateHoliday, { refresh: HOLIDAY_READS });
  return async (values: Holiday, acknowledge: boolean) => {
    const body = { ...values, acknowledge };
    if (holiday === undefined) await add.mutateAsync({ body });
    else await update.mutateAsync({ params: { day: holiday.day }, body });
    toast.show({ text: holiday === undefined ? `${values.name} added.` : `${values.name} saved.` });
  };
}
