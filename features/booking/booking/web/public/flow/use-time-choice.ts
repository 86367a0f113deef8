import { useEffect, useState } from 'react';
import { usualStartOf } from '#features/catalogue/packages/rules/usual-start.ts';
import { timesBesideOwn } from '#features/work/jobs/rules/own-visits.ts';
import {
  daysFrom,
  type FreeDay,
  type FreeSlot,
  type Fullness,
  firstDay,
  fullnessOf,
  nearestTo,
  petalsOf,
  type SeenSlot,
  slotAt,
  stateOfDay,
} from '#features/work/schedule/web/parts/times.ts';
import { addDays, dayOfWire, mondayOf } from '#platform/web/business-time.ts';
import type { DayGridProps, GridDay } from '#platform/web/design/booking/day-grid.tsx';
import { dayInWords, useFormat, weekdayNames } from '#platform/web/format.ts';
import { type Language, useLanguage } from '#platform/web/i18n/language.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { bookingTexts } from '../../texts.ts';
import { type Draft, draftWithoutTime, draftWithTime } from './draft.ts';
import type { Flow } from './use-flow.ts';
import { type BookableSpan, daysBesideOwn, useBookableSpan, useSeenTimes, useTimes } from './use-times.ts';

/** Weeks that are read at once, as many as fit on a phone or a desktop. */
const WEEKS = { phone: 4, desk: 5 };

/** The displayed days, and the times of the open one. */
export interface TimeChoice {
  readonly times: ReturnType<typeof useTimes>;
  /** Whole weeks; on a phone one, until the customer asks for more dates. */
  readonly shown: readonly string[];
  /** Shows more weeks; undefined if they are shown. */
  readonly more: (() => void) | undefined;
  readonly bookable: BookableSpan;
  /** Undefined while loading. */
  readonly days: readonly FreeDay[] | undefined;
  readonly day: string | null;
  /** Its times, including those taken meanwhile. */
  readonly slots: readonly SeenSlot[];
  readonly chosen: FreeSlot | null;
  /** The chosen time that was taken, with the nearest free ones. */
  readonly lost: { readonly startTime: string; readonly near: readonly FreeSlot[] } | null;
  readonly openDay: (day: string) => void;
  readonly choose: (startTime: string) => void;
  readonly earlier: (() => void) | undefined;
  readonly later: (() => void) | undefined;
  /** Past all weeks that have been read. */
  readonly nextWeeks: (() => void) | undefined;
}

export function useTimeChoice({ draft, change, sizing, ownVisits }: Flow): TimeChoice {
  const bookable = useBookableSpan();
  const [opened, openDay] = useState<string | null>(draft.waitFor?.date ?? null);
  const weeks = useWeeks(draft.startTime, bookable);
  const from = weeks.read.find((day) => day >= bookable.today) ?? bookable.today;
  const times = useTimes(draft, sizing, { from, to: weeks.read.at(-1) ?? from });
  const days = times.isPlaceholderData ? undefined : times.data?.days;
  const { gender, hasPets, addressID, postal } = draft;
  const request = JSON.stringify([sizing.pack?.id, sizing.hours, gender, hasPets, addressID ?? postal]);
  const seen = useSeenTimes(days, request);
  const free = days?.flatMap((one) => one.slots) ?? [];
  const chosen = free.find((slot) => slot.startTime === draft.startTime) ?? null;
  const isShown = draft.startTime !== null && weeks.read.includes(dayOfWire(draft.startTime));
  const isGone = days !== undefined && isShown && chosen === null;
  const day = opened ?? firstDay(days ?? [], draft.startTime);
  const isProposing = draft.startTime === null && draft.waitFor === null && ownVisits !== null;
  const proposed = isProposing
    ? proposedSlot(timesBesideOwn(free, ownVisits), {
        draft,
        pack: sizing.pack,
        opened,
        usual: times.data?.usualCleaner ?? null,
      })
    : null;
  useEffect(() => {
    if (proposed) change(draftWithTime(proposed));
  }, [proposed, change]);
  return {
    times,
    ...weeks.show(day),
    bookable,
    days,
    day,
    slots: seen.get(day ?? '') ?? [],
    chosen,
    lost:
      isGone && draft.startTime !== null
        ? { startTime: draft.startTime, near: nearestTo(draft.startTime, daysBesideOwn(days, ownVisits)) }
        : null,
    openDay: (date) => {
      openDay(date);
      weeks.follow();
      // Otherwise the notice about the taken time would stay, also on a day that can be waited for.
      if (isGone) change(draftWithoutTime);
    },
    choose: (startTime) => {
      const slot = free.find((one) => one.startTime === startTime);
      if (slot === undefined) return;
      openDay(dayOfWire(startTime));
      weeks.follow();
      change(startTime === draft.startTime ? { endTime: slot.endTime } : draftWithTime(slot));
    },
  };
}

interface Wanted {
  readonly draft: Draft;
  readonly pack: Flow['sizing']['pack'];
  /** The day that the customer opened. */
  readonly opened: string | null;
  /** The previous cleaner. */
  readonly usual: object | null;
}

/**
 * The proposal while no time is chosen: a time similar to the repeated visit, otherwise the first one at the
 * usual start.
 */
function proposedSlot(free: readonly FreeSlot[], { draft, pack, opened, usual }: Wanted): FreeSlot | null {
  if (draft.again !== null) return suggestedSlot(free, draft.again.startTime);
  if (pack === null) return null;
  const isUsualWanted = draft.sameCleaner && usual !== null;
  const suitable = free.filter(
    (slot) =>
      (opened === null || dayOfWire(slot.startTime) === opened) && (!isUsualWanted || slot.usualCleaner),
  );
  return slotAt(suitable, usualStartOf(pack));
}

/**
 * The weeks from this one to the one with the last bookable day. Several are read at once, so that the first free day is
 * found; a phone shows one of them, so that the times of the open day are above the dock.
 */
function useWeeks(start: string | null, { today, last }: BookableSpan) {
  const [isDesk] = useState(() => window.matchMedia('(min-width: 56.25em)').matches);
  const count = isDesk ? WEEKS.desk : WEEKS.phone;
  const [page, setPage] = useState(() => firstMonday(start, today, count));
  const [isWhole, setWhole] = useState(isDesk);
  /** The week that was turned to; otherwise the one with the open day is shown. */
  const [turned, turnTo] = useState<string | null>(null);
  const read = daysFrom(page, count);
  const show = (day: string | null) => {
    const open = day !== null && read.includes(day) ? mondayOf(day) : page;
    const from = isWhole ? page : (turned ?? open);
    const shownWeeks = isWhole ? count : 1;
    const turn = (by: number) => () => {
      const monday = addDays(from, by * shownWeeks * 7);
      setPage(firstMonday(monday, today, count));
      turnTo(monday);
    };
    return {
      shown: daysFrom(from, shownWeeks),
      earlier: from > today ? turn(-1) : undefined,
      later: addDays(from, shownWeeks * 7) <= last ? turn(1) : undefined,
      nextWeeks:
        addDays(page, count * 7) <= last
          ? () => {
              setPage(addDays(page, count * 7));
              turnTo(null);
            }
          : undefined,
      more: isWhole ? undefined : () => setWhole(true),
    };
  };
  return { read, show, follow: () => turnTo(null) };
}

/** The page of weeks with the chosen day; pages are counted from the current week. */
function firstMonday(start: string | null, today: string, weeks: number): string {
  const begin = mondayOf(today);
  const day = start === null ? today : dayOfWire(start);
  const pages = Math.floor((Date.parse(day) - Date.parse(begin)) / (weeks * 7 * 24 * 3_600_000));
  return addDays(begin, Math.max(0, pages) * weeks * 7);
}

const weekdayOf = (wire: string) => new Date(`${dayOfWire(wire)}T00:00:00Z`).getUTCDay();
const timeOf = (wire: string) => wire.slice(11, 16);

/**
 * The free time that is most similar to an earlier visit: same weekday and hour, else same hour, else same
 * weekday, else the first. Null if none is free.
 */
export function suggestedSlot(free: readonly FreeSlot[], like: string): FreeSlot | null {
  const sameDay = (slot: FreeSlot) => weekdayOf(slot.startTime) === weekdayOf(like);
  const sameTime = (slot: FreeSlot) => timeOf(slot.startTime) === timeOf(like);
  return (
    free.find((slot) => sameDay(slot) && sameTime(slot)) ??
    free.find(sameTime) ??
    free.find(sameDay) ??
    free[0] ??
    null
  );
}

/** A day that cannot be booked: past, or still loading. */
const NOT_BOOKABLE: Fullness = { free: 0, possible: 0 };

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
  const { t } = useText(bookingTexts);
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
    weekdays: weekdayNames(language, 'narrow'),
    weekdayNames: weekdayNames(language, 'long'),
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
  const { t, language } = useText(bookingTexts);
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
