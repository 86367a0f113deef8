import {
  type FreeDay,
  type Fullness,
  fullnessOf,
  petalsOf,
  stateOfDay,
} from '#features/work/schedule/web/parts/times.ts';
import { addDays } from '#platform/web/business-time.ts';
import type { DayGridProps, GridDay } from '#platform/web/design/booking/day-grid.tsx';
import { dayInWords, useFormat } from '#platform/web/format.ts';
import { type Language, useLanguage } from '#platform/web/i18n/language.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';
import type { TimeChoice } from './use-time-choice.ts';
import type { BookableSpan } from './use-times.ts';

/** A day that cannot be booked: past, or still loading. */
const NOT_BOOKABLE: Fullness = { free: 0, possible: 0 };

/** A Monday, from which weekday names are formatted. */
const SOME_MONDAY = '2026-11-23';

/** Names of the weekdays from Monday: `M` or `Monday`. */
function weekdays(language: Language, width: 'narrow' | 'long'): string[] {
  return Array.from({ length: 7 }, (_, i) =>
    dayInWords(addDays(SOME_MONDAY, i), language, { weekday: width }),
  );
}

function monthOf(day: string, language: Language): string {
  return dayInWords(day, language, { month: 'long' });
}

/** `Saturday 28 November`: the weeks above show the year. */
export function longDay(day: string, language: Language): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return dayInWords(day, language, parts).replace(/,/g, '');
}

/** The month for the day grid. */
export function useMonth(when: TimeChoice, { service }: Pick<Flow, 'service'>): DayGridProps {
  const { t } = useBookingText();
  const language = useLanguage();
  const { hours, date: dateOf } = useFormat();
  const { bookable } = when;
  const nameOf = useDayName(bookable);
  const { shown, times, days } = when;
  const free = new Map(days?.map((day) => [day.date, day]));
  const [first, last] = [monthOf(shown[0] ?? '', language), monthOf(shown.at(-1) ?? '', language)];
  const waiting = times.isPending || times.isPlaceholderData;
  const cell = (date: string): GridDay => {
    const day = free.get(date);
    const fullness = day === undefined ? NOT_BOOKABLE : fullnessOf(day);
    const state = stateOfDay(fullness);
    return {
      date,
      number: String(Number(date.slice(8))),
      state,
      free: petalsOf(fullness),
      today: date === bookable.today,
      name: nameOf({ date, state, fullness, day }),
    };
  };
  const isSoonShown = shown.includes(bookable.today) && bookable.first > bookable.today;
  const whyNot = [
    ...(isSoonShown ? [t('time.notice', { notice: hours(bookable.leadHours) })] : []),
    ...shown.flatMap((date) => {
      const holiday = free.get(date)?.closed;
      return holiday ? [t('time.closedOn', { day: dateOf(date), holiday })] : [];
    }),
  ];
  return {
    title: first === last ? first : t('time.months', { first, last }),
    weekdays: weekdays(language, 'narrow'),
    weekdayNames: weekdays(language, 'long'),
    days: shown.map(cell),
    chosen: when.day,
    onChoose: when.openDay,
    // Nobody waits for a whole series.
    opensFull: !service.recurs,
    onPrevious: when.earlier,
    onNext: when.later,
    previousLabel: t(when.more ? 'time.weekBefore' : 'time.earlier'),
    nextLabel: t(when.more ? 'time.weekAfter' : 'time.later'),
    ...(when.more && { more: { label: t('time.moreDates'), onPress: when.more } }),
    legend: {
      free: t('time.allFree'),
      nearlyFull: t('time.nearlyFull'),
      full: t('time.full'),
      note: whyNot.length > 0 ? whyNot.join(' ') : undefined,
    },
    ...(waiting ? { loading: t('time.loading') } : {}),
  };
}

interface Named {
  readonly date: string;
  readonly state: GridDay['state'];
  readonly fullness: Fullness;
  readonly day: FreeDay | undefined;
}

/** The accessible name of a day: "Saturday 28 November, 11 of 17 times free". */
function useDayName({ today, first, last, leadHours, isKnown }: BookableSpan) {
  const { t, language } = useBookingText();
  const { hours } = useFormat();
  return ({ date, state, fullness, day }: Named) => {
    const spoken = longDay(date, language);
    if (day?.closed) return t('time.dayClosed', { day: spoken, holiday: day.closed });
    if (state === 'open') return t('time.dayFree', { day: spoken, ...fullness });
    if (state === 'full') return t('time.dayFull', { day: spoken });
    if (isKnown && date >= today && date < first)
      return t('time.dayTooSoon', { day: spoken, notice: hours(leadHours) });
    return t(isKnown && date > last ? 'time.dayTooLate' : 'time.dayPast', { day: spoken });
  };
}
