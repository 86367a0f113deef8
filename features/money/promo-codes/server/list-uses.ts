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
  codeID: string,
  query: UsesQuery,
): Promise<ListOutcome | Refusal<'not_found'>> {
  if ((await PROMO.find(ctx, codeID)) === undefined) return refuse('not_found');
  return listOf(ctx, query, {
    name: `uses-of-${codeID}`,
    rows: selectUses(ctx),
    found: usesOf(ctx, codeID, query),
    sort: {
      reservedAt: ['promo_use.reservedAt'],
      createdAt: ['promo_use.reservedAt'],
      discount: ['promo_use.discount'],
      customer: [...CUSTOMER_BY_NAME, 'promo_use.reservedAt'],
    },
    sortJoins: { customer: (found) => found.innerJoin('customer', 'customer.id', 'promo_use.customerID') },
    defaultOrder: 'desc',
    key: 'promo_use.id',
    toItem: toUseReply,
    csv: CSV,
  });
}

function selectUses({ db }: Context) {
  return db
    .selectFrom('promo_use')
    .innerJoin('customer', 'customer.id', 'promo_use.customerID')
    .leftJoin('job', (on) =>
      on.onRef('job.id', '=', 'promo_use.targetID').on('promo_use.targetKind', '=', 'job'),
    )
    .selectAll('promo_use')
    .select(['customer.firstname', 'customer.lastname', 'customer.displayName', 'job.startsAt']);
}

function usesOf({ db }: Context, codeID: string, { state, q }: UsesQuery) {
  let uses = db.selectFrom('promo_use').where('promoCodeID', '=', codeID);
  if (state === 'released') uses = uses.where('releasedAt', 'is not', null);
  if (state !== undefined && state !== 'released') {
    uses = uses.where('releasedAt', 'is', null).where('usedAt', state === 'used' ? 'is not' : 'is', null);
  }
  if (!q) return uses;
  const customer = customerOf('promo_use.customerID');
  return uses.where(belongsTo(customer, matchesWords(q, customer.columns)));
}

type UseRow = Awaited<ReturnType<ReturnType<typeof selectUses>['execute']>>[number];

function toUseReply(row: UseRow): PromoUse {
  return {
    id: row.id,
    customer: { id: row.customerID, fullname: fullnameOf(row) },
    targetKind: row.targetKind as PromoUse['targetKind'],
    targetID: row.targetID,
    job: row.startsAt === null ? null : { id: row.targetID, startTime: wireTime(row.startsAt) },
    discount: row.discount,
    state: stateOf(row),
    reservedAt: wireTime(row.reservedAt),
    usedAt: wireTimeOrNull(row.usedAt),
    releasedAt: wireTimeOrNull(row.releasedAt),
  };
}

/** A use that was paid and then given back is released. */
function stateOf(row: Pick<UseRow, 'usedAt' | 'releasedAt'>): PromoUse['state'] {
  if (row.releasedAt !== null) return 'released';
  return row.usedAt === null ? 'reserved' : 'used';
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
    .innerJoin('promo_code', 'promo_code.id', 'promo_use.promoCodeID')
    .select([
      'promo_code.id as promoCodeID',
      'promo_code.code',
      'promo_code.label',
      sql<number>`count(*)`.as('uses'),
      sql<number>`sum(promo_use.discount)`.as('discount'),
    ])
    .where('promo_use.releasedAt', 'is', null)
    .where(onDays(ctx, range, 'promo_use.usedAt'))
    .groupBy('promo_code.id')
    .orderBy('discount', 'desc')
    .orderBy('promo_code.code')
    .orderBy('promo_code.id')
    .execute();
  const sum = (of: 'uses' | 'discount') => rows.reduce((total, row) => total + row[of], 0);
  return { ...range, count: sum('uses'), total: sum('discount'), rows };
}
