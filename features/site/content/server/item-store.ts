import { type Selectable, sql } from 'kysely';
import type { SiteItem } from '#database/generated.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { ItemKind } from '../contract/items.ts';
import { RICH_OF_ITEM } from '../rules/rich.ts';
import { sanitiseContent } from './sanitise.ts';

type ItemRow = Selectable<SiteItem>;

export function cleanItem<T>(kind: ItemKind, content: T): T {
  return sanitiseContent(content, RICH_OF_ITEM[kind]);
}

/** The default of each field by kind. */
export const BLANK: Readonly<Record<ItemKind, Readonly<Record<string, unknown>>>> = {
  testimonials: { clientname: '', content: '', profilePhoto: '' },
  'service-options': {
    name_r1: '',
    name_r2: '',
    icon: '',
    description: '',
    price: 0,
    price_type: '',
    promotion_desc: '',
    service: '',
  },
  'scope-of-work': { name: '', estimated_time: '', icon: '', content: '', service: '' },
};

export interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}

export function toItem(kind: ItemKind, row: ItemRow): Item {
  const marks = {
    id: row.id,
    position: row.position,
    version: row.version,
    trash: 0 as const,
    createdAt: wireTime(row.createdAt),
    updatedAt: wireTime(row.updatedAt),
  };
  return { ...cleanItem(kind, { ...BLANK[kind], ...(row.content as object) }), ...marks };
}

export function itemRows(ctx: Context, kind: ItemKind) {
  return ctx.db.selectFrom('site_item').selectAll().where('kind', '=', kind);
}

export async function readItem(ctx: Context, kind: ItemKind, id: string): Promise<Item | null> {
  const row = await itemRows(ctx, kind).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toItem(kind, row);
}

/** Serialises changes of a list, so that positions are unique. */
export async function lockList(tx: Tx, kind: ItemKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site list ${kind}`}, 0))`.execute(tx.db);
}

/** The fields covered by the search. */
export const SEARCHED: Readonly<Record<ItemKind, readonly string[]>> = {
  testimonials: ['clientname', 'content'],
  'service-options': ['name_r1', 'name_r2', 'description'],
  'scope-of-work': ['name', 'content'],
};
