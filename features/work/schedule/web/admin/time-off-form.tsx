import { useState } from 'react';
import { ConflictingJobs, conflictingJobsOf } from '#features/people/cleaners/web/parts/conflicting-jobs.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useOneSubmission } from '#platform/web/forms/use-one-submission.ts';
import { t } from '#platform/web/i18n/office.ts';
import { CoverThem, coverAddress } from './cover-link.tsx';
import { CleanersField, PeriodFields } from './time-off-fields.tsx';
import { EMPTY_PERIOD, type TimeOffValues, timeOffForm, timesOf } from './time-off-values.ts';
import { type NotSet, type Someone, useSetTimeOff } from './use-set-time-off.ts';

interface TimeOffFormProps {
  readonly cleaners: readonly Someone[];
  /** The values that it begins with, if they are not empty. */
  readonly begins?: Partial<TimeOffValues>;
}

/** Sets time off for selected `cleaners`; a single one needs no selection. */
export function TimeOffForm({ cleaners, begins }: TimeOffFormProps) {
  const setTimeOff = useSetTimeOff();
  const [notSet, setNotSet] = useState<readonly NotSet[]>([]);
  /** Those whose time off lies over their visits. */
  const [setOver, setSetOver] = useState<readonly NotSet[]>([]);
  const only = cleaners.length === 1 ? cleaners : [];
  const form = useForm<TimeOffValues>({
    initial: { ...EMPTY_PERIOD, cleanerIDs: only.map(({ id }) => id), ...begins },
    draft: 'time-off',
    schema: timeOffForm,
    send: async (values) => {
      const chosen = cleaners.filter(({ id }) => values.cleanerIDs.includes(id));
      const failed = await setTimeOff(chosen, { ...timesOf(values), description: values.description }, false);
      setNotSet(failed);
      setSetOver([]);
      if (failed.length === 0) form.set({ ...EMPTY_PERIOD, description: '' });
    },
  });
  const setAnyway = async (chosen: NotSet) => {
    const { cleaner, timeOff } = chosen;
    const still = await setTimeOff([cleaner], timeOff, true);
    if (still.length === 0) setSetOver((before) => [...before, chosen]);
    setNotSet((before) => [...before.filter((each) => each.cleaner.id !== cleaner.id), ...still]);
  };
  return (
    <form noValidate onSubmit={form.submit} className="k-stack k-left k-gap-14 k-form">
      {only.length === 0 && (
        <CleanersField
          cleaners={cleaners}
          chosen={form.values.cleanerIDs}
          error={form.errors.cleanerIDs}
          onChange={(cleanerIDs) => form.set({ cleanerIDs })}
        />
      )}
      <PeriodFields form={form} />
      {notSet.map((each) => (
        <WhyNotSet key={each.cleaner.id} notSet={each} onAnyway={() => setAnyway(each)} />
      ))}
      <CoverVisitsOf setOver={setOver} />
      <Button type="submit" busy={form.sending && t('Setting time off')}>
        {t('Set time off')}
      </Button>
    </form>
  );
}

/** The visits of all of them, in one line. */
function CoverVisitsOf({ setOver }: { readonly setOver: readonly NotSet[] }) {
  const jobs = setOver.flatMap(({ error }) => conflictingJobsOf(error) ?? []);
  const cleanerIDs = setOver.map(({ cleaner }) => cleaner.id);
  return <CoverThem visits={jobs.length} to={coverAddress(cleanerIDs, jobs)} />;
}

interface WhyNotSetProps {
  readonly notSet: NotSet;
  /** Sets it over the booked jobs. */
  onAnyway(): Promise<void>;
}

function WhyNotSet({ notSet, onAnyway }: WhyNotSetProps) {
  const { isBusy, run } = useOneSubmission();
  const name = notSet.cleaner.fullname;
  const jobs = conflictingJobsOf(notSet.error);
  if (jobs)
    return (
      <ConflictingJobs
        jobs={jobs}
        name={name}
        anyway={t('Set time off for {{name}} anyway', { name })}
        busy={isBusy && t('Setting time off')}
        onAnyway={() => void run(onAnyway)}
      />
    );
  return (
    <Notice kind="bad" live>
      {name}: {notSet.error.message}
    </Notice>
  );
}
