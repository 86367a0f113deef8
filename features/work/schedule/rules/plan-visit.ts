import { chooseCrew, freeCleaners, type Preference, rankCleaners } from './choose-crew.ts';
import { brokenSoftRules, type Diary, type Reason, type SoftRule, whyNotFree } from './diary.ts';
import type { Opening } from './opening.ts';
import { slotQuery, type VisitNeed, withoutSoftRules } from './visit-need.ts';

/** Everything that determines the crew for a time. */
export interface CrewPlan {
  readonly diaries: readonly Diary[];
  readonly need: VisitNeed;
  readonly preference: Preference;
  /** Exactly these, in this order, or nobody; if empty, the system chooses. */
  readonly named: readonly string[];
  /**
   * Soft rules do not exclude the named cleaners because the office overrides them. They still apply to cleaners found
   * by the system.
   */
  readonly overridesSoftRules?: boolean | undefined;
  readonly zone: string;
}

/** As CrewPlan, with the limits on the times that can be booked. */
export interface Plan extends CrewPlan {
  readonly opening: Opening;
}

/** One visit with its crew. */
export interface PlannedVisit {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly crew: readonly string[];
}

/** The complete crew for a time, or null. Named cleaners come first in their order; the system fills the rest. */
export function planVisit(plan: CrewPlan, start: Temporal.Instant): PlannedVisit | null {
  const namedFree = freeCleaners(namedDiaries(plan), needOfNamed(plan), start, plan.zone);
  if (namedFree.length < plan.named.length) return null;
  const ranked = rankedFor(plan, start);
  const others = ranked.filter((diary) => !plan.named.includes(diary.cleanerID));
  const filled = chooseCrew(others, plan.need.numCleaners - plan.named.length);
  return filled === null ? null : visitAt(plan, start, [...plan.named, ...filled]);
}

function namedDiaries({ diaries, named }: CrewPlan): Diary[] {
  return diaries.filter((diary) => named.includes(diary.cleanerID));
}

function needOfNamed({ need, overridesSoftRules }: CrewPlan): VisitNeed {
  return overridesSoftRules ? withoutSoftRules(need) : need;
}

export interface Obstacle {
  readonly cleanerID: string;
  readonly reason: Reason;
}

/** The named cleaners who cannot come, and what excludes each. */
export function obstaclesOfNamed(plan: CrewPlan, start: Temporal.Instant): Obstacle[] {
  const query = slotQuery(needOfNamed(plan), start, plan.zone);
  return namedDiaries(plan).flatMap((diary) => {
    const reason = whyNotFree(diary, query);
    return reason === null ? [] : [{ cleanerID: diary.cleanerID, reason }];
  });
}

/** A cleaner who is assigned against soft rules. */
export interface Overridden {
  readonly cleanerID: string;
  readonly rules: readonly SoftRule[];
}

/**
 * The named cleaners for whom soft rules are overridden, with the rules. Includes the home's language, which otherwise
 * only ranks.
 */
export function overriddenIn(plan: CrewPlan, start: Temporal.Instant): Overridden[] {
  if (!plan.overridesSoftRules) return [];
  const query = { ...slotQuery(plan.need, start, plan.zone), language: plan.need.language };
  return namedDiaries(plan).flatMap((diary) => {
    const rules = brokenSoftRules(diary, query);
    return rules.length === 0 ? [] : [{ cleanerID: diary.cleanerID, rules }];
  });
}

/** The cleaners who could come, best first: the crew, followed by the next candidates. */
export function rankedFor(plan: CrewPlan, start: Temporal.Instant): Diary[] {
  const free = freeCleaners(plan.diaries, plan.need, start, plan.zone);
  return rankCleaners(free, plan.need, start, plan.preference);
}

/** The same preference, with a crew ranked first. */
export function preferringCrew(preference: Preference, crew: readonly string[]): Preference {
  return { ...preference, usual: [...crew, ...preference.usual.filter((id) => !crew.includes(id))] };
}

function visitAt(plan: CrewPlan, start: Temporal.Instant, crew: readonly string[]): PlannedVisit {
  return { start, end: start.add({ minutes: plan.need.minutes }), crew };
}
