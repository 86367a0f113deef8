import { useAct } from '#platform/web/api/queries.ts';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { addTimeOff, removeTimeOff } from '../../contract.ts';
import { SCHEDULE_READS } from '../admin/schedule-reads.ts';
import { useFailedToast } from '../admin/use-failed-toast.ts';
import { wholeDaysOf } from '../admin/whole-days.ts';

interface TimeOff {
  readonly id: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly description: string;
}

/** Time off, each entry with a remove button; removals can be undone. */
export function TimeOffList({
  cleanerID,
  timeOff,
}: {
  readonly cleanerID: string;
  readonly timeOff: readonly TimeOff[];
}) {
  const remove = useRemoveTimeOff(cleanerID);
  const timeOffLabel = useTimeOffLabel();
  if (timeOff.length === 0) return <p className="k-muted">{t('None.')}</p>;
  return (
    <ul className="k-ruled">
      {timeOff.map((off) => (
        <li key={off.id} className="k-row k-baseline k-between k-gap-12">
          <span>
            {timeOffLabel(off)}
            {off.description && <span className="k-muted"> {off.description}</span>}
          </span>
          <TextButton onClick={() => void remove(off)}>
            {t('Remove')}
            <span className="k-hidden"> {timeOffLabel(off)}</span>
          </TextButton>
        </li>
      ))}
    </ul>
  );
}

/**
 * `Thu 24 Dec 9:00 am to Sat 26 Dec 6:00 pm`. The second day is shown only if it differs, the times only unless whole
 * days are covered: `Thu 24 Dec to Fri 25 Dec`. Within one day, optionally only the times.
 */
export function useTimeOffLabel() {
  const { date, time, timeRange } = useFormat();
  return ({ startTime, endTime }: Pick<TimeOff, 'startTime' | 'endTime'>, onlyTimes = false): string => {
    const days = wholeDaysOf({ startTime, endTime });
    if (days) {
      const one = days.from === days.until;
      if (one) return onlyTimes ? t('all day') : t('{{date}}, all day', { date: date(days.from) });
      return t('{{date}} to {{date2}}', { date: date(days.from), date2: date(days.until) });
    }
    const sameDay = startTime.slice(0, 10) === endTime.slice(0, 10);
    if (sameDay && onlyTimes) return timeRange(startTime, endTime);
    return t('{{date}} {{time}} to {{value}}{{time2}}', {
      date: date(startTime),
      time: time(startTime),
      value: sameDay ? '' : `${date(endTime)} `,
      time2: time(endTime),
    });
  };
}

/** Removes time off; Undo adds it again, acknowledging booked jobs as before. */
export function useRemoveTimeOff(cleanerID: string) {
  const toast = useToast();
  const failed = useFailedToast();
  const timeOffLabel = useTimeOffLabel();
  const remove = useAct(removeTimeOff, { refresh: SCHEDULE_READS });
  const putBack = useAct(addTimeOff, { refresh: SCHEDULE_READS });
  return async (off: TimeOff) => {
    try {
      await remove.mutateAsync({ params: { id: cleanerID, timeOffID: off.id } });
    } catch (error) {
      failed(t('We could not remove the time off.'))(error);
      return;
    }
    const { startTime, endTime, description } = off;
    const body = { startTime, endTime, description, acknowledge: true };
    toast.show({
      text: t('Time off {{timeOff}} removed.', { timeOff: timeOffLabel(off) }),
      undo: () =>
        putBack.mutate(
          { params: { id: cleanerID }, body },
          { onError: failed(t('We could not put it back.')) },
        ),
    });
  };
}
