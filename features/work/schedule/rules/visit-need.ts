import { weekdayIndex } from '#platform/kernel/business-time.ts';
import type { SlotQuery } from './diary.ts';

/** What one visit needs, whenever it is; how long its crew rides is for the settings to say. */
export interface VisitRequirements {
  readonly minutes: number;
  readonly numCleaners: number;
  /** Empty where it is not known yet: then every ride counts. */
  readonly postal: string;
  readonly regionId: string | null;
  /** '' is any. */
  readonly gender: string;
  /** Preferred where it can be had; nobody is turned away for it. */
  readonly language: string;
  /** The home has pets: who does not work in such homes is not asked. */
  readonly hasPets: boolean;
  readonly jobType?: string | undefined;
  readonly excludeJobIds?: readonly string[] | undefined;
}

export interface VisitNeed extends VisitRequirements {
  /** Kept free for the ride, on either side. */
  readonly travelBufferMinutes: number;
}

/**
 * The question to a diary: is this cleaner free at `start`? The gender that the home asks for
 * excludes, and so do its pets; a language only ranks (choose-crew.ts), because an excluded language would leave most homes
 * without anybody.
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
    regionId: need.regionId,
    gender: need.gender,
    hasPets: need.hasPets,
    ...(need.jobType === undefined ? {} : { jobType: need.jobType }),
    ...(need.excludeJobIds === undefined ? {} : { excludeJobIds: need.excludeJobIds }),
    travelBufferMinutes: need.travelBufferMinutes,
  };
}

/** What a visit needs of a cleaner for whom the office has set the soft rules aside. */
export function withoutSoftRules(need: VisitNeed): VisitNeed {
  return { ...need, gender: '', language: '', hasPets: false, regionId: null };
}
