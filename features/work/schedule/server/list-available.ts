import type { z } from 'zod';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { availableCleaner } from '../contract/shapes.ts';
import type { listAvailable as call } from '../contract.ts';
import type { Diary } from '../rules/diary.ts';
import { explainDiaries } from '../rules/policy.ts';
import { notFreeMessage } from '../texts/not-free-message.ts';
import { type RankedFree, rankFree } from './rank-free.ts';

type Query = z.output<typeof call.query>;
type Available = z.output<typeof availableCleaner>;
type Reply = z.output<typeof call.reply>;

/** Cleaners free for the whole interval, best first; with `explain`, all cleaners and what excludes them. */
export async function listAvailable(
  ctx: Context,
  query: Query,
): Promise<Reply | Refusal<'invalid' | 'not_found'>> {
  const explains = query.explain === '1' && may(ctx.actor, explainDiaries);
  const ranked = await rankFree(ctx, query, { withBusy: explains });
  if (isRefusal(ranked)) return ranked;
  const { free, busy } = ranked;
  const items = await showAll(ctx, explains ? [...free, ...busy] : free, ranked);
  return { items, next: null, total: items.length, from: 0, size: items.length };
}

/** Customers see first name, photo and languages; the office sees all fields. */
async function showAll(
  ctx: Context,
  diaries: readonly Diary[],
  { why, softRulesAgainst }: Pick<RankedFree, 'why' | 'softRulesAgainst'>,
): Promise<Available[]> {
  const cards = new Map(
    (
      await cleanerCards(
        ctx,
        diaries.map((diary) => diary.cleanerID),
      )
    ).map((card) => [card.id, card]),
  );
  return diaries.flatMap((diary) => {
    const card = cards.get(diary.cleanerID);
    if (card === undefined) return [];
    const code = why(diary);
    const { id, firstname, lastname, fullname, profilePhoto } = card;
    const shown = { id, firstname, profilePhoto, languages: [...diary.languages], free: code === null };
    if (!may(ctx.actor, explainDiaries)) return [shown];
    const soft = softRulesAgainst(diary);
    const said = soft.length > 0 ? soft : [code].filter((rule) => rule !== null);
    const detail = said.map(notFreeMessage).join(' ');
    const reason = code === null ? null : { code, detail, canOverride: soft.length > 0 };
    return [{ ...shown, lastname, fullname, gender: diary.gender, reason }];
  });
}
