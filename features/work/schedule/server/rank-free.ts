import { sql } from 'kysely';
import type { z } from 'zod';
import { readInstant } from '#platform/kernel/business-time.ts';
import { ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { listAvailable as call } from '../contract.ts';
import { type JobMinutes, NOTHING_TO_DO, type Preference, rankByLoad } from '../rules/choose-crew.ts';
import { type CleanerRating, cleanerRating } from '../rules/cleaner-rating.ts';
import { brokenSoftRules, type Diary, type SoftRule, whyNoTime, whyNotFree } from '../rules/diary.ts';
import { seeUsualCleaner } from '../rules/policy.ts';
import type { Point } from '../rules/travel.ts';
import { slotQuery, type VisitNeed, type VisitRequirements } from '../rules/visit-need.ts';
import { basesOf, findFreeCleaners } from './crew-diaries.ts';
import { loadDiaries, loadMinutes, momentsOf } from './diaries.ts';
import { loadTravel, readTimeSettings } from './load-opening.ts';
import { resolveVisitNeed } from './resolve-need.ts';
import { usualCleaners } from './usual-cleaners.ts';

type RankQuery = z.output<typeof call.query>;

export interface RankedFree {
  readonly need: VisitNeed;
  /** Free for the whole interval, best first. */
  readonly free: readonly Diary[];
  /** The others, if requested. */
  readonly busy: readonly Diary[];
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
  readonly customerID?: string | undefined;
}

/** The cleaners who are free for the visit of a query, in the order in which the system would choose. */
export async function rankFree(
  ctx: Context,
  query: RankQuery,
  { withBusy = false, customerID = ownIDFor(ctx.actor, seeUsualCleaner) ?? undefined }: Options = {},
): Promise<RankedFree | Refusal<'invalid' | 'not_found'>> {
  const start = readInstant(query.startTime, ctx.config.BUSINESS_TZ);
  if (start === null) return refuseField('startTime', 'Enter a start time.');
  const asked = { ...query, excludeJobID: query.excludeJobID ?? query.excludeJobId };
  const resolved = await resolveVisitNeed(ctx, asked);
  if (isRefusal(resolved)) return resolved;
  const minutes = minutesOf(ctx, query, { start, otherwise: resolved.need.minutes });
  if (isRefusal(minutes)) return minutes;
  const visit = { need: { ...resolved.need, minutes }, start, home: resolved.home, customerID };
  return rankFreeFor(ctx, visit, { withBusy, spoken: query.language ?? '' });
}

/** A visit for which cleaners are sought. */
export interface SoughtVisit {
  readonly need: VisitRequirements;
  readonly start: Temporal.Instant;
  readonly home: Point | null;
  /** Their previous cleaners come first. */
  readonly customerID: string | undefined;
}

/** The cleaners who are free for a visit, in the order in which the system would choose. */
export async function rankFreeFor(
  ctx: Context,
  { start, home, customerID, ...visit }: SoughtVisit,
  { withBusy = false, spoken = '' }: { readonly withBusy?: boolean; readonly spoken?: string } = {},
): Promise<RankedFree> {
  const travel = await loadTravel(ctx, await readTimeSettings(ctx));
  const need = { ...visit.need, travel };
  // A language requested explicitly excludes; when the system chooses, it only ranks.
  const slot = {
    ...slotQuery(need, start, ctx.config.BUSINESS_TZ),
    ...(spoken === '' ? {} : { language: spoken }),
  };
  const why = (diary: Diary) => whyNotFree(diary, slot);
  const softRulesAgainst = (diary: Diary) =>
    whyNoTime(diary, slot) === null ? brokenSoftRules(diary, slot) : [];
  const found = await findFreeCleaners(ctx, need, start);
  const foundIDs = found.map((cleaner) => cleaner.cleanerID);
  const asked = {
    periods: momentsOf([start]),
    slots: [{ from: start, until: start.add({ minutes: need.minutes }) }],
  };
  const diaries = await loadDiaries(ctx, { ...asked, ...(!withBusy && { cleanerIDs: foundIDs }) });
  const load = await loadMinutes(ctx, start, foundIDs);
  const usual = customerID === undefined ? [] : await usualCleaners(ctx, customerID);
  const preference = { usual, home, bases: basesOf(found) };
  const jobMinutesAround = ({ cleanerID }: Diary) => load.get(cleanerID) ?? NOTHING_TO_DO;
  const free = diaries.filter((diary) => why(diary) === null);
  return {
    need,
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

/** Reviews are read from this many of a cleaner's latest visits: about half a year. */
const VISITS_LOOKED_AT = 300;
const TENTHS = 10;

/**
 * The mean stars of each cleaner's recent visits, 1 to 5 in tenths, and the number of reviews; cleaners without reviews
 * are omitted.
 */
export async function cleanerRatings(
  ctx: Context,
  cleanerIDs: readonly string[],
): Promise<ReadonlyMap<string, { readonly rating: number; readonly reviews: number }>> {
  const rows = await readReviews(ctx, cleanerIDs, { onlyShown: false });
  return new Map(
    rows.map(({ cleanerID, stars, reviews }) => [
      cleanerID,
      { rating: Math.round((stars / reviews) * TENTHS) / TENTHS, reviews },
    ]),
  );
}

/** The same for customers: only published reviews, and only if there are enough of them. */
export async function shownRatings(
  ctx: Context,
  cleanerIDs: readonly string[],
): Promise<ReadonlyMap<string, CleanerRating>> {
  const rows = await readReviews(ctx, cleanerIDs, { onlyShown: true });
  return new Map(rows.map(({ cleanerID, stars, reviews }) => [cleanerID, cleanerRating(stars, reviews)]));
}

interface Reviewed {
  readonly cleanerID: string;
  /** The sum over all reviews. */
  readonly stars: number;
  readonly reviews: number;
}

async function readReviews(
  ctx: Context,
  cleanerIDs: readonly string[],
  { onlyShown }: { readonly onlyShown: boolean },
): Promise<readonly Reviewed[]> {
  const { rows } = await sql<Reviewed>`
    select cleaner_id, sum(review_stars)::int as stars, count(*)::int as reviews
    from unnest(${[...cleanerIDs]}::uuid[]) as cleaner_id
    cross join lateral (
      select job_id from cleaner_occupation
      where cleaner_occupation.cleaner_id = cleaner_id.cleaner_id and released_at is null and kind = 'job'
        and starts_at < ${ctx.clock.now().toString()}
      order by starts_at desc limit ${sql.lit(VISITS_LOOKED_AT)}
    ) as visit
    join job on job.id = visit.job_id
    where review_stars is not null and job.trashed_at is null
      ${onlyShown ? sql`and review_decision = 'shown'` : sql``}
    group by cleaner_id`.execute(ctx.db);
  return rows;
}
