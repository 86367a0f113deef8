import { MultiSelect } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Checkbox, Field, TextField } from '#platform/web/design/parts/field.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { FieldGrid } from '#platform/web/office/record-form.tsx';
import type { PeriodValues } from './time-off-values.ts';
import type { Someone } from './use-set-time-off.ts';

/** Any form that contains a period. */
interface PeriodForm {
  readonly values: PeriodValues;
  set(change: Partial<PeriodValues>): void;
  flag(name: 'wholeDays'): Omit<ComponentProps<typeof Checkbox>, 'label'>;
  choice(name: 'firstDay' | 'lastDay'): Omit<ComponentProps<typeof DayField>, 'label'>;
  text(name: 'firstTime' | 'lastTime' | 'description'): Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** Start, end and reason. */
export function PeriodFields({ form }: { readonly form: PeriodForm }) {
  const { firstDay, lastDay, wholeDays } = form.values;
  // A single day is the most common case: the last day follows the first until it is chosen.
  const start = (day: string) =>
    form.set({ firstDay: day, ...(lastDay === firstDay || lastDay < day ? { lastDay: day } : {}) });
  return (
    <>
      <Checkbox label={t('Whole days')} {...form.flag('wholeDays')} />
      <FieldGrid>
        <DayField label={t('First day')} {...form.choice('firstDay')} onChange={start} />
        {!wholeDays && <TextField label={t('From')} type="time" {...form.text('firstTime')} />}
        <DayField label={t('Last day')} {...form.choice('lastDay')} min={firstDay} />
        {!wholeDays && <TextField label={t('Until')} type="time" {...form.text('lastTime')} />}
      </FieldGrid>
      <TextField
        label={t('Reason')}
        aside={t('Only the office sees this')}
        maxLength={200}
        {...form.text('description')}
      />
    </>
  );
}

interface Props {
  readonly cleaners: readonly Someone[];
  readonly chosen: readonly string[];
  readonly error: string | undefined;
  onChange(ids: string[]): void;
}

/** Selects several cleaners by name. */
export function CleanersField({ cleaners, chosen, error, onChange }: Props) {
  return (
    <Field label={t('Cleaners')} error={error}>
      {(wiring) => (
        <MultiSelect
          {...wiring}
          name="cleanerIDs"
          placeholder={t('Type a name')}
          searchable
          data={cleaners.map((cleaner) => ({ value: cleaner.id, label: cleaner.fullname }))}
          value={[...chosen]}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
