import { ownVisitsAt } from '#features/work/jobs/rules/own-visits.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { dayOfWire } from '#platform/web/business-time.ts';
import { SlotPicker } from '#platform/web/design/booking/slot-picker.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { BookingFrame } from './booking-frame.tsx';
import { SeriesHint, type SeriesState, useSeriesState } from './dates/series-state.tsx';
import { fullDay, waitingFor } from './full-day.ts';
import { timesOf } from './own-visit-notice.tsx';
import { useBookingText } from './text.ts';
import { useDayTimes, useRuler, useSameCleaner, wantedCleaner } from './use-day-times.tsx';
import type { Flow } from './use-flow.ts';
import { longDay, useMonth } from './use-month.ts';
import { type TimeChoice, useTimeChoice } from './use-time-choice.ts';

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

interface Props {
  flow: Flow;
  when: TimeChoice;
  series: SeriesState;
}

/**
 * Continues with the chosen time, or to the waiting list if the open day is full. If the chosen time is taken, offers the
 * nearest one, because the list may be out of view.
 */
export function KeepTime({ flow, when, series }: Props) {
  const { t } = useBookingText();
  const { time, date } = useFormat();
  const { service, draft, quote } = flow;
  const { chosen, day } = when;
  const isAgain = draft.again !== null;
  // A repeated booking skips its dates if all of them are free, so the quote must be loaded first.
  const isWaiting = isAgain && service.recurs && chosen !== null && series === 'unknown' && quote.isFetching;
  const keep = () => {
    if (chosen === null) return;
    const { startTime, endTime } = chosen;
    // A series names no cleaner: the previous one is preferred for every date, and others fill in.
    const usual = chosen.usualCleaner && !service.recurs ? wantedCleaner(when, draft) : null;
    const datesSeen =
      isAgain && series === 'free' && ownVisitsAt(flow.ownVisits ?? [], timesOf(flow)).length === 0;
    flow.next({ startTime, endTime, cleanerID: usual?.id ?? null, datesSeen });
  };
  const instead = when.lost?.near[0];
  if (instead) {
    const at = time(instead.startTime);
    const label =
      dayOfWire(instead.startTime) === day ? at : t('at', { day: date(instead.startTime), time: at });
    return (
      <Button full onClick={() => when.choose(instead.startTime)}>
        {t('time.instead', { when: label })}
      </Button>
    );
  }
  const full = fullDay(when, flow);
  if (full !== null) {
    return (
      <Button full onClick={() => flow.next(waitingFor(full))}>
        {t('time.tellMe')}
      </Button>
    );
  }
  return (
    <Button
      full
      busy={isWaiting && t('dates.checking')}
      disabledReason={chosen === null && t('time.pickFirst')}
      onClick={keep}
    >
      {chosen && <span>{t('time.keep', { time: time(chosen.startTime) })}</span>}
    </Button>
  );
}

/** Whether the open day has no times to choose from. */
export function hasNoTimes({ times, days, slots, lost }: TimeChoice): boolean {
  if (times.isError && times.data === undefined) return true;
  return days !== undefined && slots.length === 0 && lost === null;
}

/** Shown instead of times: loading failed, the day is full, or all displayed weeks are. */
export function NoTimes({ when, flow }: { when: TimeChoice; flow: Flow }) {
  const { t } = useBookingText();
  const { t: jobsText } = useJobsText();
  const { date } = useFormat();
  const sentenceOf = useJobSentence();
  const { times, days = [], day, nextWeeks } = when;
  if (times.isError) {
    return (
      <ErrorState
        retryLabel={jobsText('tryAgain')}
        onRetry={() => times.refetch()}
        retrying={times.isFetching && jobsText('trying')}
      >
        {t('time.failed')} {sentenceOf(times.error)}
      </ErrorState>
    );
  }
  const next =
    days.find((one) => one.slots.length > 0 && one.date > (day ?? '')) ??
    days.find((one) => one.slots.length > 0);
  const full = fullDay(when, flow);
  if (next || full) {
    const name = next && date(next.date);
    return (
      <EmptyState
        title={t(full ? 'time.fullTitle' : 'time.dayNoneTitle')}
        action={
          next && (
            <Button kind="quiet" size="small" onClick={() => when.openDay(next.date)}>
              {t('time.seeDay', { day: name ?? '' })}
            </Button>
          )
        }
      >
        {full ? t('time.fullText') : t('time.dayNoneText', { day: name ?? '' })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('time.noneTitle')}
      action={
        nextWeeks && (
          <Button kind="quiet" size="small" onClick={nextWeeks}>
            {t('time.later')}
          </Button>
        )
      }
    >
      {nextWeeks && <span>{t('time.noneText')}</span>}
    </EmptyState>
  );
}
