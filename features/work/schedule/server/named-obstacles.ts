import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { brokenSoftRules, isSoftRule, SOFT_RULES, whyNoTime } from '../rules/diary.ts';
import { type CrewPlan, obstaclesOfNamed } from '../rules/plan-visit.ts';
import { explainDiaries } from '../rules/policy.ts';
import { slotQuery, withoutSoftRules } from '../rules/visit-need.ts';
import { cannotComeSentence, noMatchMessage } from '../texts/not-free-message.ts';
import { findFreeCleaners, loadCrewDiaries } from './crew-diaries.ts';
import { momentsOf } from './diaries.ts';

export interface NamedObstacles {
  /** One sentence for each cleaner who cannot come. */
  readonly detail?: string;
  readonly extensions?: { readonly obstacles: readonly object[] };
}

/** Office only: which of the named cleaners cannot come, and why. Empty for other actors, and if all of them can. */
export async function explainNamed(
  ctx: Context,
  plan: CrewPlan,
  start: Temporal.Instant,
): Promise<NamedObstacles> {
  const obstacles = may(ctx.actor, explainDiaries) ? obstaclesOfNamed(plan, start) : [];
  if (obstacles.length === 0) return {};
  const cards = await cleanerCards(
    ctx,
    obstacles.map(({ cleanerID }) => cleanerID),
  );
  const nameOf = (id: string) => cards.find((card) => card.id === id)?.fullname ?? 'This cleaner';
  return {
    detail: obstacles.map(({ cleanerID, reason }) => cannotComeSentence(nameOf(cleanerID), reason)).join(' '),
    extensions: {
      obstacles: obstacles.map(({ cleanerID, reason }) => ({
        cleanerID,
        code: reason,
        canOverride: isSoftRule(reason),
      })),
    },
  };
}

/** Office only: why nobody can come at a time, in a sentence; null for other actors. */
export async function explainNobody(
  ctx: Context,
  plan: CrewPlan,
  start: Temporal.Instant,
): Promise<string | null> {
  if (!may(ctx.actor, explainDiaries)) return null;
  const { detail } = await explainNamed(ctx, plan, start);
  if (detail !== undefined) return detail;
  const query = slotQuery(plan.need, start, plan.zone);
  const free = await findFreeCleaners(ctx, withoutSoftRules(plan.need), start);
  const ids = free.map(({ cleanerID }) => cleanerID);
  const broken = (await loadCrewDiaries(ctx, ids, momentsOf([start])))
    .filter((diary) => whyNoTime(diary, query) === null)
    .flatMap((diary) => brokenSoftRules(diary, query));
  if (broken.length === 0) return 'No one is free.';
  return noMatchMessage(
    SOFT_RULES.filter((rule) => broken.includes(rule)),
    plan.need,
  );
}
