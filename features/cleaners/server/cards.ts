import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** A cleaner as jobs show one. */
export interface CleanerCard {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly profilePhoto: string;
}

/** Cards of these cleaners, the trashed too: a past job keeps its crew. In no particular order. */
export async function cleanerCards(ctx: Context, ids: readonly string[]): Promise<CleanerCard[]> {
  if (ids.length === 0) return [];
  return ctx.db
    .selectFrom('cleaner')
    .select(['id', 'firstname', 'lastname', 'profile_photo as profilePhoto'])
    .where(sql<boolean>`id = any(${[...ids]})`) // there may be hundreds, and the statement is the same for all
    .execute();
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
