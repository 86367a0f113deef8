import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';
import { type ListOutcome, type ListQueryInput, listOf } from '#platform/server/lists/streamed-list.ts';
import type { ItemKind } from '../contract/items.ts';
import { BLANK, type Item, itemRows, SEARCHED, toItem } from './item-store.ts';

/** Column headings in the CSV. */
const HEADINGS: Readonly<Record<string, string>> = {
  clientname: 'Customer',
  content: 'Text',
  profilePhoto: 'Photo',
  name_r1: 'Name',
  name_r2: 'Second line',
  icon: 'Drawing',
  description: 'Description',
  price: 'Price (cents)',
  price_type: 'Kind of price',
  promotion_desc: 'Promotion',
  name: 'Name',
  estimated_time: 'Estimated time',
  service: 'Clean',
};

/** The entries of a list in order. There are at most 200, so only the kind needs an index. */
export function listItems(
  ctx: Context,
  kind: ItemKind,
  query: ListQueryInput & { readonly q?: string | undefined },
): ListOutcome {
  const fields = Object.keys(BLANK[kind]);
  const texts = fields.filter((name) => typeof BLANK[kind][name] === 'string');
  return listOf(ctx, query, {
    name: kind,
    rows: itemRows(ctx, kind).where(matches(kind, query.q)),
    key: 'site_item.id',
    sort: {
      position: ['site_item.position'],
      createdAt: ['site_item.createdAt'],
      ...Object.fromEntries(texts.map((name) => [name, [textOf(name)]])),
    },
    toItem: (row) => toItem(kind, row),
    csv: [
      { heading: 'Id', value: (item: Item) => item.id },
      ...fields.map((name) => ({
        heading: HEADINGS[name] ?? name,
        value: (item: Item) => String(item[name] ?? ''),
      })),
    ],
  });
}

function textOf(name: string): RawBuilder<string> {
  return sql<string>`coalesce(content->>${sql.lit(name)}, '')`;
}

function matches(kind: ItemKind, q: string | undefined): RawBuilder<boolean> {
  const words = (q ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return sql<boolean>`true`;
  const text = sql.join(
    SEARCHED[kind].map((name) => textOf(name)),
    sql` || ' ' || `,
  );
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`strpos(lower(${text}), lower(${word})) > 0`),
    sql` and `,
  )})`;
}
