import { useRef, useState } from 'react';
import type { CleanerReply } from '#features/people/cleaners/cleaner-shapes.ts';
import { updateCleaner } from '#features/people/cleaners/contract.ts';
import { type WholeWeekFields, weekFields, weekFromFields } from '#features/people/cleaners/rules/week.ts';
import { CleanerPage } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import { ConflictingJobs, conflictingJobsOf } from '#features/people/cleaners/web/parts/conflicting-jobs.tsx';
import { FirstSteps } from '#features/people/cleaners/web/parts/first-steps.tsx';
import styles from '#features/people/cleaners/web/parts/parts.module.css';
import { ShiftsField } from '#features/people/cleaners/web/parts/shifts-field.tsx';
import { dayName, FROM_MONDAY, shiftBlocks } from '#features/people/cleaners/web/parts/week-table.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { DayRuler } from '#platform/web/design/tiles/day-ruler.tsx';
import { t } from '#platform/web/i18n/office.ts';
import type { FormFields } from '#platform/web/office/form-fields.ts';
import { Panel, Panels } from '#platform/web/office/record.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { type RecordFormOf, useRecordForm } from '#platform/web/office/use-record-form.ts';
import { CoverThem, coverAddress } from './cover-link.tsx';
import { SCHEDULE_READS } from './schedule-reads.ts';

/** /admin/cleaners/:cleanerID/availability */
export function Component() {
  return <CleanerPage>{(cleaner) => <WeeklyHoursForm key={cleaner.id} cleaner={cleaner} />}</CleanerPage>;
}

const FIELDS = Object.fromEntries(
  FROM_MONDAY.flatMap((day) => [
    [`${day}Availability`, { label: dayName(day) }],
    [`${day}Hours`, { label: t('{{dayName}} hours', { dayName: dayName(day) }) }],
  ]),
) as unknown as FormFields<WholeWeekFields>;

type Jobs = NonNullable<ReturnType<typeof conflictingJobsOf>>;

function WeeklyHoursForm({ cleaner }: { readonly cleaner: CleanerReply }) {
  const acknowledged = useRef<Jobs>([]);
  const [savedOver, setSavedOver] = useState<Jobs>([]);
  const form = useRecordForm({
    call: updateCleaner,
    params: { id: cleaner.id },
    refresh: SCHEDULE_READS,
    stored: weekFields(weekFromFields(cleaner)),
    version: cleaner.updatedAt,
    fields: FIELDS,
    onSaved: () => {
      setSavedOver(acknowledged.current);
      acknowledged.current = [];
    },
  });
  const jobs = conflictingJobsOf(form.problem);
  const saveAnyway = () => {
    acknowledged.current = jobs ?? [];
    void form.submit(undefined, { acknowledge: true });
  };
  return (
    <RecordForm
      form={form}
      save={t('Save hours')}
      problem={jobs && <ConflictingJobs jobs={jobs} anyway={t('Save anyway')} onAnyway={saveAnyway} />}
    >
      <Panels
        left={
          <>
            <FirstSteps cleaner={cleaner} />
            <CoverThem visits={savedOver.length} to={coverAddress([cleaner.id], savedOver)} />
            <WeekPanel form={form} />
          </>
        }
      />
    </RecordForm>
  );
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const OFFICE_HOURS = '09:00-18:00';

function WeekPanel({ form }: { readonly form: RecordFormOf<WholeWeekFields> }) {
  const { values } = form;
  const isEmpty = FROM_MONDAY.every((day) => !values[`${day}Availability`]);
  const setWeekdays = (on: boolean, hours: string) =>
    form.set(
      Object.fromEntries(
        WEEKDAYS.flatMap((day) => [
          [`${day}Availability`, on],
          [`${day}Hours`, hours],
        ]),
      ),
    );
  const fillIn = () => setWeekdays(true, OFFICE_HOURS);
  const copyMonday = () => setWeekdays(values.mondayAvailability, values.mondayHours);
  return (
    <Panel
      title={t('Regular week')}
      note={t('Customers are only offered times within these hours.')}
      end={
        <>
          {isEmpty && <TextButton onClick={fillIn}>{t('Monday to Friday, 9 am to 6 pm')}</TextButton>}{' '}
          <TextButton onClick={copyMonday}>{t('Copy Monday to weekdays')}</TextButton>
        </>
      }
    >
      {FROM_MONDAY.map((day) => (
        <div key={day} className={`k-stack k-gap-6 k-gap-x-20 ${styles.dayRow}`}>
          <ShiftsField
            weekday={day}
            on={values[`${day}Availability`]}
            hours={values[`${day}Hours`]}
            error={form.errors[`${day}Hours`]}
            onChange={({ on, hours }) => form.set({ [`${day}Availability`]: on, [`${day}Hours`]: hours })}
          />
          <DayRuler blocks={shiftBlocks(values, day)} label={values[`${day}Hours`] || t('Day off')} />
        </div>
      ))}
    </Panel>
  );
}
