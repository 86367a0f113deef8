import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBusiness } from '#features/catalogue/settings/web/parts/use-business.ts';
import { timesBesideOwn } from '#features/work/jobs/rules/own-visits.ts';
import {
  type FreeDay,
  nearestTo,
  type SeenSlot,
  withTaken,
} from '#features/work/schedule/web/parts/times.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { addDays, businessDay, today as businessToday, dayOfWire } from '#platform/web/business-time.ts';
import { listTimeAvailable } from './calls.ts';
import type { Draft } from './draft.ts';
import type { Sizing } from './sizing.ts';
import type { Flow } from './use-flow.ts';

/** Days before and after in which alternatives are searched. */
const NEAR_DAYS = 5;

interface Span {
  readonly from: string;
  readonly to: string;
}

export interface BookableSpan {
  readonly first: string;
  readonly last: string;
  readonly today: string;
  /** How long before a visit customers must book. */
  readonly leadHours: number;
  /** False while the span is loading. */
  readonly isKnown: boolean;
}

/** The bookable days: from the lead time to the horizon; today only while loading. */
export function useBookableSpan(): BookableSpan {
  const business = useBusiness();
  const today = businessToday();
  if (business === undefined) return { first: today, last: today, today, leadHours: 0, isKnown: false };
  const { leadHours, horizonDays } = business;
  const notice = appClock.now().getTime() + leadHours * 3_600_000;
  return {
    first: businessDay(new Date(notice)),
    last: addDays(today, horizonDays),
    today,
    leadHours,
    isKnown: true,
  };
}

/** The free times of a span of days for the current draft; the frame refetches them when others take some. */
export function useTimes(draft: Draft, { pack, hours }: Sizing, { from, to }: Span) {
  const place =
    draft.addressID === null ? { postal: draft.postal || undefined } : { addressID: draft.addressID };
  return useQuery({
    ...queryOf(listTimeAvailable, {
      query: {
        ...place,
        packageID: pack?.id,
        hours: hours ?? undefined,
        numCleaners: draft.numCleaners ?? undefined,
        // Always sent: otherwise the stored home's own would apply.
        gender: draft.gender,
        hasPets: draft.hasPets,
        from_date: from,
        to_date: to,
        excludeJobID: draft.held?.jobID,
      },
    }),
    enabled: pack !== null,
    placeholderData: keepPreviousData,
  });
}

/** Every time that was offered while this page was open, by day; those gone since are marked taken. */
export function useSeenTimes(days: readonly FreeDay[] | undefined, request: string) {
  const [seen, setSeen] = useState<{ request: string; days: ReadonlyMap<string, SeenSlot[]> }>({
    request,
    days: new Map(),
  });
  useEffect(() => {
    if (days === undefined) return;
    setSeen((before) => {
      const known = new Map(before.request === request ? before.days : []);
      for (const day of days) known.set(day.date, withTaken(known.get(day.date) ?? [], day.slots));
      return { request, days: known };
    });
  }, [days, request]);
  return seen.days;
}

/** The days without times that overlap the customer's own visits to this home. */
export function daysBesideOwn(days: readonly FreeDay[], ownVisits: Flow['ownVisits']): FreeDay[] {
  return days.map((day) => ({ ...day, slots: [...timesBesideOwn(day.slots, ownVisits ?? [])] }));
}

type ChosenTime =
  | { readonly state: 'free' | 'unknown' }
  | { readonly state: 'gone'; readonly alternatives: ReturnType<typeof nearestTo> };

/** Whether the chosen time is still free for the current draft, and the nearest ones if it is not. */
export function useChosenTime({ draft, sizing, ownVisits }: Flow): ChosenTime {
  const { first, last, isKnown } = useBookableSpan();
  const day = dayOfWire(draft.startTime ?? first);
  const within = (date: string) => [first, date, last].toSorted()[1] ?? date;
  const times = useTimes(draft, sizing, {
    from: within(addDays(day, -NEAR_DAYS)),
    to: within(addDays(day, NEAR_DAYS)),
  });
  const { startTime } = draft;
  if (!isKnown || startTime === null || times.data === undefined || times.isPlaceholderData)
    return { state: 'unknown' };
  const free = times.data.days.some((one) => one.slots.some((slot) => slot.startTime === startTime));
  return free
    ? { state: 'free' }
    : { state: 'gone', alternatives: nearestTo(startTime, daysBesideOwn(times.data.days, ownVisits)) };
}
