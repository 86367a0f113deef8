import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { timesBesideOwn, type VisitTime } from '#features/work/jobs/rules/own-visits.ts';
import { WithRating } from '#features/work/jobs/web/parts/customer/with-rating.tsx';
import { useToday } from '#features/work/jobs/web/parts/use-now.ts';
import type { RatedPerson } from '#features/work/schedule/contract/shapes.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import {
  daysFrom,
  type FreeDay,
  firstDay,
  fullnessOf,
  groupsOf,
  petalsOf,
  stateOfDay,
  withoutSlot,
} from '#features/work/schedule/web/parts/times.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { addDays, dayOfWire, mondayOf } from '#platform/web/business-time.ts';
import type { DayGridProps, GridDay } from '#platform/web/design/booking/day-grid.tsx';
import type { SlotGroup } from '#platform/web/design/booking/slot-list.tsx';
import { useFormat, weekdayNames } from '#platform/web/format.ts';
import { type Language, localeOf } from '#platform/web/i18n/language.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { seriesTexts } from '../texts.ts';

const WEEKS = 4;

/**
 * The days and times to which a visit could move, four weeks at a time from its own week on. Excludes its own time and
 * those of the home's other visits.
 */
export function useMoveTimes(job: Job, others: readonly VisitTime[]) {
  const today = useToday();
  const named = namedOf(job);
  const [chosenDay, setDay] = useState<string | null>(null);
  const [monday, setMonday] = useState(() => mondayOf(later(dayOfWire(job.startTime), today)));
  const shown = daysFrom(monday, WEEKS);
  const span = { from_date: later(monday, today), to_date: addDays(monday, WEEKS * 7 - 1) };
  const free = useQuery({
    ...queryOf(listTimeAvailable, { query: { ...visitOf(job), ...span } }),
    placeholderData: keepPreviousData,
  });
  const days = free.isPlaceholderData
    ? []
    : (free.data?.days.map((day) => besideOthers(withoutSlot(day, job.startTime) ?? day, others)) ?? []);
  const day = chosenDay !== null && shown.includes(chosenDay) ? chosenDay : firstFrom(days, job);
  const slots = days.find((one) => one.date === day)?.slots ?? [];
  return {
    day,
    slots,
    named: named && findPerson(days, named.id),
    groups: useGroups(slots, named === undefined, free.data?.usualCleaner ?? null),
    month: useMonth({
      shown,
      days,
      day,
      today,
      setDay,
      setMonday,
      monday,
      loading: free.isFetching && days.length === 0,
    }),
    loading: free.isPending || free.isPlaceholderData,
    error: free.isError && free.data === undefined ? free.error : null,
    retrying: free.isFetching,
    again: () => void free.refetch(),
    show: (startTime: string) => {
      const to = dayOfWire(startTime);
      setDay(to);
      if (!shown.includes(to)) setMonday(mondayOf(to));
    },
  };
}

/** A day without the times of the home's other visits, which are neither offered nor counted. */
function besideOthers(day: FreeDay, others: readonly VisitTime[]): FreeDay {
  const slots = [...timesBesideOwn(day.slots, others)];
  return { ...day, slots, possible: day.possible - (day.slots.length - slots.length) };
}

/** The nearest available day from the visit's own on, otherwise the first. */
function firstFrom(days: readonly FreeDay[], job: Job): string | null {
  const own = dayOfWire(job.startTime);
  return (
    firstDay(
      days.filter((day) => day.date >= own),
      null,
    ) ?? firstDay(days, null)
  );
}

/** The cleaner who was requested by name. */
export function namedOf(job: Job): Job['cleaners'][number] | undefined {
  return job.cleanerType === 'preferred' ? job.cleaners[0] : undefined;
}

function findPerson(
  days: readonly FreeDay[],
  id: string,
): FreeDay['slots'][number]['people'][number] | undefined {
  return days
    .flatMap((day) => day.slots)
    .flatMap((slot) => slot.people)
    .find((person) => person.id === id);
}

/** The requirements of the visit. A cleaner requested by name is required. */
function visitOf(job: Job) {
  const named = namedOf(job);
  return {
    hours: job.hours,
    breakHours: job.breakHours,
    numCleaners: job.numCleaners,
    postal: job.job_address_postal,
    jobType: job.jobType,
    gender: genderOf(job.job_address_genderPreference),
    hasPets: job.job_address_hasPets,
    excludeJobID: job.id,
    ...(named ? { cleanerID: named.id } : {}),
  };
}

function genderOf(wish: string): '' | 'female' | 'male' {
  return wish === 'female' || wish === 'male' ? wish : '';
}

/** Each time lists who may come, unless one cleaner was requested. */
function useGroups(slots: FreeDay['slots'], saysWho: boolean, usual: RatedPerson | null): SlotGroup[] {
  const { t } = useText(seriesTexts);
  const { time } = useFormat();
  const seen = slots.map((slot) => ({ ...slot, taken: false }));
  const noteOf = ({ people, endTime }: FreeDay['slots'][number]) => {
    const [one, other] = people;
    return saysWho && one && !other ? (
      <WithRating {...one}>{one.firstname}</WithRating>
    ) : (
      t('move.until', { time: time(endTime) })
    );
  };
  return groupsOf(seen, usual !== null).map((group) => ({
    key: group.part,
    label:
      usual !== null && group.part === 'usual' ? (
        <WithRating {...usual}>{t('move.part.usual', { name: usual.firstname })}</WithRating>
      ) : (
        t(`move.part.${group.part}`)
      ),
    slots: group.slots.map((slot) => ({
      id: slot.startTime,
      time: time(slot.startTime),
      note: noteOf(slot),
    })),
  }));
}

interface MonthState {
  readonly shown: readonly string[];
  readonly days: readonly FreeDay[];
  readonly day: string | null;
  readonly today: string;
  readonly monday: string;
  readonly loading: boolean;
  setDay(day: string): void;
  setMonday(day: string): void;
}

/** The month for the grid; only bookable days can be selected. */
function useMonth({ shown, days, day, today, monday, loading, setDay, setMonday }: MonthState): DayGridProps {
  const { t, language } = useText(seriesTexts);
  const { date } = useFormat();
  const [first, last] = [monthOf(shown[0] ?? '', language), monthOf(shown.at(-1) ?? '', language)];
  const cell = (on: string): GridDay => {
    const found = days.find((one) => one.date === on);
    const fullness = found === undefined ? { free: 0, possible: 0 } : fullnessOf(found);
    const state = stateOfDay(fullness);
    const name = { open: 'move.dayFree', full: 'move.dayFull', past: 'move.dayPast' } as const;
    return {
      date: on,
      number: String(Number(on.slice(8))),
      state,
      free: petalsOf(fullness),
      today: on === today,
      name: t(name[state], { day: date(on), count: fullness.free }),
    };
  };
  return {
    title: first === last ? first : t('move.months', { first, last }),
    weekdays: weekdayNames(language, 'narrow'),
    weekdayNames: weekdayNames(language, 'long'),
    days: shown.map(cell),
    chosen: day,
    onChoose: setDay,
    onPrevious: monday > mondayOf(today) ? () => setMonday(addDays(monday, -WEEKS * 7)) : undefined,
    onNext: () => setMonday(addDays(monday, WEEKS * 7)),
    previousLabel: t('move.earlier'),
    nextLabel: t('move.later'),
    loading: loading ? t('move.loadingDays') : undefined,
  };
}

function monthOf(day: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
