import type { Role, SignedIn } from '#platform/kernel/actor.ts';
import { may } from '#platform/kernel/policy.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { seeCleaner } from '../rules/policy.ts';
import { findCleaner } from './cleaner-record.ts';

/** One cleaner as far as the asker may see: the office all, a cleaner the own record, the rest in public. */
export async function getCleaner(ctx: Context<SignedIn<Role>>, id: string) {
  const cleaner = await findCleaner(ctx, id);
  if (cleaner === null) return refuse('not_found');
  if (may(ctx.actor, seeCleaner, { cleaner: id })) return cleaner;
  if (cleaner.trash === 1) return refuse('not_found');
  const { firstname, profilePhoto, languages } = cleaner;
  return { id, firstname, profilePhoto, languages };
}
