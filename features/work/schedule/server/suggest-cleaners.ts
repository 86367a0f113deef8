import { sql } from 'kysely';
import type { z } from 'zod';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { matchesWords } from '#platform/server/lists/filters.ts';
import type { suggestCleaners as call, Suggestion } from '../contract/suggestions.ts';
import { UNRATED } from '../rules/cleaner-rating.ts';
import type { Diary } from '../rules/diary.ts';
import { explainDiaries } from '../rules/policy.ts';
import { type ScoredCleaner, scoreFree } from '../rules/suggestion.ts';
import {
  cleanerRatings,
  type RankedFree,
  rankFree,
  rankFreeFor,
  type SoughtVisit,
  shownRatings,
} from './rank-free.ts';

type Query = z.output<typeof call.query>;
type Reply = z.output<typeof call.reply>;

/** Cleaners by name; with a start time, those who can do that visit, best fit first. */
export async function suggestCleaners(
  ctx: Context,
  query: Query,
): Promise<Reply | Refusal<'invalid' | 'not_found'>> {
  const { startTime } = query;
  if (startTime === undefined) return replyWith(ctx, await foundByName(ctx, query), new Map());
  const seesAll = may(ctx.actor, explainDiaries);
  const ranked = await rankFree(
    ctx,
    { ...query, startTime, explain: '0' },
    seesAll ? { customerID: query.customerID } : {},
  );
  if (isRefusal(ranked)) return ranked;
  const named = new Set(await foundByName(ctx, { ...query, among: ranked.free.map((one) => one.cleanerID) }));
  const free = ranked.free.filter(({ cleanerID }) => named.has(cleanerID));
  const best = (await scoreAll(ctx, free, ranked)).slice(0, query.size);
  return replyWith(
    ctx,
    best.map(({ cleanerID }) => cleanerID),
    new Map(best.map((one) => [one.cleanerID, one])),
  );
}

/** The cleaners who can do a visit, best fit first. For the office. */
export async function findBestFits(ctx: Context, visit: SoughtVisit): Promise<ScoredCleaner[]> {
  const ranked = await rankFreeFor(ctx, visit);
  return scoreAll(ctx, ranked.free, ranked);
}

/** Best fit first. The sort is stable: equal scores keep the order in which the system would choose. */
async function scoreAll(ctx: Context, free: readonly Diary[], ranked: RankedFree): Promise<ScoredCleaner[]> {
  const ratings = await cleanerRatings(
    ctx,
    free.map(({ cleanerID }) => cleanerID),
  );
  return free
    .map((diary) =>
      scoreFree(diary, ranked.need, {
        preference: ranked.preference,
        jobMinutes: ranked.jobMinutesAround(diary).day,
        rating: ratings.get(diary.cleanerID)?.rating ?? null,
      }),
    )
    .sort((a, b) => b.score - a.score);
}

/** Ids of untrashed cleaners whose name contains the words, by name. Customers can only search first names. */
async function foundByName(
  ctx: Context,
  { q, size, among }: Pick<Query, 'q' | 'size'> & { readonly among?: readonly string[] },
): Promise<string[]> {
  const names = may(ctx.actor, explainDiaries) ? ['firstname', 'lastname', 'displayName'] : ['firstname'];
  let found = ctx.db
    .selectFrom('cleaner')
    .select('id')
    .where('trashedAt', 'is', null)
    .where(matchesWords(q, names))
    .orderBy('firstname')
    .orderBy('lastname')
    .orderBy('id');
  found =
    among === undefined ? found.limit(size) : found.where(sql<boolean>`id = any(${[...among]}::uuid[])`);
  return (await found.execute()).map(({ id }) => id);
}

async function replyWith(
  ctx: Context,
  ids: readonly string[],
  scored: ReadonlyMap<string, ScoredCleaner>,
): Promise<Reply> {
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'firstname', 'lastname', 'displayName', 'profilePhoto', 'languages'])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
  const seesAll = may(ctx.actor, explainDiaries);
  const ratings = await (seesAll ? cleanerRatings : shownRatings)(ctx, ids);
  const byID = new Map(rows.map((row) => [row.id, row]));
  const items = ids.flatMap((id): Suggestion[] => {
    const row = byID.get(id);
    if (row === undefined) return [];
    const { firstname, lastname, profilePhoto, languages } = row;
    const fullname = fullnameOf(row);
    const shown = { id, firstname, profilePhoto, languages, ...(ratings.get(id) ?? UNRATED) };
    if (!seesAll) return [shown];
    const fit = scored.get(id);
    return [{ ...shown, lastname, fullname, ...(fit && { score: fit.score, reasons: [...fit.reasons] }) }];
  });
  return { items, next: null, total: items.length, from: 0, size: items.length };
}
