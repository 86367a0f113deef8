import { sql } from 'kysely';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';

/** A cleaner as jobs show one. */
export interface CleanerCard {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly fullname: string;
  readonly profilePhoto: string;
}

/** Cards of these cleaners, the trashed too: a past job keeps its crew. In no particular order. */
export async function cleanerCards(ctx: Context, ids: readonly string[]): Promise<CleanerCard[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'firstname', 'lastname', 'display_name as displayName', 'profile_photo as profilePhoto'])
    .where(sql<boolean>`id = any(${[...ids]})`) // there may be hundreds, and the statement is the same for all
    .execute();
  return rows.map(({ displayName, ...row }) => ({ ...row, fullname: fullnameOf({ ...row, displayName }) }));
}

/** Where texts to these cleaners go, in id order. */
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
