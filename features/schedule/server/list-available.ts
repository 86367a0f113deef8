import type { z } from 'zod';
import { cleanerCards } from '#features/cleaners/server/index.ts';
import { readInstant } from '#platform/kernel/business-time.ts';
import { may, ownIdFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { onOneConnection } from '#platform/server/database/pipelining.ts';
import type { availableCleaner } from '../contract/shapes.ts';
import type { listAvailable as call } from '../contract.ts';
import { NOTHING_TO_DO, rankByLoad } from '../rules/choose-crew.ts';
import { type Diary, whyNotFree } from '../rules/diary.ts';
import { notFreeMessage } from '../rules/not-free-message.ts';
import { explainDiaries, seeUsualCleaner } from '../rules/policy.ts';
import { slotQuery } from '../rules/visit-need.ts';
import { loadDiaries, loadMinutes, momentsOf } from './diaries.ts';
import { basesOf, findFreeCleaners } from './free-cleaners.ts';
import { resolveVisitNeed } from './resolve-need.ts';
import { readTimeSettings } from './time-settings.ts';
import { usualCleaners } from './usual-cleaners.ts';

type Query = z.output<typeof call.query>;
type Available = z.output<typeof availableCleaner>;
type Reply = z.output<typeof call.reply>;

/** Cleaners free for the whole interval, best first; with `explain` everybody, and what keeps them from it. */
export async function listAvailable(
  ctx: Context,
  query: Query,
): Promise<Reply | Refusal<'invalid' | 'not_found'>> {
  const start = readInstant(query.startTime, ctx.config.BUSINESS_TZ);
  if (start === null) return refuseField('startTime', 'Enter a start time.');
  const asked = { ...query, excludeJobID: query.excludeJobID ?? query.excludeJobId };
  const resolved = await resolveVisitNeed(ctx, asked, await readTimeSettings(ctx));
  if (isRefusal(resolved)) return resolved;
  const minutes = minutesOf(ctx, query, { start, otherwise: resolved.need.minutes });
  if (isRefusal(minutes)) return minutes;
  const need = { ...resolved.need, minutes };
  // Here a language is asked for by name, so it excludes; when the system chooses it only ranks.
  const slot = {
    ...slotQuery(need, start, ctx.config.BUSINESS_TZ),
    ...(query.language ? { language: query.language } : {}),
  };
  const why = (diary: Diary) => whyNotFree(diary, slot);
  const explains = query.explain === '1' && may(ctx.actor, explainDiaries);
  const found = await findFreeCleaners(ctx, need, start);
  const foundIds = found.map((cleaner) => cleaner.cleanerId);
  const customerId = ownIdFor(ctx.actor, seeUsualCleaner);
  const [diaries, load, usual] = await onOneConnection(ctx, (reading) =>
    Promise.all([
      loadDiaries(reading, { periods: momentsOf([start]), ...(!explains && { cleanerIds: foundIds }) }),
      loadMinutes(reading, start, foundIds),
      customerId === null ? [] : usualCleaners(reading, customerId),
    ]),
  );
  const free = diaries.filter((diary) => why(diary) === null);
  const preference = { usual, home: resolved.home, bases: basesOf(found) };
  const ranked = rankByLoad(free, need, preference, ({ cleanerId }) => load.get(cleanerId) ?? NOTHING_TO_DO);
  const busy = explains ? diaries.filter((diary) => why(diary) !== null) : [];
  const items = await showAll(ctx, [...ranked, ...busy], why);
  return { items, next: null, total: items.length, from: 0, size: items.length };
}

function minutesOf(
  ctx: Context,
  query: Query,
  given: { readonly start: Temporal.Instant; readonly otherwise: number },
): number | Refusal<'invalid'> {
  if (query.endTime === undefined) return given.otherwise;
  const end = readInstant(query.endTime, ctx.config.BUSINESS_TZ);
  const minutes = end === null ? 0 : end.since(given.start).total('minutes');
  return minutes > 0 && minutes <= 24 * 60
    ? minutes
    : refuseField('endTime', 'The end must be after the start, within 24 hours.');
}

/** Customers see first name, photo and languages; the office the rest too. */
async function showAll(
  ctx: Context,
  diaries: readonly Diary[],
  why: (diary: Diary) => ReturnType<typeof whyNotFree>,
): Promise<Available[]> {
  const cards = new Map(
    (
      await cleanerCards(
        ctx,
        diaries.map((diary) => diary.cleanerId),
      )
    ).map((card) => [card.id, card]),
  );
  return diaries.flatMap((diary) => {
    const card = cards.get(diary.cleanerId);
    if (card === undefined) return [];
    const code = why(diary);
    const { id, firstname, lastname, profilePhoto } = card;
    const shown = { id, firstname, profilePhoto, languages: [...diary.languages], free: code === null };
    if (!may(ctx.actor, explainDiaries)) return [shown];
    const reason = code === null ? null : { code, detail: notFreeMessage(code) };
    return [{ ...shown, lastname, gender: diary.gender, reason }];
  });
}
