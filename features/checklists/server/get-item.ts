import { may, seeTrash } from '#platform/kernel/policy.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { findItem, toItemReply } from './item-record.ts';

/** One item; only the office looks into the trash. */
export async function getItem(ctx: Context, id: string) {
  const row = await findItem(ctx, id);
  const isHidden = row === null || (row.trashed_at !== null && !may(ctx.actor, seeTrash));
  return isHidden ? refuse('not_found') : toItemReply(row);
}
