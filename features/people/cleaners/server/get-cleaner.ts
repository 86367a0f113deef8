import type { Role, SignedIn } from '#platform/kernel/actor.ts';
import { may } from '#platform/kernel/policy.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { seeCleaner } from '../rules/policy.ts';
import { findCleaner } from './cleaner-record.ts';

/** A cleaner as visible to the actor: complete for the office and the cleaner, otherwise the public card. */
export async function getCleaner(ctx: Context<SignedIn<Role>>, id: string) {
  const cleaner = await findCleaner(ctx, id);
  if (cleaner === null) return refuse('not_found');
  if (may(ctx.actor, seeCleaner, { cleaner: id })) return cleaner;
  if (cleaner.trash === 1) return refuse('not_found');
  const { firstname, profilePhoto, languages } = cleaner;
  return { id, firstname, profilePhoto, languages };
}
