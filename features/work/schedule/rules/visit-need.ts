import { weekdayIndex } from '#platform/kernel/business-time.ts';
import type { SlotQuery } from './diary.ts';
import type { Travel } from './travel.ts';

/** The requirements of a visit, independent of its time and of how long cleaners travel to it. */
export interface VisitRequirements {
  readonly minutes: number;
  readonly numCleaners: number;
  /** Empty if not known yet; then travel time always applies. */
  readonly postal: string;
  readonly regionID: string | null;
  /** '' means any. */
  readonly gender: string;
  /** Preferred only; never excludes a cleaner. */
  readonly language: string;
  /** The home has pets: excludes cleaners who avoid them. */
  readonly hasPets: boolean;
  readonly jobType?: string | undefined;
  readonly excludeJobIDs?: readonly string[] | undefined;
}

export interface VisitNeed extends VisitRequirements {
  readonly travel: Travel;
}

/**
 * The query to a diary: is this cleaner free at `start`? The home's gender preference and pets exclude; a language only
 * ranks (choose-crew.ts), because excluding by language would leave most homes without cleaners.
 */
export function slotQuery(need: VisitNeed, start: Temporal.Instant, zone: string): SlotQuery {
  const from = Math.round(start.epochMilliseconds / 60_000);
  const local = start.toZonedDateTimeISO(zone);
  const [day, startMinute] = [local.toPlainDate(), local.hour * 60 + local.minute];
  return {
    start: from,
    end: from + need.minutes,
    weekday: weekdayIndex(day),
    startMinute,
    endMinute: startMinute + need.minutes,
    postal: need.postal,
    regionID: need.regionID,
    gender: need.gender,
    hasPets: need.hasPets,
    ...(need.jobType === undefined ? {} : { jobType: need.jobType }),
    ...(need.excludeJobIDs === undefined ? {} : { excludeJobIDs: need.excludeJobIDs }),
    travel: need.travel,
  };
}

/**
 * The same for several starts of one business day, earliest first, with one conversion to local time: no zone changes its
 * clocks during opening hours (tested in roster.test.ts).
 */
export function slotQueriesOfDay(
  need: VisitNeed,
  starts: readonly Temporal.Instant[],
  zone: string,
): SlotQuery[] {
  const [earliest] = starts;
  if (earliest === undefined) return [];
  const first = slotQuery(need, earliest, zone);
  return starts.map((start) => {
    const later = Math.round(start.epochMilliseconds / 60_000) - first.start;
    return {
      ...first,
      start: first.start + later,
      end: first.end + later,
      startMinute: first.startMinute + later,
      endMinute: first.endMinute + later,
    };
  });
}

/** The requirements with all soft rules overridden. */
export function withoutSoftRules(need: VisitNeed): VisitNeed {
  return { ...need, gender: '', language: '', hasPets: false, regionID: null };
}
