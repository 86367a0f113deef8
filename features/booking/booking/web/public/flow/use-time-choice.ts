import { useEffect, useState } from 'react';
import { usualStartOf } from '#features/catalogue/packages/rules/usual-start.ts';
import { timesBesideOwn } from '#features/work/jobs/rules/own-visits.ts';
import {
  daysFrom,
  type FreeDay,
  type FreeSlot,
  firstDay,
  nearestTo,
  type SeenSlot,
  slotAt,
} from '#features/work/schedule/web/parts/times.ts';
import { addDays, dayOfWire, mondayOf } from '#platform/web/business-time.ts';
import { type Draft, NO_DATES, NO_TIME } from './draft.ts';
import { suggestedSlot } from './suggested-slot.ts';
import type { Flow } from './use-flow.ts';
import { type BookableSpan, daysBesideOwn, useBookableSpan, useSeenTimes, useTimes } from './use-times.ts';

/** Weeks per page, as many as fit on a phone or a desktop. */
const WEEKS = { phone: 4, desk: 5 };

/** The displayed days, and the times of the open one. */
export interface TimeChoice {
  readonly times: ReturnType<typeof useTimes>;
  /** Whole weeks. */
  readonly shown: readonly string[];
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
}

export function useTimeChoice({ draft, change, sizing, ownVisits }: Flow): TimeChoice {
  const bookable = useBookableSpan();
  const [opened, openDay] = useState<string | null>(draft.waitFor?.date ?? null);
  const { shown, earlier, later } = useWeeks(draft.startTime, bookable);
  const from = shown.find((day) => day >= bookable.today) ?? bookable.today;
  const times = useTimes(draft, sizing, { from, to: shown.at(-1) ?? from });
  const days = times.isPlaceholderData ? undefined : times.data?.days;
  const { gender, hasPets, addressID, postal } = draft;
  const request = JSON.stringify([sizing.pack?.id, sizing.hours, gender, hasPets, addressID ?? postal]);
  const seen = useSeenTimes(days, request);
  const free = days?.flatMap((one) => one.slots) ?? [];
  const chosen = free.find((slot) => slot.startTime === draft.startTime) ?? null;
  const isShown = draft.startTime !== null && shown.includes(dayOfWire(draft.startTime));
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
    if (proposed) change({ startTime: proposed.startTime, endTime: proposed.endTime, ...NO_DATES });
  }, [proposed, change]);
  return {
    times,
    shown,
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
      // Otherwise the notice about the taken time would stay, also on a day that can be waited for.
      if (isGone) change(NO_TIME);
    },
    choose: (startTime) => {
      const slot = free.find((one) => one.startTime === startTime);
      if (slot === undefined) return;
      openDay(dayOfWire(startTime));
      change(
        startTime === draft.startTime
          ? { endTime: slot.endTime }
          : { startTime, endTime: slot.endTime, ...NO_DATES },
      );
    },
    earlier,
    later,
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

/** The displayed weeks, from this week to the one with the last bookable day. */
function useWeeks(start: string | null, { today, last }: BookableSpan) {
  const [weeks] = useState(() =>
    window.matchMedia('(min-width: 56.25em)').matches ? WEEKS.desk : WEEKS.phone,
  );
  const [monday, setMonday] = useState(() => firstMonday(start, today, weeks));
  const turn = (by: number) => () => setMonday(addDays(monday, by * weeks * 7));
  return {
    shown: daysFrom(monday, weeks),
    earlier: monday > today ? turn(-1) : undefined,
    later: addDays(monday, weeks * 7) <= last ? turn(1) : undefined,
  };
}

/** The page of weeks with the chosen day; pages are counted from the current week. */
function firstMonday(start: string | null, today: string, weeks: number): string {
  const begin = mondayOf(today);
  const day = start === null ? today : dayOfWire(start);
  const pages = Math.floor((Date.parse(day) - Date.parse(begin)) / (weeks * 7 * 24 * 3_600_000));
  return addDays(begin, Math.max(0, pages) * weeks * 7);
}
