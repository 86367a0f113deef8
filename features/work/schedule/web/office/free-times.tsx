import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallInput } from '#platform/web/api/callable.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { addDays, today as businessToday, dayOfWire, mondayOf } from '#platform/web/business-time.ts';
import { DayGrid } from '#platform/web/design/booking/day-grid.tsx';
import type { SlotGroup } from '#platform/web/design/booking/slot-list.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { listTimeAvailable } from '../../contract.ts';
import {
  daysFrom,
  type FreeDay,
  type FreeSlot,
  fullnessOf,
  groupsOf,
  nearestToDay,
  petalsOf,
  slotAt,
  stateOfDay,
  withoutSlot,
} from '../parts/times.ts';

const WEEKS = 4;
const PARTS = {
  usual: t('Usual cleaner'),
  morning: t('Morning'),
  afternoon: t('Afternoon'),
  evening: t('Evening'),
};

type VisitQuery = Omit<
  NonNullable<CallInput<typeof listTimeAvailable>['query']>,
  'date' | 'from_date' | 'to_date'
>;

export interface VisitSought {
  /** The query parameters besides the days. */
  readonly query: VisitQuery;
  /** The visit's current time, which is not offered. */
  readonly now?: string;
  /** The usual start time of such a visit, `09:00`: proposed while no other time is chosen. */
  readonly usualStart?: string | null;
  /** The start that was chosen before: its day is opened. */
  readonly chosen?: string | null;
}

/** The times at which a whole crew is free for a visit, four weeks at a time, starting with the week of its day. */
export function useFreeTimes({ query, now, usualStart = null, chosen = null }: VisitSought) {
  const { date, time } = useFormat();
  const today = businessToday();
  const first = now === undefined ? today : later(dayOfWire(now), today);
  const [opened, setOpened] = useState(chosen === null ? null : dayOfWire(chosen));
  const [monday, setMonday] = useState(() => mondayOf(opened ?? first));
  const days = daysFrom(monday, WEEKS);
  const span = { from_date: later(monday, today), to_date: addDays(monday, WEEKS * 7 - 1) };
  const free = useQuery({
    ...queryOf(listTimeAvailable, { query: { ...query, ...span } }),
    placeholderData: keepPreviousData,
  });
  const dayOf = (on: string) =>
    withoutSlot(
      free.data?.days.find((one) => one.date === on),
      now,
    );
  const current = free.isPlaceholderData ? [] : (free.data?.days ?? []);
  const offered = current.filter(({ date: on }) => opened === null || on === opened);
  const proposed = slotAt(
    offered.flatMap((one) => one.slots),
    usualStart,
  );
  const day = opened ?? (proposed === null ? first : dayOfWire(proposed.startTime));
  const slots = dayOf(day)?.slots ?? [];
  const turn = (weeks: number) => setMonday(addDays(monday, weeks * 7));
  return {
    day,
    setDay: (next: string) => {
      setOpened(next);
      if (!days.includes(next)) setMonday(mondayOf(next));
    },
    slots,
    groups: slotGroups(slots, time),
    /** The first free time at the usual start, on the opened day or any visible one. */
    proposed: proposed?.startTime ?? null,
    isDayOpened: opened !== null,
    /** Every time of the opened day is taken. */
    isFull: opened !== null && !free.isPlaceholderData && shownDay(dayOf(opened)).state === 'full',
    /** The nearest time on another visible day. */
    nearest: nearestToDay(day, free.data?.days ?? [])?.startTime ?? null,
    loading: free.isPending || free.isPlaceholderData,
    error: free.isError ? free.error : null,
    again: () => void free.refetch(),
    month: {
      title: t('{{date}} to {{date2}}', { date: date(days[0] ?? day), date2: date(days.at(-1) ?? day) }),
      days: days.map((on) => ({
        date: on,
        number: String(Number(on.slice(8))),
        ...shownDay(dayOf(on)),
        today: on === today,
        name: `${date(on)}, ${freeTimesText(dayOf(on)?.slots.length ?? 0)}`,
      })),
      onPrevious: monday > mondayOf(today) ? () => turn(-WEEKS) : undefined,
      onNext: () => turn(WEEKS),
    },
  };
}

/** The times of a day grouped by part of the day. */
function slotGroups(slots: readonly FreeSlot[], time: (wire: string) => string): SlotGroup[] {
  const offered = slots.map((slot) => ({ ...slot, taken: false }));
  return groupsOf(offered, false).map((group) => ({
    key: group.part,
    label: PARTS[group.part],
    slots: group.slots.map((slot) => ({
      id: slot.startTime,
      time: time(slot.startTime),
      note:
        slot.cleaners === 1
          ? t('1 cleaner free')
          : t('{{cleaners}} cleaners free', { cleaners: slot.cleaners }),
    })),
  }));
}

interface MoveMonthProps {
  readonly times: ReturnType<typeof useFreeTimes>;
  readonly opensFull?: boolean;
}

/** The days, each with how free it is. */
export function MoveMonth({ times, opensFull = false }: MoveMonthProps) {
  return (
    <DayGrid
      {...times.month}
      weekdays={['M', 'T', 'W', 'T', 'F', 'S', 'S']}
      weekdayNames={[
        t('Monday'),
        t('Tuesday'),
        t('Wednesday'),
        t('Thursday'),
        t('Friday'),
        t('Saturday'),
        t('Sunday'),
      ]}
      chosen={times.day}
      onChoose={times.setDay}
      opensFull={opensFull}
      previousLabel={t('Previous four weeks')}
      nextLabel={t('Next four weeks')}
      loading={times.loading ? t('Loading free days') : undefined}
    />
  );
}

/** A day that was not requested is in the past. */
function shownDay(day: FreeDay | undefined) {
  const fullness = day === undefined ? { free: 0, possible: 0 } : fullnessOf(day);
  return { state: stateOfDay(fullness), free: petalsOf(fullness) };
}

function freeTimesText(count: number): string {
  if (count === 0) return t('no free times');
  return count === 1 ? t('1 free time') : t('{{count}} free times', { count });
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
