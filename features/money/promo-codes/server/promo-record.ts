import { type Selectable, sql } from 'kysely';
import type { PromoCode } from '#database/generated.ts';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { columnsOf } from '#platform/server/columns.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { plainRecord } from '#platform/server/plain-record.ts';
import { marksOf } from '#platform/server/records.ts';
import type { PromoReply } from '../contract.ts';
import type { PromoType } from '../rules/discount.ts';

export type PromoRow = Selectable<PromoCode>;
/** A code without the counts of its uses: bookings do not change these fields. */
type OwnFields = Omit<PromoReply, 'remainder' | 'used' | 'reserved'>;

export const COLUMNS = columnsOf(
  'code',
  'label',
  'type',
  'amount',
  'startDate',
  'endDate',
  'packages',
  'regions',
  'firstBookingOnly',
  'totalAllocation',
  'maxPerCustomer',
);

function toOwnFields(row: PromoRow): OwnFields {
  return {
    id: row.id,
    ...COLUMNS.toWire(row),
    type: row.type as PromoType,
    booking_type: row.booking_types as JobType[],
    ...marksOf(row),
  };
}

/** Reads, changes and trashes a code. Existing bookings keep their discount. */
export const PROMO = plainRecord({ table: 'promo_code', toItem: toOwnFields });

/**
 * SQL expression: the live uses of a code that are not paid. There are few at a time, whereas the paid ones
 * keep growing.
 */
export const reservedUses = sql<number>`(
  select count(*) from promo_use
  where promo_use.promo_code_id = promo_code.id and released_at is null and used_at is null)`;

type CountedRow = PromoRow & { readonly reserved: number };

export function toPromoReply(row: CountedRow): PromoReply {
  const { reserved, taken } = row;
  const remainder = row.total_allocation === null ? null : row.total_allocation - taken;
  return { ...toOwnFields(row), remainder, used: taken - reserved, reserved };
}

/** One code with the counts of its uses, trashed or not. */
export async function getPromo(ctx: Context, id: string): Promise<PromoReply | Refusal<'not_found'>> {
  const row = await ctx.db
    .selectFrom('promo_code')
    .selectAll()
    .select(reservedUses.as('reserved'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? refuse('not_found') : toPromoReply(row);
}

export function trashPromo(ctx: ContextOf<'admin'>, id: string) {
  return counted(ctx, id, PROMO.trash);
}

/** Its code may have been taken by another promo code meanwhile. */
export function untrashPromo(ctx: ContextOf<'admin'>, id: string) {
  return inTransaction(ctx, (tx) => counted(tx, id, PROMO.untrash), {
    promo_code_code_key: refuse('promo_code_taken'),
  });
}

/** Runs a change of the record and adds the counts of its uses to the reply. */
async function counted<C extends Context, R extends Refusal>(
  ctx: C,
  id: string,
  change: (ctx: C, id: string) => Promise<OwnFields | R>,
): Promise<PromoReply | R | Refusal<'not_found'>> {
  const changed = await change(ctx, id);
  return isRefusal(changed) ? (changed as R) : getPromo(ctx, id);
}
