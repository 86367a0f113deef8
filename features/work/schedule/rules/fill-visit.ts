import { freeCleaners, jobMinutesAround, type Preference, rankByLoad, rankCleaners } from './choose-crew.ts';
import {
  brokenSoftRules,
  type Diary,
  type SlotQuery,
  type SoftRule,
  whyNoTime,
  whyNotFree,
  whySpanIsInTheWay,
} from './diary.ts';
import { type ScoredCleaner, scoreFree } from './suggestion.ts';
import type { Point } from './travel.ts';
import { slotQuery, type VisitNeed } from './visit-need.ts';

/** A visit for which a cleaner is sought. */
export interface VisitToFill {
  readonly need: VisitNeed;
  readonly start: Temporal.Instant;
  readonly home: Point | null;
  /** Previous cleaners of the customer, latest first. */
  readonly usual: readonly string[];
}

/** What decides who can come to any visit of a period, read once for all of them. */
export interface Staff {
  /** From half a week before each visit to half a week after it. */
  readonly diaries: readonly Diary[];
  /** Where each cleaner sets out from. */
  readonly bases: ReadonlyMap<string, Point>;
  /** The mean stars of recent visits, 1 to 5. */
  readonly ratings: ReadonlyMap<string, number>;
  readonly zone: string;
}

/** The cleaners who can come, best fit first. Equal scores keep the order in which the system would choose. */
export function findBestFits(visit: VisitToFill, staff: Staff): ScoredCleaner[] {
  const { need, start } = visit;
  const preference = preferenceFor(visit, staff);
  const free = freeCleaners(staff.diaries, need, start, staff.zone);
  return rankCleaners(free, need, start, preference)
    .map((diary) =>
      scoreFree(diary, need, {
        preference,
        jobMinutes: jobMinutesAround(diary, start).day,
        rating: staff.ratings.get(diary.cleanerID) ?? null,
      }),
    )
    .sort((a, b) => b.score - a.score);
}

export interface FreeButForOne {
  readonly cleanerID: string;
  /** The only thing in the way. */
  readonly jobID: string;
}

/** The cleaners who could come if one of their own jobs went to somebody else, best first. */
export function findFreeButForOne(visit: VisitToFill, staff: Staff): FreeButForOne[] {
  const { need, start } = visit;
  const slot = slotQuery(need, start, staff.zone);
  const busy = staff.diaries.filter((diary) => whyNotFree(diary, slot) !== null);
  const ranked = rankByLoad(busy, need, preferenceFor(visit, staff), (diary) =>
    jobMinutesAround(diary, start),
  );
  return ranked.flatMap((diary) => {
    const jobID = onlyJobInTheWay(diary, slot);
    return jobID === null ? [] : [{ cleanerID: diary.cleanerID, jobID }];
  });
}

export interface Unsuited {
  readonly cleanerID: string;
  /** The soft rules that they break, at least one. */
  readonly rules: readonly SoftRule[];
}

/** The cleaners who have time, but are no match for the home; those who break the fewest rules first. */
export function findUnsuited(visit: VisitToFill, staff: Staff): Unsuited[] {
  const slot = slotQuery(visit.need, visit.start, staff.zone);
  return staff.diaries
    .filter((diary) => whyNoTime(diary, slot) === null)
    .map((diary) => ({ cleanerID: diary.cleanerID, rules: brokenSoftRules(diary, slot) }))
    .filter(({ rules }) => rules.length > 0)
    .sort((a, b) => a.rules.length - b.rules.length);
}

function onlyJobInTheWay(diary: Diary, slot: SlotQuery): string | null {
  const inTheWay = diary.busy.filter((span) => whySpanIsInTheWay(span, slot) !== null);
  const [jobID, ...others] = new Set(inTheWay.map((span) => span.jobID));
  if (jobID === undefined || others.length > 0) return null;
  const without = { ...slot, excludeJobIDs: [...(slot.excludeJobIDs ?? []), jobID] };
  return whyNotFree(diary, without) === null ? jobID : null;
}

function preferenceFor({ usual, home }: VisitToFill, { bases }: Staff): Preference {
  return { usual, home, bases };
}
