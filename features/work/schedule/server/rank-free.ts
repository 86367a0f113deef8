import type { z } from 'zod';
import { readInstant } from '#platform/kernel/business-time.ts';
import { ownIdFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { listAvailable as call } from '../contract.ts';
import { type JobMinutes, NOTHING_TO_DO, type Preference, rankByLoad } from '../rules/choose-crew.ts';
import {
  brokenSoftRules,
  type Diary,
  type SlotQuery,
  type SoftRule,
  whyNoTime,
  whyNotFree,
} from '../rules/diary.ts';
import { seeUsualCleaner } from '../rules/policy.ts';
import { slotQuery, type VisitNeed } from '../rules/visit-need.ts';
import { loadDiaries, loadMinutes, momentsOf } from './diaries.ts';
import { basesOf, findFreeCleaners } from './free-cleaners.ts';
import { loadTravel } from './load-travel.ts';
import { resolveVisitNeed } from './resolve-need.ts';
import { readTimeSettings } from './time-settings.ts';
import { usualCleaners } from './usual-cleaners.ts';

export type RankQuery = z.output<typeof call.query>;

export interface RankedFree {
  readonly need: VisitNeed;
  /** Free for the whole interval, best first. */
  readonly free: readonly Diary[];
  /** The others, if requested. */
  readonly busy: readonly Diary[];
  readonly slot: SlotQuery;
  readonly why: (diary: Diary) => ReturnType<typeof whyNotFree>;
  /** The soft rules that exclude a cleaner; empty if a hard rule does. */
  readonly softRulesAgainst: (diary: Diary) => readonly SoftRule[];
  readonly preference: Preference;
  readonly jobMinutesAround: (diary: Diary) => JobMinutes;
}

interface Options {
  /** Also reads the diaries of cleaners who are not free. */
  readonly withBusy?: boolean;
  /** The customer of the visit, whose previous cleaners come first. Defaults to the signed-in customer. */
  readonly customerId?: string | undefined;
}

/** The cleaners who are free for a visit at one start, in the order in which the system would choose. */
export async function rankFree(
  ctx: Context,
  query: RankQuery,
  { withBusy = false, customerId = ownIdFor(ctx.actor, seeUsualCleaner) ?? undefined }: Options = {},
): Promise<RankedFree | Refusal<'invalid' | 'not_found'>> {
  const start = readInstant(query.startTime, ctx.config.BUSINESS_TZ);
  if (start === null) return refuseField('startTime', 'Enter a start time.');
  const visit = { ...query, excludeJobID: query.excludeJobID ?? query.excludeJobId };
  const resolved = await resolveVisitNeed(ctx, visit);
  if (isRefusal(resolved)) return resolved;
  const travel = await loadTravel(ctx, await readTimeSettings(ctx));
  const minutes = minutesOf(ctx, query, { start, otherwise: resolved.need.minutes });
  if (isRefusal(minutes)) return minutes;
  const need = { ...resolved.need, minutes, travel };
  // A language requested explicitly excludes; when the system chooses, it only ranks.
  const slot = {
    ...slotQuery(need, start, ctx.config.BUSINESS_TZ),
    ...(query.language ? { language: query.language } : {}),
  };
  const why = (diary: Diary) => whyNotFree(diary, slot);
  const softRulesAgainst = (diary: Diary) =>
    whyNoTime(diary, slot) === null ? brokenSoftRules(diary, slot) : [];
  const found = await findFreeCleaners(ctx, need, start);
  const foundIds = found.map((cleaner) => cleaner.cleanerId);
  const asked = { periods: momentsOf([start]), slots: [{ from: start, until: start.add({ minutes }) }] };
  const diaries = await loadDiaries(ctx, { ...asked, ...(!withBusy && { cleanerIds: foundIds }) });
  const load = await loadMinutes(ctx, start, foundIds);
  const usual = customerId === undefined ? [] : await usualCleaners(ctx, customerId);
  const preference = { usual, home: resolved.home, bases: basesOf(found) };
  const jobMinutesAround = ({ cleanerId }: Diary) => load.get(cleanerId) ?? NOTHING_TO_DO;
  const free = diaries.filter((diary) => why(diary) === null);
  return {
    need,
    slot,
    why,
    softRulesAgainst,
    preference,
    jobMinutesAround,
    free: rankByLoad(free, need, preference, jobMinutesAround),
    busy: diaries.filter((diary) => why(diary) !== null),
  };
}

function minutesOf(
  ctx: Context,
  query: RankQuery,
  given: { readonly start: Temporal.Instant; readonly otherwise: number },
): number | Refusal<'invalid'> {
  if (query.endTime === undefined) return given.otherwise;
  const end = readInstant(query.endTime, ctx.config.BUSINESS_TZ);
  const minutes = end === null ? 0 : end.since(given.start).total('minutes');
  return minutes > 0 && minutes <= 24 * 60
    ? minutes
    : refuseField('endTime', 'The end must be after the start, within 24 hours.');
}
