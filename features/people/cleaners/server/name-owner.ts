import { fullnameOf } from '#platform/kernel/names.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { changeWholeCleaner } from '../rules/policy.ts';

/** Adds the owner of a used number to the refusal, for the office. Other results are unchanged. */
export async function nameOwner<R extends object>(
  ctx: Context,
  outcome: R,
  mobile: string | undefined,
): Promise<R | Refusal<'mobile_in_use'>> {
  if (!isRefusal(outcome) || outcome.refusal !== 'mobile_in_use') return outcome;
  if (mobile === undefined || !may(ctx.actor, changeWholeCleaner)) return outcome;
  const found = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'firstname', 'lastname', 'displayName', 'trashedAt'])
    .where('mobile', '=', mobile)
    .executeTakeFirst();
  if (found === undefined) return outcome;
  const name = fullnameOf(found);
  const detail = `${name} has this number${found.trashedAt === null ? '' : ', and is in the trash'}.`;
  return refuse('mobile_in_use', {
    detail,
    errors: [{ path: 'mobile', message: detail }],
    extensions: { owner: { path: 'mobile', id: found.id, name } },
  });
}
