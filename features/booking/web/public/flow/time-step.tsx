import { appClock } from '#platform/web/app-clock.ts';
import { dayOfWire } from '#platform/web/business-time.ts';
import { SlotPicker } from '#platform/web/design/booking/slot-picker.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { BookingFrame } from './booking-frame.tsx';
import { hasNoTimes, NoTimes } from './no-times.tsx';
import { useBookingText } from './text.ts';
import { useDayTimes, useRuler, useSameCleaner, wantedCleaner } from './use-day-times.ts';
import type { Flow } from './use-flow.ts';
import { longDay, useMonth } from './use-month.ts';
import { useTimeChoice } from './use-time-choice.ts';

/** Step 3: the day and the time, live, the same cleaner first. */
export function TimeStep({ flow }: { flow: Flow }) {
  const { t, language } = useBookingText();
  const { time, date } = useFormat();
  const when = useTimeChoice(flow);
  const month = useMonth(when);
  const times = useDayTimes(when, flow.draft);
  const ruler = useRuler(when, flow.service.type);
  const sameCleaner = useSameCleaner(when, flow);
  const { chosen, day } = when;
  const series = useSeriesState(flow, chosen?.startTime ?? null);
  // The list of nearest times may be out of sight: the dock never is.
  const instead = when.lost?.near[0];
  const nearLabel = (start: string) =>
    dayOfWire(start) === day ? time(start) : t('at', { day: date(start), time: time(start) });
  const keep = () => {
    if (chosen === null) return;
    // Nobody is named for a series: who came before is asked first for every date, others where they cannot.
    const usual = chosen.usualCleaner && !flow.service.recurs ? wantedCleaner(when, flow.draft) : null;
    const { startTime, endTime } = chosen;
    flow.next({
      startTime,
      endTime,
      cleanerID: usual?.id ?? null,
      ...(series === 'free' && { datesSeen: true }),
    });
  };
  return (
    <BookingFrame
      flow={flow}
      title={t('time.title')}
      action={
        instead ? (
          <Button full onClick={() => when.choose(instead.startTime)}>
            {t('time.instead', { when: nearLabel(instead.startTime) })}
          </Button>
        ) : (
          <Button full disabledReason={chosen === null && t('time.pickFirst')} onClick={keep}>
            {chosen && t('time.keep', { time: time(chosen.startTime) })}
          </Button>
        )
      }
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
        noTimes={hasNoTimes(when) ? <NoTimes when={when} /> : undefined}
      />
    </BookingFrame>
  );
}

/** What is known of the dates that follow from a start. */
type SeriesState = 'unknown' | 'free' | 'conflicts';

function useSeriesState({ service, draft, quote }: Flow, startTime: string | null): SeriesState {
  const { data, isPlaceholderData } = quote;
  const isAbout = data !== undefined && !isPlaceholderData && draft.startTime === startTime;
  if (!service.recurs || startTime === null || !isAbout || data.startTime === null) return 'unknown';
  return data.conflicts.length === 0 ? 'free' : 'conflicts';
}

function SeriesHint({ flow: { quote, draft }, series }: { flow: Flow; series: SeriesState }) {
  const { t } = useBookingText();
  const conflicts = quote.data?.conflicts.length ?? 0;
  if (series === 'unknown') return `${t('dates.checking')} `;
  if (series === 'free') return `${t('dates.allFree', { count: draft.count })} `;
  return `${t('dates.someTaken', { count: conflicts, of: draft.count })} `;
}

/** Until when changing costs nothing: the terms say how many hours before. */
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
