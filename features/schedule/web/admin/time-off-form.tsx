import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { nameOf } from '#features/cleaners/web/parts/cleaner-name.ts';
import { JobsInTheWay, jobsInTheWayOf } from '#features/cleaners/web/parts/jobs-in-the-way.tsx';
import styles from '#features/cleaners/web/parts/parts.module.css';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Field, TextField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import type { Errors } from '#platform/web/forms/form-state.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Cell, FieldGrid } from '#platform/web/office/record-form.tsx';
import { addTimeOff, removeTimeOff } from '../../contract.ts';
import { SCHEDULE_READS } from './schedule-reads.ts';

interface Someone {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
}

type TimeOffValues = {
  readonly cleanerIds: readonly string[];
  readonly startTime: string;
  readonly endTime: string;
  readonly description: string;
};

type Kept = { readonly cleaner: Someone; readonly error: Error };

function check({ cleanerIds, startTime, endTime }: TimeOffValues): Errors {
  return {
    ...(cleanerIds.length === 0 ? { cleanerIds: 'Choose at least one cleaner.' } : {}),
    ...(startTime === '' ? { startTime: 'Choose when it starts.' } : {}),
    ...(endTime === '' ? { endTime: 'Choose when it ends.' } : {}),
    ...(startTime !== '' && endTime !== '' && endTime <= startTime
      ? { endTime: 'The end must be after the start.' }
      : {}),
  };
}

/** Sets time off for those chosen among `cleaners`; with one there is nothing to choose. */
export function TimeOffForm({ cleaners }: { readonly cleaners: readonly Someone[] }) {
  const setTimeOff = useSetTimeOff();
  const [kept, setKept] = useState<readonly Kept[]>([]);
  const only = cleaners.length === 1 ? cleaners : [];
  const initial = { cleanerIds: only.map(({ id }) => id), startTime: '', endTime: '', description: '' };
  const form = useForm<TimeOffValues>({
    initial,
    check,
    send: async (values) => {
      const chosen = cleaners.filter(({ id }) => values.cleanerIds.includes(id));
      setKept(await setTimeOff(chosen, values, false));
    },
  });
  const anyway = async ({ cleaner }: Kept) => {
    const still = await setTimeOff([cleaner], form.values, true);
    setKept([...kept.filter((each) => each.cleaner !== cleaner), ...still]);
  };
  return (
    <form noValidate onSubmit={form.submit} className={styles.timeOffForm}>
      {only.length === 0 && (
        <Field label="Cleaners" error={form.errors.cleanerIds}>
          {(wiring) => (
            <MultiSelect
              {...wiring}
              name="cleanerIds"
              placeholder="Type a name"
              searchable
              data={cleaners.map((cleaner) => ({ value: cleaner.id, label: nameOf(cleaner) }))}
              value={[...form.values.cleanerIds]}
              onChange={(cleanerIds) => form.set({ cleanerIds })}
            />
          )}
        </Field>
      )}
      <FieldGrid>
        <TextField label="From" type="datetime-local" {...form.text('startTime')} />
        <TextField
          label="Until"
          type="datetime-local"
          min={form.values.startTime}
          {...form.text('endTime')}
        />
        <Cell span={6}>
          <TextField
            label="Why"
            aside="Only the office reads this"
            maxLength={200}
            {...form.text('description')}
          />
        </Cell>
      </FieldGrid>
      {kept.map((each) => (
        <StillThere key={each.cleaner.id} kept={each} onAnyway={() => void anyway(each)} />
      ))}
      <Button type="submit" busy={form.sending && 'Setting time off'}>
        Set time off
      </Button>
    </form>
  );
}

function StillThere({ kept, onAnyway }: { readonly kept: Kept; onAnyway(): void }) {
  const name = nameOf(kept.cleaner);
  const jobs = jobsInTheWayOf(kept.error);
  if (jobs)
    return <JobsInTheWay jobs={jobs} name={name} anyway={`Set it for ${name} anyway`} onAnyway={onAnyway} />;
  return (
    <Notice kind="bad" live>
      {name}: {kept.error.message}
    </Notice>
  );
}

/** Sets the same time off for each, and replies with those for whom it could not be set. */
function useSetTimeOff() {
  const toast = useToast();
  const add = useAct(addTimeOff, { refresh: SCHEDULE_READS });
  const remove = useAct(removeTimeOff, { refresh: SCHEDULE_READS });
  return async (
    cleaners: readonly Someone[],
    values: TimeOffValues,
    acknowledge: boolean,
  ): Promise<readonly Kept[]> => {
    const { startTime, endTime, description } = values;
    const kept: Kept[] = [];
    const done: { readonly id: string; readonly timeOffID: string }[] = [];
    for (const cleaner of cleaners) {
      const { id } = cleaner;
      try {
        const body = { startTime, endTime, description, acknowledge };
        done.push({ id, timeOffID: (await add.mutateAsync({ params: { id }, body })).id });
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        kept.push({ cleaner, error });
      }
    }
    const who = cleaners.filter(({ id }) => done.some((each) => each.id === id));
    const undo = () => {
      for (const params of done) remove.mutate({ params });
    };
    if (done.length > 0)
      toast.show({ text: `${namesOf(who)} ${done.length === 1 ? 'has' : 'have'} time off.`, undo });
    return kept;
  };
}

function namesOf(cleaners: readonly Someone[]): string {
  const [first] = cleaners;
  return cleaners.length === 1 && first !== undefined ? nameOf(first) : `${cleaners.length} cleaners`;
}
