import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { ConflictingJobs, conflictingJobsOf } from '#features/people/cleaners/web/parts/conflicting-jobs.tsx';
import { day as dayText } from '#platform/contract/schemas.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { Checkbox, TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { Loaded, Panel, Panels } from '#platform/web/office/record.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import {
  addHoliday,
  type Holiday,
  listHolidays,
  removeHoliday,
  updateHoliday,
} from '../../contract/holidays.ts';
import { CoverThem, coverAddress } from './cover-link.tsx';
import { HOLIDAY_READS } from './schedule-reads.ts';
import { useFailedToast } from './use-failed-toast.ts';

/** The public holidays of a year, `?year=2027`. */
export function Holidays() {
  const holidays = useCall(listHolidays, {});
  const mayAdd = useMayCall(addHoliday);
  return (
    <Loaded query={holidays} what={t('the holidays')}>
      {({ items }) => (
        <Panels
          wide
          left={<Years holidays={items} />}
          right={
            mayAdd && (
              <Panel title={t('Add a holiday')}>
                <HolidayForm />
              </Panel>
            )
          }
        />
      )}
    </Loaded>
  );
}

function Years({ holidays }: { readonly holidays: readonly Holiday[] }) {
  const [params, setParams] = useSearchParams();
  const thisYear = today().slice(0, 4);
  const years = [...new Set([thisYear, ...holidays.map(({ day }) => day.slice(0, 4))])].toSorted();
  const asked = params.get('year') ?? '';
  const year = years.includes(asked) ? asked : thisYear;
  const shown = holidays.filter(({ day }) => day.startsWith(year));
  return (
    <Panel
      title={t('Public holidays')}
      note={t('No visits can be booked on a day that is closed.')}
      end={
        <Segments
          label={t('Year')}
          hideLabel
          value={year}
          onChange={(next) =>
            setParams(next === thisYear ? {} : { year: next }, { preventScrollReset: true })
          }
          options={years.map((each) => ({ value: each, label: each }))}
        />
      }
    >
      {shown.length === 0 ? (
        <EmptyState title={t('No holidays in {{year}} yet.', { year })} level={3}>
          {t('The Ministry of Manpower publishes them in the middle of the year before.')}
        </EmptyState>
      ) : (
        <HolidayList holidays={shown} />
      )}
    </Panel>
  );
}

function HolidayList({ holidays }: { readonly holidays: readonly Holiday[] }) {
  const { date } = useFormat();
  const [changing, setChanging] = useState<Holiday | null>(null);
  const remove = useRemoveHoliday();
  const mayChange = useMayCall(updateHoliday);
  return (
    <>
      <ul className="k-ruled">
        {holidays.map((holiday) => (
          <li key={holiday.day} className="k-row k-baseline k-between k-gap-12">
            <span>
              <b>{date(holiday.day)}</b> {holiday.name}
              <span className="k-muted"> {holiday.closed ? t('Closed') : t('Open for visits')}</span>
            </span>
            {mayChange && (
              <span className="k-row k-stretch k-gap-14">
                <TextButton onClick={() => setChanging(holiday)}>
                  {t('Change')}
                  <span className="k-hidden"> {holiday.name}</span>
                </TextButton>
                <TextButton onClick={() => void remove(holiday)}>
                  {t('Remove')}
                  <span className="k-hidden"> {holiday.name}</span>
                </TextButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {changing && (
        <Sheet open onClose={() => setChanging(null)} title={changing.name} closeLabel={t('Close')}>
          <HolidayForm holiday={changing} onSaved={() => setChanging(null)} />
        </Sheet>
      )}
    </>
  );
}

/** Removes a holiday; Undo adds it again, acknowledging booked visits as before. */
function useRemoveHoliday() {
  const toast = useToast();
  const failed = useFailedToast();
  const { date } = useFormat();
  const remove = useAct(removeHoliday, { refresh: HOLIDAY_READS });
  const putBack = useAct(addHoliday, { refresh: HOLIDAY_READS });
  return async (holiday: Holiday) => {
    try {
      await remove.mutateAsync({ params: { day: holiday.day } });
    } catch (error) {
      failed(t('We could not remove {{name}}.', { name: holiday.name }))(error);
      return;
    }
    const onError = failed(t('We could not put {{name}} back.', { name: holiday.name }));
    toast.show({
      text: t('{{name}} on {{date}} removed.', { name: holiday.name, date: date(holiday.day) }),
      undo: () => putBack.mutate({ body: { ...holiday, acknowledge: true } }, { onError }),
    });
  };
}

const NEW = { day: '', name: '', closed: true };

const schema = z.object({
  day: dayText,
  name: z
    .string()
    .trim()
    .min(1, { error: t('Enter the holiday’s name.') })
    .max(80, { error: t('Use at most 80 characters.') }),
  closed: z.boolean(),
});

interface HolidayFormProps {
  /** The holiday to change; otherwise a new one is added. */
  readonly holiday?: Holiday;
  onSaved?(): void;
}

/** A holiday's day and name, and a warning if visits are booked on it. */
function HolidayForm({ holiday, onSaved }: HolidayFormProps) {
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
    <form noValidate onSubmit={form.submit} className="k-stack k-left k-gap-14 k-form">
      <DayField label={t('Day')} {...form.choice('day')} />
      <TextField label={t('Name')} maxLength={80} {...form.text('name')} />
      <Checkbox
        label={t('Closed')}
        hint={t('No visits can be booked on this day.')}
        {...form.flag('closed')}
      />
      {jobs !== null && (
        <ConflictingJobs
          jobs={jobs}
          name={name}
          anyway={t('Close the day anyway')}
          busy={form.sending && t('Saving')}
          onAnyway={closeAnyway}
        />
      )}
      <CoverThem visits={closedOver.length} to={coverAddress(null, closedOver)} />
      <SubmitProblem
        problem={jobs === null && conflictingJobsOf(form.problem) === null ? form.problem : null}
      />
      <Button type="submit" busy={form.sending && t('Saving')}>
        {holiday === undefined ? t('Add holiday') : t('Save holiday')}
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
    toast.show({
      text:
        holiday === undefined
          ? t('{{name}} added.', { name: values.name })
          : t('{{name}} saved.', { name: values.name }),
    });
  };
}
