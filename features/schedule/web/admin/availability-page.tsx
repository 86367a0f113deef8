import { useRef } from 'react';
import type { CleanerReply } from '#features/cleaners/cleaner-shapes.ts';
import { updateCleaner } from '#features/cleaners/contract.ts';
import {
  changeWeek,
  type WholeWeekFields,
  weekFields,
  weekFromFields,
} from '#features/cleaners/rules/week.ts';
import { CleanerPage } from '#features/cleaners/web/parts/cleaner-page.tsx';
import { JobsInTheWay, jobsInTheWayOf } from '#features/cleaners/web/parts/jobs-in-the-way.tsx';
import styles from '#features/cleaners/web/parts/parts.module.css';
import { ShiftsField } from '#features/cleaners/web/parts/shifts-field.tsx';
import { dayName, FROM_MONDAY, shiftBlocks } from '#features/cleaners/web/parts/week-table.tsx';
import { WEEKDAYS } from '#platform/kernel/business-time.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { DayRuler } from '#platform/web/design/tiles/day-ruler.tsx';
import { Panel, Panels } from '#platform/web/office/record.tsx';
import { RecordForm, useRecordForm } from '#platform/web/office/record-form.tsx';
import { SCHEDULE_READS } from './schedule-reads.ts';

/** /admin/cleaners/:cleanerID/availability */
export function Component() {
  return <CleanerPage>{(cleaner) => <Hours key={cleaner.id} cleaner={cleaner} />}</CleanerPage>;
}

const LABELS = Object.fromEntries(
  WEEKDAYS.flatMap((day) => [
    [`${day}Availability`, dayName(day)],
    [`${day}Hours`, `${dayName(day)} hours`],
  ]),
) as Record<keyof WholeWeekFields, string>;

function checkWeek(values: WholeWeekFields) {
  const { errors } = changeWeek({}, values);
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}

function Hours({ cleaner }: { readonly cleaner: CleanerReply }) {
  const update = useAct(updateCleaner, { refresh: SCHEDULE_READS });
  const acknowledge = useRef(false);
  const form = useRecordForm<WholeWeekFields>({
    initial: weekFields(weekFromFields(cleaner)),
    labels: LABELS,
    check: checkWeek,
    send: async (week) => {
      const body = { ...week, acknowledge: acknowledge.current };
      acknowledge.current = false;
      await update.mutateAsync({ params: { id: cleaner.id }, body });
    },
  });
  const jobs = jobsInTheWayOf(form.problem);
  const saveAnyway = () => {
    acknowledge.current = true;
    void form.submit();
  };
  return (
    <RecordForm
      form={form}
      save="Save hours"
      problem={jobs && <JobsInTheWay jobs={jobs} anyway="Save anyway" onAnyway={saveAnyway} />}
    >
      <Panels left={<WeekPanel form={form} />} />
    </RecordForm>
  );
}

function WeekPanel({ form }: { readonly form: ReturnType<typeof useRecordForm<WholeWeekFields>> }) {
  const { values } = form;
  const copyMonday = () =>
    form.set(
      Object.fromEntries(
        (['tuesday', 'wednesday', 'thursday', 'friday'] as const).flatMap((day) => [
          [`${day}Availability`, values.mondayAvailability],
          [`${day}Hours`, values.mondayHours],
        ]),
      ),
    );
  return (
    <Panel
      title="The regular week"
      note="Customers are offered times inside these hours only."
      end={<TextButton onClick={copyMonday}>Copy Monday to Friday</TextButton>}
    >
      {FROM_MONDAY.map((day) => (
        <div key={day} className={styles.dayRow}>
          <ShiftsField
            weekday={day}
            on={values[`${day}Availability`]}
            hours={values[`${day}Hours`]}
            error={form.errors[`${day}Hours`]}
            onChange={({ on, hours }) => form.set({ [`${day}Availability`]: on, [`${day}Hours`]: hours })}
          />
          <DayRuler blocks={shiftBlocks(values, day)} label={values[`${day}Hours`] || 'Day off'} />
        </div>
      ))}
    </Panel>
  );
}
