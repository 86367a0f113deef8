import { type Selectable, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { PromoCode } from '#database/generated.ts';
import { shownNames } from '#features/catalogue/packages/server/index.ts';
import { listRegions } from '#features/catalogue/places/server/index.ts';
import type { ItemOf } from '#platform/contract/record-fields.ts';
import { type FieldError, isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type CsvColumn, csvOf, IN_TRASH } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { plainRecord } from '#platform/server/plain-record.ts';
import {
  type listPromoCodes as call,
  type PromoChange,
  type PromoDraft,
  type PromoReply,
  promoFields,
} from '../contract.ts';
import { discountText, type PromoType } from '../rules/discount.ts';
import { wrongChange, wrongTerms } from '../rules/promo-terms.ts';
import { mostUsesByOne } from './promo-uses.ts';

const CODE_IN_USE = {
  promo_code_code_key: refuseField('code', 'Another promo code has this code. Choose a different one.'),
};

type Saved = Promise<PromoReply | Refusal<'invalid' | 'not_found' | 'unavailable'>>;

/** Creates a code. Absent fields are unrestricted: any day, any kind of job, any package, no limit. */
export function createPromo(ctx: ContextOf<'admin'>, draft: PromoDraft): Saved {
  return inTransaction(
    ctx,
    async (tx) => {
      const errors = [...wrongTerms(draft), ...(await unknownChoices(tx, draft))];
      if (errors.length > 0) return refuse('invalid', { errors });
      const { id } = await PROMO.insert(tx, draft);
      return getPromo(tx, id);
    },
    CODE_IN_USE,
  );
}

/** Changes a code. Existing bookings keep their discount. */
export function updatePromo(ctx: ContextOf<'admin'>, id: string, change: PromoChange): Saved {
  return inTransaction(
    ctx,
    async (tx) => {
      const errors = await unknownChoices(tx, change);
      // The lock blocks reservations, so the counts still hold when the change is saved.
      await lockPromo(tx, id);
      const byOne = await mostUsesByOne(tx, id);
      const changed = await PROMO.update(tx, id, (row) => {
        const live = { byAll: row.taken, byOne };
        errors.push(...wrongChange(termsOf(row), change, live));
        return errors.length > 0 ? refuse('invalid', { errors }) : change;
      });
      return isRefusal(changed) ? changed : getPromo(tx, id);
    },
    CODE_IN_USE,
  );
}

function termsOf(row: PromoRow) {
  const { type, amount, startDate, endDate } = row;
  return { type: type as PromoType, amount, startDate, endDate };
}

async function lockPromo({ db }: Tx, id: string): Promise<void> {
  await db.selectFrom('promo_code').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

async function unknownChoices(
  ctx: Context,
  { packages = [], regions = [] }: Pick<PromoChange, 'packages' | 'regions'>,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const known = await shownNames(ctx, packages);
  if (known.length < packages.length)
    errors.push({ path: 'packages', message: 'Choose packages from the list.' });
  const regionIDs = new Set((await listRegions(ctx)).map(({ id }) => id));
  if (!regions.every((id) => regionIDs.has(id)))
    errors.push({ path: 'regions', message: 'Choose regions from the list.' });
  return errors;
}

type PromoRow = Selectable<PromoCode>;
/** Reads, changes and trashes a code. Existing bookings keep their discount. */
export const PROMO = plainRecord({ table: 'promo_code', fields: promoFields });

/**
 * SQL expression: the live uses of a code that are not paid. There are few at a time, whereas the paid ones
 * keep growing.
 */
const reservedUses = sql<number>`(
  select count(*) from promo_use
  where promo_use.promo_code_id = promo_code.id and released_at is null and used_at is null)`;

type CountedRow = PromoRow & { readonly reserved: number };

function toPromoReply(row: CountedRow): PromoReply {
  const { reserved, taken } = row;
  const remainder = row.totalAllocation === null ? null : row.totalAllocation - taken;
  return { ...PROMO.toItem(row), remainder, used: taken - reserved, reserved };
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
  return counted(ctx, PROMO.trash(ctx, id));
}

/** Its code may have been taken by another promo code meanwhile. */
export function untrashPromo(ctx: ContextOf<'admin'>, id: string) {
  return inTransaction(ctx, (tx) => counted(tx, PROMO.untrash(tx, id)), {
    promo_code_code_key: refuse('promo_code_taken'),
  });
}

/** A changed code, with the counts of its uses. */
async function counted(
  ctx: Context,
  change: Promise<ItemOf<typeof promoFields> | Refusal<'not_found' | 'unavailable'>>,
) {
  const changed = await change;
  return isRefusal(changed) ? changed : getPromo(ctx, changed.id);
}

export function listPromos(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  const { type, booking_type } = query;
  let rows = ctx.db
    .selectFrom('promo_code')
    .selectAll()
    .select(reservedUses.as('reserved'))
    .where(matchesTrashFilter(ctx, query, 'trashedAt'))
    .where(matchesWords(query.q, promoFields.searched));
  if (type !== undefined) rows = rows.where('type', '=', type);
  if (booking_type !== undefined)
    rows = rows.where(sql<SqlBool>`(booking_types = '{}' or ${booking_type} = any(booking_types))`);
  return listOf(ctx, query, {
    name: 'promo-codes',
    rows,
    sort: {
      createdAt: ['createdAt'],
      code: [sql`upper(code)`],
      label: ['label'],
      type: ['type', 'amount'],
      booking_type: [sql`array_to_string(booking_types, ', ')`],
      startDate: [sql`coalesce(start_date, '-infinity')`],
      endDate: [sql`coalesce(end_date, 'infinity')`],
    },
    defaultOrder: 'desc',
    key: 'id',
    toItem: toPromoReply,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<PromoReply>[] = [
  ...csvOf(promoFields, { amount: discountText }),
  { heading: 'Used', value: (item) => item.used },
  { heading: 'Reserved', value: (item) => item.reserved },
  { heading: 'Left', value: (item) => item.remainder },
  IN_TRASH,
];
