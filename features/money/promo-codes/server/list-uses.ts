import { sql } from 'kysely';
import type { z } from 'zod';
import { CUSTOMER_BY_NAME, customerOf } from '#features/people/customers/server/index.ts';
import { dayOf, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { dollars } from '#platform/kernel/money.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { statisticsDays } from '#platform/kernel/statistics-days.ts';
import type { Context } from '#platform/server/context.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { belongsTo, matchesWords, onDays } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listPromoUses as call, PromoUse, promoStatistics as promoStatisticsCall } from '../contract.ts';
import { PROMO } from './save-promo.ts';

type UsesQuery = z.output<typeof call.query>;

/** The uses of a code, newest first. */
export async function listUses(
  ctx: Context,
  codeId: string,
  query: UsesQuery,
): Promise<ListOutcome | Refusal<'not_found'>> {
  if ((await PROMO.find(ctx, codeId)) === undefined) return refuse('not_found');
  return listOf(ctx, query, {
    name: `uses-of-${codeId}`,
    rows: selectUses(ctx),
    found: usesOf(ctx, codeId, query),
    sort: {
      reservedAt: ['promo_use.reserved_at'],
      createdAt: ['promo_use.reserved_at'],
      discount: ['promo_use.discount'],
      customer: [...CUSTOMER_BY_NAME, 'promo_use.reserved_at'],
    },
    sortJoins: { customer: (found) => found.innerJoin('customer', 'customer.id', 'promo_use.customer_id') },
    defaultOrder: 'desc',
    key: 'promo_use.id',
    toItem: toUseReply,
    csv: CSV,
  });
}

function selectUses({ db }: Context) {
  return db
    .selectFrom('promo_use')
    .innerJoin('customer', 'customer.id', 'promo_use.customer_id')
    .leftJoin('job', (on) =>
      on.onRef('job.id', '=', 'promo_use.target_id').on('promo_use.target_kind', '=', 'job'),
    )
    .selectAll('promo_use')
    .select([
      'customer.firstname',
      'customer.lastname',
      'customer.display_name as displayName',
      'job.starts_at',
    ]);
}

function usesOf({ db }: Context, codeId: string, { state, q }: UsesQuery) {
  let uses = db.selectFrom('promo_use').where('promo_code_id', '=', codeId);
  if (state === 'released') uses = uses.where('released_at', 'is not', null);
  if (state !== undefined && state !== 'released') {
    uses = uses.where('released_at', 'is', null).where('used_at', state === 'used' ? 'is not' : 'is', null);
  }
  if (!q) return uses;
  const customer = customerOf('promo_use.customer_id');
  return uses.where(belongsTo(customer, matchesWords(q, customer.columns)));
}

type UseRow = Awaited<ReturnType<ReturnType<typeof selectUses>['execute']>>[number];

function toUseReply(row: UseRow): PromoUse {
  return {
    id: row.id,
    customer: { id: row.customer_id, fullname: fullnameOf(row) },
    targetKind: row.target_kind as PromoUse['targetKind'],
    targetID: row.target_id,
    job: row.starts_at === null ? null : { id: row.target_id, startTime: wireTime(row.starts_at) },
    discount: row.discount,
    state: stateOf(row),
    reservedAt: wireTime(row.reserved_at),
    usedAt: wireTimeOrNull(row.used_at),
    releasedAt: wireTimeOrNull(row.released_at),
  };
}

/** A use that was paid and then given back is released. */
function stateOf(row: Pick<UseRow, 'used_at' | 'released_at'>): PromoUse['state'] {
  if (row.released_at !== null) return 'released';
  return row.used_at === null ? 'reserved' : 'used';
}

const CSV: readonly CsvColumn<PromoUse>[] = [
  { heading: 'Customer', value: (use) => use.customer.fullname },
  { heading: 'For', value: (use) => use.targetKind },
  { heading: 'Visit', value: (use) => use.job?.startTime },
  { heading: 'Took off (S$)', value: (use) => dollars(use.discount) },
  { heading: 'Status', value: (use) => use.state },
  { heading: 'Reserved', value: (use) => use.reservedAt },
  { heading: 'Used', value: (use) => use.usedAt },
  { heading: 'Released', value: (use) => use.releasedAt },
];

/** What each code took off payments in a range of days, without what was given back since. */
export async function promoStatistics(
  ctx: Context,
  query: z.output<typeof promoStatisticsCall.query>,
): Promise<z.output<typeof promoStatisticsCall.reply> | Refusal<'invalid'>> {
  const days = statisticsDays(query, dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ));
  if (isRefusal(days)) return days;
  const range = { from_date: String(days.first), to_date: String(days.last) };
  const rows = await ctx.db
    .selectFrom('promo_use')
    .innerJoin('promo_code', 'promo_code.id', 'promo_use.promo_code_id')
    .select([
      'promo_code.id as promoCodeID',
      'promo_code.code',
      'promo_code.label',
      sql<number>`count(*)`.as('uses'),
      sql<number>`sum(promo_use.discount)`.as('discount'),
    ])
    .where('promo_use.released_at', 'is', null)
    .where(onDays(ctx, range, 'promo_use.used_at'))
    .groupBy('promo_code.id')
    .orderBy('discount', 'desc')
    .orderBy('promo_code.code')
    .orderBy('promo_code.id')
    .execute();
  const sum = (of: 'uses' | 'discount') => rows.reduce((total, row) => total + row[of], 0);
  return { ...range, count: sum('uses'), total: sum('discount'), rows };
}
