import { appClock } from '#platform/web/app-clock.ts';
import { SlotPicker } from '#platform/web/design/booking/slot-picker.tsx';
import { useFormat } from '#platform/web/format.ts';
import { BookingFrame } from './booking-frame.tsx';
import { SeriesHint, useSeriesState } from './dates/series-state.tsx';
import { KeepTime } from './keep-time.tsx';
import { hasNoTimes, NoTimes } from './no-times.tsx';
import { useBookingText } from './text.ts';
import { useDayTimes, useRuler, useSameCleaner } from './use-day-times.tsx';
import type { Flow } from './use-flow.ts';
import { longDay, useMonth } from './use-month.ts';
import { useTimeChoice } from './use-time-choice.ts';

/** Step 3: day and time, live, the previous cleaner first. */
export function TimeStep({ flow }: { flow: Flow }) {
  const { t, language } = useBookingText();
  const { time } = useFormat();
  const when = useTimeChoice(flow);
  const month = useMonth(when, flow);
  const times = useDayTimes(when, flow.draft);
  const ruler = useRuler(when, flow.service.type);
  const sameCleaner = useSameCleaner(when, flow);
  const { chosen, day } = when;
  const series = useSeriesState(flow, chosen?.startTime ?? null);
  return (
    <BookingFrame
      flow={flow}
      title={t('time.title')}
      action={<KeepTime flow={flow} when={when} series={series} />}
      footnote={
        when.lost
          ? t('time.goneShort', { time: time(when.lost.startTime) })
          : chosen && (
              <>
                {flow.service.recurs && <SeriesHint flow={flow} series={series} />}
                <FreeUntil flow={flow} start={chosen.startTime} />
              </>
            )
      }
    >
      <SlotPicker
        month={month}
        dayTitle={day === null ? t('time.pickDay') : longDay(day, language)}
        live={when.times.isSuccess && !when.times.isPlaceholderData ? t('time.live') : undefined}
        ruler={ruler}
        sameCleaner={sameCleaner}
        times={times}
        noTimes={hasNoTimes(when) ? <NoTimes when={when} flow={flow} /> : undefined}
      />
    </BookingFrame>
  );
}

/** Until when changes are free, by the cancellation terms. */
function FreeUntil({ flow, start }: { flow: Flow; start: string }) {
  const { t } = useBookingText();
  const { date, time, hours } = useFormat();
  const { data } = flow.quote;
  if (data === undefined) return null;
  const until = new Date(Date.parse(start) - data.policy.freeHours * 3_600_000);
  if (until <= appClock.now()) return t('time.soon', { hours: hours(data.policy.freeHours) });
  const wire = until.toISOString();
  return t('time.freeUntil', { when: t('at', { day: date(wire), time: time(wire) }) });
}
