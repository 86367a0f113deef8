import { useState } from 'react';
import { useSearchParams } from 'react-router';
import styles from '#features/people/cleaners/web/parts/parts.module.css';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel, Panels } from '#platform/web/office/record.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import {
  addHoliday,
  type Holiday,
  listHolidays,
  removeHoliday,
  updateHoliday,
} from '../../contract/holidays.ts';
import { HolidayForm } from './holiday-form.tsx';
import { HOLIDAY_READS } from './schedule-reads.ts';
import { useFailedToast } from './use-failed-toast.ts';

/** The public holidays of a year, `?year=2027`. */
export function Holidays() {
  const holidays = useCall(listHolidays, {});
  const mayAdd = useMayCall(addHoliday);
  return (
    <Loaded query={holidays} what="the holidays">
      {({ items }) => (
        <Panels
          wide
          left={<Years holidays={items} />}
          right={
            mayAdd && (
              <Panel title="Add a holiday">
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
      title="Public holidays"
      note="No visits can be booked on a day that is closed."
      end={
        <Segments
          label="Year"
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
        <EmptyState title={`No holidays in ${year} yet.`} level={3}>
          The Ministry of Manpower publishes them in the middle of the year before.
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
      <ul className={styles.timeOff}>
        {holidays.map((holiday) => (
          <li key={holiday.day}>
            <span>
              <b>{date(holiday.day)}</b> {holiday.name}
              <span className="k-muted"> {holiday.closed ? 'Closed' : 'Open for visits'}</span>
            </span>
            {mayChange && (
              <span className={styles.acts}>
                <TextButton onClick={() => setChanging(holiday)}>
                  Change<span className="k-hidden"> {holiday.name}</span>
                </TextButton>
                <TextButton onClick={() => void remove(holiday)}>
                  Remove<span className="k-hidden"> {holiday.name}</span>
                </TextButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {changing && (
        <Sheet open onClose={() => setChanging(null)} title={changing.name} closeLabel="Close">
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
      failed(`We could not remove ${holiday.name}.`)(error);
      return;
    }
    const onError = failed(`We could not put ${holiday.name} back.`);
    toast.show({
      text: `${holiday.name} on ${date(holiday.day)} removed.`,
      undo: () => putBack.mutate({ body: { ...holiday, acknowledge: true } }, { onError }),
    });
  };
}
