import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useBookingText } from '../text.ts';
import type { Conflict, SeriesRow } from './series-rows.ts';

const SKIP = 'skip';

interface Props {
  row: SeriesRow;
  conflict: Conflict;
  onChoose: (instead: string | null) => void;
}

/** A date that is not free: the nearest times, the very nearest first, or no visit. */
export function ConflictChoice({ row, conflict, onChoose }: Props) {
  const { t } = useBookingText();
  const { date, time, timeRange } = useFormat();
  const { exception, isOpen } = row;
  const when = t('at', { day: date(conflict.startTime), time: time(conflict.startTime) });
  const why = conflict.code === 'slot_taken' ? t('dates.taken', { when }) : t('dates.closed', { when });
  return (
    <RadioRows
      label={why}
      options={[
        ...conflict.alternatives.map(({ startTime, endTime, cleaners }, i) => ({
          value: startTime,
          label: t('at', { day: date(startTime), time: timeRange(startTime, endTime) }),
          note: t(i === 0 ? 'dates.nearestWith' : 'dates.with', {
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
