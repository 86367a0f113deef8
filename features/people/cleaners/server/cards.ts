import { sql } from 'kysely';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';

/** A cleaner as shown on jobs. */
export interface CleanerCard {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly fullname: string;
  readonly profilePhoto: string;
}

/** The cards of these cleaners, including trashed ones, because past jobs keep their crew. Unordered. */
export async function cleanerCards(ctx: Context, ids: readonly string[]): Promise<CleanerCard[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'firstname', 'lastname', 'display_name as displayName', 'profile_photo as profilePhoto'])
    .where(sql<boolean>`id = any(${[...ids]})`) // an array parameter keeps the statement the same for any number of ids
    .execute();
  return rows.map(({ displayName, ...row }) => ({ ...row, fullname: fullnameOf({ ...row, displayName }) }));
}

/** The mobiles of these cleaners, in id order. */
export async function cleanerMobiles(
  ctx: Context,
  ids: readonly string[],
): Promise<{ id: string; mobile: string }[]> {
  if (ids.length === 0) return [];
  const cleaners = ctx.db.selectFrom('cleaner').select(['id', 'mobile']);
  return cleaners
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
}
