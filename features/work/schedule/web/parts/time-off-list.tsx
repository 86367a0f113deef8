import styles from '#features/people/cleaners/web/parts/parts.module.css';
import { useAct } from '#platform/web/api/queries.ts';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
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

/** Time off, each with one word that removes it; what is removed can be put back. */
export function TimeOffList({
  cleanerId,
  timeOff,
}: {
  readonly cleanerId: string;
  readonly timeOff: readonly TimeOff[];
}) {
  const remove = useRemoveTimeOff(cleanerId);
  const words = useTimeOffWords();
  if (timeOff.length === 0) return <p className="k-muted">None.</p>;
  return (
    <ul className={styles.timeOff}>
      {timeOff.map((off) => (
        <li key={off.id}>
          <span>
            {words(off)}
            {off.description && <span className="k-muted"> {off.description}</span>}
          </span>
          <TextButton onClick={() => void remove(off)}>
            Remove<span className="k-hidden"> {words(off)}</span>
          </TextButton>
        </li>
      ))}
    </ul>
  );
}

/**
 * `Thu 24 Dec 9:00 am to Sat 26 Dec 6:00 pm`, the second day only where it is another, the times only where it is no
 * whole day: `Thu 24 Dec to Fri 25 Dec`. Inside one day only the times, if so wished.
 */
export function useTimeOffWords() {
  const { date, time, timeRange } = useFormat();
  return ({ startTime, endTime }: Pick<TimeOff, 'startTime' | 'endTime'>, onlyTimes = false): string => {
    const days = wholeDaysOf({ startTime, endTime });
    if (days) {
      const one = days.from === days.until;
      if (one) return onlyTimes ? 'all day' : `${date(days.from)}, all day`;
      return `${date(days.from)} to ${date(days.until)}`;
    }
    const sameDay = startTime.slice(0, 10) === endTime.slice(0, 10);
    if (sameDay && onlyTimes) return timeRange(startTime, endTime);
    return `${date(startTime)} ${time(startTime)} to ${sameDay ? '' : `${date(endTime)} `}${time(endTime)}`;
  };
}

/** Removes time off; Undo puts the same back, over booked jobs too if it lay there. */
export function useRemoveTimeOff(cleanerId: string) {
  const toast = useToast();
  const failed = useFailedToast();
  const words = useTimeOffWords();
  const remove = useAct(removeTimeOff, { refresh: SCHEDULE_READS });
  const putBack = useAct(addTimeOff, { refresh: SCHEDULE_READS });
  return async (off: TimeOff) => {
    try {
      await remove.mutateAsync({ params: { id: cleanerId, timeOffID: off.id } });
    } catch (error) {
      failed('We could not remove the time off.')(error);
      return;
    }
    const { startTime, endTime, description } = off;
    const body = { startTime, endTime, description, acknowledge: true };
    toast.show({
      text: `Time off ${words(off)} removed.`,
      undo: () =>
        putBack.mutate({ params: { id: cleanerId }, body }, { onError: failed('We could not put it back.') }),
    });
  };
}
