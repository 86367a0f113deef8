import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { useDayHours } from '#features/catalogue/settings/web/parts/use-day-hours.ts';
import { ownVisitsAt } from '#features/work/jobs/rules/own-visits.ts';
import { WithRating } from '#features/work/jobs/web/parts/customer/with-rating.tsx';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import {
  type FreeSlot,
  fullnessOf,
  groupsOf,
  type SeenSlot,
  stateOfDay,
} from '#features/work/schedule/web/parts/times.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { dayOfWire, hourOfWire } from '#platform/web/business-time.ts';
import type { Slot, SlotListProps } from '#platform/web/design/booking/slot-list.tsx';
import { type SameCleaner, SlotPicker } from '#platform/web/design/booking/slot-picker.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import type { DayRulerProps, RulerBlock } from '#platform/web/design/tiles/day-ruler.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { bookingTexts } from '../../texts.ts';
import { BookingFrame, timesOf } from './booking-frame.tsx';
import { type Draft, draftWaitingFor } from './draft.ts';
import type { Flow } from './use-flow.ts';
import { longDay, type TimeChoice, useMonth, useTimeChoice } from './use-time-choice.ts';

/** Step 3: day and time, live, the previous cleaner first. */
export function TimeStep({ flow }: { flow: Flow }) {
  const { t, language } = useText(bookingTexts);
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
  const { t } = useText(bookingTexts);
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
function KeepTime({ flow, when, series }: Props) {
  const { t } = useText(bookingTexts);
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
      <Button full onClick={() => flow.next(draftWaitingFor(full))}>
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
function hasNoTimes({ times, days, slots, lost }: TimeChoice): boolean {
  if (times.isError && times.data === undefined) return true;
  return days !== undefined && slots.length === 0 && lost === null;
}

/** Shown instead of times: loading failed, the day is full, or all displayed weeks are. */
function NoTimes({ when, flow }: { when: TimeChoice; flow: Flow }) {
  const { t } = useText(bookingTexts);
  const { t: jobsText } = useText(jobsTexts);
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

type Usual = NonNullable<NonNullable<TimeChoice['times']['data']>['usualCleaner']>;

/** The previous cleaner, if there is one and the customer prefers them. */
function wantedCleaner(when: TimeChoice, draft: Draft): Usual | null {
  const usual = when.times.data?.usualCleaner ?? null;
  return draft.sameCleaner ? usual : null;
}

/** The text of a free time in the list: until when. Who comes is in the heading of the group, or follows later. */
function useSlotTexts(usual: Usual | null) {
  const { t } = useText(bookingTexts);
  const { time, date } = useFormat();
  const noteOf = (slot: SeenSlot) =>
    slot.taken ? t('time.taken') : t('time.until', { time: time(slot.endTime) });
  const shown = (slot: SeenSlot): Slot => {
    const isUsual = usual !== null && slot.usualCleaner;
    return {
      id: slot.startTime,
      time: time(slot.startTime),
      note: noteOf(slot),
      taken: slot.taken,
      ...(isUsual && usual
        ? { person: { id: usual.id, initials: initialsOf(usual.firstname), photo: usual.profilePhoto } }
        : {}),
    };
  };
  const alternative = (slot: FreeSlot): Slot => ({
    id: slot.startTime,
    time: time(slot.startTime),
    note: date(slot.startTime),
  });
  return { shown, alternative };
}

/** The times of the open day. */
function useDayTimes(when: TimeChoice, draft: Draft): SlotListProps {
  const { t } = useText(bookingTexts);
  const { time } = useFormat();
  const usual = wantedCleaner(when, draft);
  const { shown, alternative } = useSlotTexts(usual);
  const { lost, slots, times } = when;
  return {
    groups: groupsOf(slots, usual !== null).map((group) => ({
      key: group.part,
      label: t(`time.part.${group.part}`, { name: usual?.firstname ?? '' }),
      slots: group.slots.map(shown),
    })),
    chosen: when.chosen?.startTime ?? null,
    onChoose: (slot) => when.choose(slot.id),
    ...(times.isPending || times.isPlaceholderData ? { loading: t('time.loading') } : {}),
    ...(lost && {
      alternatives: {
        title: t(lost.near.length > 0 ? 'time.gone' : 'time.goneNone', { time: time(lost.startTime) }),
        slots: lost.near.map(alternative),
      },
    }),
  };
}

/** The switch for the previous cleaner; none if there is no such cleaner. */
function useSameCleaner(when: TimeChoice, { draft, change }: Flow): SameCleaner | undefined {
  const { t } = useText(bookingTexts);
  const usual = when.times.data?.usualCleaner ?? null;
  if (usual === null) return undefined;
  return {
    id: usual.id,
    initials: initialsOf(usual.firstname),
    photo: usual.profilePhoto,
    label: t('time.usual', { name: usual.firstname }),
    hint: <WithRating {...usual}>{t('time.usualHint')}</WithRating>,
    on: draft.sameCleaner,
    onChange: (on) => change({ sameCleaner: on }),
  };
}

/** The open day as twelve tiles, with the chosen time highlighted. */
function useRuler({ day, chosen }: TimeChoice, service: JobType): DayRulerProps {
  const { t } = useText(bookingTexts);
  const { timeRange } = useFormat();
  const laid = chosen !== null && dayOfWire(chosen.startTime) === day ? chosen : null;
  const start = laid === null ? 0 : hourOfWire(laid.startTime);
  const blocks: RulerBlock[] =
    laid === null ? [] : [{ start, hours: hourOfWire(laid.endTime) - start, service }];
  const hours = useDayHours(blocks);
  if (chosen === null || laid === null)
    return { ...hours, blocks, ground: service, label: t('time.rulerEmpty') };
  return {
    ...hours,
    blocks,
    label: t('time.ruler', { range: timeRange(chosen.startTime, chosen.endTime) }),
  };
}

/**
 * The open day, if it is full and may be waited for. Nobody waits for a series, which has many days, or for a day on which
 * nobody works.
 */
export function fullDay({ days = [], day }: TimeChoice, { service }: Flow): string | null {
  const open = days.find((one) => one.date === day);
  if (service.recurs || open === undefined || open.closed !== null) return null;
  return stateOfDay(fullnessOf(open)) === 'full' ? open.date : null;
}

/** The availability of the dates that follow from a start. */
type SeriesState = 'unknown' | 'free' | 'conflicts';

function useSeriesState({ service, draft, quote }: Flow, startTime: string | null): SeriesState {
  const { data, isPlaceholderData } = quote;
  const isAbout = data !== undefined && !isPlaceholderData && draft.startTime === startTime;
  if (!service.recurs || startTime === null || !isAbout || data.startTime === null) return 'unknown';
  return data.conflicts.length === 0 ? 'free' : 'conflicts';
}

function SeriesHint({ flow: { quote }, series }: { flow: Flow; series: SeriesState }) {
  const { t } = useText(bookingTexts);
  const conflicts = quote.data?.conflicts.length ?? 0;
  if (series === 'unknown') return `${t('dates.checking')} `;
  const visits = quote.data?.visits ?? 0;
  if (series === 'free') return `${t('dates.allFree', { count: visits })} `;
  return `${t('dates.someTaken', { count: conflicts, of: visits + conflicts })} `;
}
