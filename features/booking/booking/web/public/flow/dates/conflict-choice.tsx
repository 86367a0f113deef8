import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useBookingText } from '../text.ts';
import { type Conflict, isUsualHour, type SeriesRow } from './series-rows.ts';

const SKIP = 'skip';

interface Props {
  row: SeriesRow;
  conflict: Conflict;
  onChoose: (instead: string | null) => void;
}

/** A date that is not free: choose one of the nearest times, nearest first, or skip the visit. */
export function ConflictChoice({ row, conflict, onChoose }: Props) {
  const { t } = useBookingText();
  const { date, timeRange } = useFormat();
  const { exception, isOpen } = row;
  const noteOf = (startTime: string, index: number) => {
    if (isUsualHour(conflict, startTime)) return 'dates.usualHourWith';
    return index === 0 ? 'dates.nearestWith' : 'dates.with';
  };
  const why = useConflictSentence()(conflict);
  return (
    <RadioRows
      label={why}
      options={[
        ...conflict.alternatives.map(({ startTime, endTime, cleaners }, i) => ({
          value: startTime,
          label: t('at', { day: date(startTime), time: timeRange(startTime, endTime) }),
          note: t(noteOf(startTime, i), {
            names: cleaners.map(({ firstname }) => firstname).join(t('dates.and')),
          }),
        })),
        { value: SKIP, label: t('dates.skip') },
      ]}
      value={isOpen || exception === null ? null : (exception.instead ?? SKIP)}
      onChange={(value) => onChoose(value === SKIP ? null : value)}
    />
  );
}

/** Why a date is impossible: no cleaner is free, a public holiday, or another rule. */
function useConflictSentence(): (conflict: Conflict) => string {
  const { t } = useBookingText();
  const { date, time } = useFormat();
  return ({ startTime, code, holiday }) => {
    if (holiday !== null) return t('dates.holiday', { day: date(startTime), holiday });
    const when = t('at', { day: date(startTime), time: time(startTime) });
    return t(code === 'slot_taken' ? 'dates.taken' : 'dates.closed', { when });
  };
}
