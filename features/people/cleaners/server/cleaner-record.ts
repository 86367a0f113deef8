import { sql } from 'kysely';
import type { Role, SignedIn } from '#platform/kernel/actor.ts';
import { wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may } from '#platform/kernel/policy.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { marksOf } from '#platform/server/records.ts';
import { type CleanerItem, type CleanerReply, profileFields } from '../cleaner-shapes.ts';
import { seeCleaner } from '../rules/policy.ts';
import { type WeekRow, weekFields, weekFromRows } from '../rules/week.ts';
import { cleanerTimes } from './cleaner-times.ts';

/** Who may change a cleaner's record: the office any, cleaners their own. */
export type AdminOrCleaner = SignedIn<'admin' | 'cleaner'>;

/** SQL expressions that add the week and the regions to a query over `cleaner`. */
export const weekRowsOf = sql<WeekRow[]>`(
  select coalesce(json_agg(json_build_object(
    'weekday', day.weekday, 'available', day.available, 'shifts', day.shifts::text)), '[]')
  from cleaner_week as day where day.cleaner_id = cleaner.id)`.as('week');

export const regionIDsOf = sql<string[]>`array(
  select region_id::text from cleaner_region where cleaner_id = cleaner.id order by region_id)`.as(
  'regionIDs',
);

/** Complete cleaners, as `toItem` expects them. */
export function selectCleaners(ctx: Context) {
  return ctx.db
    .selectFrom('cleaner')
    .select([
      'cleaner.id',
      ...profileFields.names,
      'trashedAt',
      'createdAt',
      'updatedAt',
      weekRowsOf,
      regionIDsOf,
    ]);
}

type CleanerRow = Awaited<ReturnType<ReturnType<typeof selectCleaners>['execute']>>[number];

export function toItem({ trashedAt, createdAt, updatedAt, week, ...row }: CleanerRow): CleanerItem {
  return {
    ...row,
    fullname: fullnameOf(row),
    gender: row.gender as CleanerItem['gender'],
    ...weekFields(weekFromRows(week)),
    ...marksOf({ trashedAt, createdAt, updatedAt }),
  };
}

/** A complete cleaner, trashed or not. */
export async function findCleaner(ctx: Context, id: string): Promise<CleanerReply | null> {
  const found = await selectCleaners(ctx).select('invitedAt').where('cleaner.id', '=', id).executeTakeFirst();
  if (found === undefined) return null;
  const { invitedAt, ...row } = found;
  const unavailableDates = await cleanerTimes(ctx).timeOffOf(ctx, id);
  return { ...toItem(row), unavailableDates, invitedAt: wireTimeOrNull(invitedAt) };
}

/** @throws if there is none. */
export async function readCleaner(ctx: Context, id: string): Promise<CleanerReply> {
  const cleaner = await findCleaner(ctx, id);
  if (cleaner === null) throw new Error(`Cleaner ${id} not found`);
  return cleaner;
}

/** Whether there is such a cleaner, trashed or not. */
export async function cleanerExists(ctx: Context, id: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('cleaner').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** A cleaner as visible to the actor: complete for the office and the cleaner, otherwise the public card. */
export async function getCleaner(ctx: Context<SignedIn<Role>>, id: string) {
  const cleaner = await findCleaner(ctx, id);
  if (cleaner === null) return refuse('not_found');
  if (may(ctx.actor, seeCleaner, { cleaner: id })) return cleaner;
  if (cleaner.trash === 1) return refuse('not_found');
  const { firstname, profilePhoto, languages } = cleaner;
  return { id, firstname, profilePhoto, languages };
}

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
    .select(['id', 'firstname', 'lastname', 'displayName', 'profilePhoto'])
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

/** How many cleaners work on some day of the week: nobody else can be sent to a home. */
export async function countWorkingCleaners({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('cleaner')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('trashedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('cleaner_week')
          .select('weekday')
          .whereRef('cleaner_week.cleanerID', '=', 'cleaner.id')
          .where('available', '=', true),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The full names of the cleaners with these numbers, trashed or not, by number. */
export async function findNamesByMobile(
  ctx: Context,
  mobiles: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (mobiles.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['mobile', 'firstname', 'lastname', 'displayName'])
    .where('mobile', 'in', [...mobiles])
    .execute();
  return new Map(rows.map((row) => [row.mobile, fullnameOf(row)]));
}
