import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallInput } from '#platform/web/api/callable.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { addDays, today as businessToday, dayOfWire, mondayOf } from '#platform/web/business-time.ts';
import { DayGrid } from '#platform/web/design/booking/day-grid.tsx';
import type { SlotGroup } from '#platform/web/design/booking/slot-list.tsx';
import { useFormat } from '#platform/web/format.ts';
import { listTimeAvailable } from '../../contract.ts';
import {
  daysFrom,
  type FreeDay,
  fullnessOf,
  groupsOf,
  nearestToDay,
  petalsOf,
  stateOfDay,
  withoutSlot,
} from './times.ts';

const WEEKS = 4;
const PARTS = { usual: 'Usual cleaner', morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' };

type VisitQuery = Omit<
  NonNullable<CallInput<typeof listTimeAvailable>['query']>,
  'date' | 'from_date' | 'to_date'
>;

export interface VisitSought {
  /** What the call is asked beside the days. */
  readonly query: VisitQuery;
  /** Its time now, which is not offered again. */
  readonly now?: string;
}

/** The times at which a whole crew is free for a visit, four weeks at a time from the week of its day on. */
export function useFreeTimes({ query, now }: VisitSought) {
  const { date, time } = useFormat();
  const today = businessToday();
  const [day, setDay] = useState(() => (now === undefined ? today : later(dayOfWire(now), today)));
  const [monday, setMonday] = useState(() => mondayOf(day));
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
  const slots = dayOf(day)?.slots ?? [];
  const groups: SlotGroup[] = groupsOf(
    slots.map((slot) => ({ ...slot, taken: false })),
    false,
  ).map((group) => ({
    key: group.part,
    label: PARTS[group.part],
    slots: group.slots.map((slot) => ({
      id: slot.startTime,
      time: time(slot.startTime),
      note: slot.cleaners === 1 ? '1 cleaner free' : `${slot.cleaners} cleaners free`,
    })),
  }));
  const turn = (weeks: number) => setMonday(addDays(monday, weeks * 7));
  return {
    day,
    setDay: (next: string) => {
      setDay(next);
      if (!days.includes(next)) setMonday(mondayOf(next));
    },
    slots,
    groups,
    /** The nearest time on another day of those that are shown. */
    nearest: nearestToDay(day, free.data?.days ?? [])?.startTime ?? null,
    loading: free.isPending || free.isPlaceholderData,
    error: free.isError ? free.error : null,
    again: () => void free.refetch(),
    month: {
      title: `${date(days[0] ?? day)} to ${date(days.at(-1) ?? day)}`,
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

/** The days, each with how free it is. */
export function MoveMonth({ times }: { readonly times: ReturnType<typeof useFreeTimes> }) {
  return (
    <DayGrid
      {...times.month}
      weekdays={['M', 'T', 'W', 'T', 'F', 'S', 'S']}
      weekdayNames={['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']}
      chosen={times.day}
      onChoose={times.setDay}
      previousLabel="Four weeks before"
      nextLabel="Four weeks on"
      loading={times.loading ? 'Loading free days' : undefined}
    />
  );
}

/** A day that was not asked for lies in the past. */
function shownDay(day: FreeDay | undefined) {
  const fullness = day === undefined ? { free: 0, possible: 0 } : fullnessOf(day);
  return { state: stateOfDay(fullness), free: petalsOf(fullness) };
}

function freeTimesText(count: number): string {
  if (count === 0) return 'no free times';
  return count === 1 ? '1 free time' : `${count} free times`;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
