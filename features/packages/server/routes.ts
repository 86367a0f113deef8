import { type SqlBool, sql } from 'kysely';
import type { Checked } from '#platform/contract/call.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { matchesWords, onTrashSide } from '#platform/server/lists/filters.ts';
import { listOf } from '#platform/server/lists/streamed-list.ts';
import { moveToTrash, takeFromTrash } from '#platform/server/records.ts';
import * as calls from '../contract.ts';
import { CREDIT_CATEGORY, isOnSale, type JobType } from '../rules/package.ts';
import { createPackage, updatePackage } from './save-package.ts';
import { findPackage, type PackageRow, packageOnTheWire } from './store.ts';

export function routes(api: Api): void {
  handle(api, calls.listPackages, ({ ctx, query }) => packageList(ctx, query));
  handle(api, calls.readPackage, async ({ ctx, params }) => {
    const row = await findPackage(ctx, params.id);
    return row === null || !isShownTo(ctx, row) ? refuse('not_found') : packageOnTheWire(row);
  });
  handle(api, calls.namePackages, ({ ctx, body }) => namesOf(ctx, body.ids ?? (body.id ? [body.id] : [])));
  handle(api, calls.createPackage, async ({ ctx, body }) => wire(await createPackage(ctx, body)));
  handle(api, calls.updatePackage, async ({ ctx, params, body }) =>
    wire(await updatePackage(ctx, params.id, body)),
  );
  handle(api, calls.trashPackage, async ({ ctx, params }) => {
    const trashed = await moveToTrash(ctx, record(params.id));
    return wire(trashed);
  });
  handle(api, calls.untrashPackage, async ({ ctx, params }) => {
    const restored = await takeFromTrash(ctx, record(params.id));
    return wire(restored);
  });
}

function record(id: string) {
  return {
    table: 'package',
    id,
    read: (tx: Context) =>
      tx.db.selectFrom('package').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  } as const;
}

/** The office sees everything; others what is on sale. */
function isShownTo(ctx: Context, found: PackageRow): boolean {
  if (ctx.actor.role === 'admin') return true;
  return (
    found.trashed_at === null && isOnSale({ category: found.category, pricePerHour: found.price_per_hour })
  );
}

/** isOnSale, for rows. */
function shownTo(ctx: Context) {
  if (ctx.actor.role === 'admin') return sql<SqlBool>`true`;
  return sql<SqlBool>`not (category = ${CREDIT_CATEGORY} and price_per_hour = 0)`;
}

function packageList(ctx: Context, query: Checked<typeof calls.listPackages>['query']) {
  let rows = ctx.db
    .selectFrom('package')
    .selectAll()
    .where(onTrashSide(ctx, query, 'trashed_at'))
    .where(shownTo(ctx))
    .where(matchesWords(query.q, ['label', 'category', 'description']));
  if (query.type !== undefined) rows = rows.where('type', '=', query.type);
  if (query.category !== undefined) rows = rows.where('category', '=', query.category);
  return listOf(query, {
    name: 'packages',
    rows,
    sort: {
      type: ['type', 'price'],
      label: ['label'],
      category: ['category', 'price'],
      price: ['price'],
      createdAt: ['created_at'],
    },
    tieBreak: 'id',
    toItem: packageOnTheWire,
    csv: [
      { heading: 'Type', value: (item) => item.type },
      { heading: 'Category', value: (item) => item.category },
      { heading: 'Label', value: (item) => item.label },
      { heading: 'Pricing', value: (item) => item.pricingType },
      { heading: 'Cleaners', value: (item) => item.numCleaners },
      { heading: 'Hours each', value: (item) => item.hoursPerCleaner },
      { heading: 'Break hours', value: (item) => item.breakHours },
      { heading: 'Per hour (S$)', value: (item) => (item.pricePerHour / 100).toFixed(2) },
      { heading: 'Price (S$)', value: (item) => (item.price / 100).toFixed(2) },
      { heading: 'Credits (hours)', value: (item) => item.credits },
      { heading: 'In the trash', value: (item) => item.trash },
    ],
  });
}

async function namesOf(ctx: Context, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('package')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.filter((found) => isShownTo(ctx, found)).map((found) => [found.id, found]));
  return ids.flatMap((id) => {
    const found = byId.get(id);
    if (found === undefined) return [];
    return [{ id, label: found.label, category: found.category, type: found.type as JobType }];
  });
}

function wire<R extends Refusal>(outcome: PackageRow | R) {
  return isRefusal(outcome) ? outcome : packageOnTheWire(outcome);
}
