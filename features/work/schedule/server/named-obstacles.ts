import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { isSoftRule } from '../rules/diary.ts';
import { cannotComeSentence } from '../rules/not-free-message.ts';
import { type CrewPlan, obstaclesOfNamed } from '../rules/plan-visit.ts';
import { explainDiaries } from '../rules/policy.ts';

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
    obstacles.map(({ cleanerId }) => cleanerId),
  );
  const nameOf = (id: string) => cards.find((card) => card.id === id)?.fullname ?? 'This cleaner';
  return {
    detail: obstacles.map(({ cleanerId, reason }) => cannotComeSentence(nameOf(cleanerId), reason)).join(' '),
    extensions: {
      obstacles: obstacles.map(({ cleanerId, reason }) => ({
        cleanerID: cleanerId,
        code: reason,
        canOverride: isSoftRule(reason),
      })),
    },
  };
}
