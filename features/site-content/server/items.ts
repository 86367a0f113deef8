import { type RawBuilder, sql } from 'kysely';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type ListOutcome, type ListQueryInput, listOf } from '#platform/server/lists/streamed-list.ts';
import type { ItemKind } from '../contract/items.ts';
import { BLANK, cleanItem, type Item, itemRows, lockList, SEARCHED, toItem } from './item-store.ts';
import { keepContent } from './keep-content.ts';

/** More than any page shows. */
const MOST_ITEMS = 200;

type Unsaved = Refusal<'invalid' | 'unavailable'>;

/** Adds an entry at the end of its list. */
export function addItem(ctx: Context, kind: ItemKind, sent: object) {
  return inTransaction(ctx, async (tx) => {
    await lockList(tx, kind);
    const { rows } = await sql<{ count: number; last: number }>`
      select count(*)::int as count, coalesce(max(position), 0) as last from site_item where kind = ${kind}
    `.execute(tx.db);
    const [{ count, last } = { count: 0, last: 0 }] = rows;
    if (count >= MOST_ITEMS) return refuse('too_many_items');
    const content = cleanItem(kind, { ...BLANK[kind], ...sent });
    const refused = await keepContent(tx, content);
    if (refused !== null) return refused;
    const now = tx.clock.now().toString();
    const id = tx.newId();
    await tx.db
      .insertInto('site_item')
      .values({
        ...{ id, kind, position: last + 1, created_at: now, updated_at: now },
        content: JSON.stringify(content),
      })
      .execute();
    const added = await readItem(tx, kind, id);
    await audit(tx, { action: 'site-item.created', subject: { kind, id }, after: added });
    return added ?? refuse('not_found');
  });
}

/** Changes the fields that were sent. */
export function updateItem(
  ctx: Context,
  kind: ItemKind,
  { id, sent }: { readonly id: string; readonly sent: object },
): Promise<Item | Unsaved | Refusal<'not_found'>> {
  return inTransaction(ctx, async (tx) => {
    await lockList(tx, kind);
    const before = await itemRows(tx, kind).where('id', '=', id).executeTakeFirst();
    if (before === undefined) return refuse('not_found');
    const content = cleanItem(kind, { ...BLANK[kind], ...(before.content as object), ...sent });
    const refused = await keepContent(tx, content);
    if (refused !== null) return refused;
    await tx.db
      .updateTable('site_item')
      .set({ content: JSON.stringify(content), updated_at: tx.clock.now().toString() })
      .where('id', '=', id)
      .execute();
    const after = await readItem(tx, kind, id);
    const subject = { kind, id };
    await audit(tx, { action: 'site-item.updated', subject, before: toItem(kind, before), after });
    return after ?? refuse('not_found');
  });
}

/** Deletes an entry outright; the audit trail keeps what it said. */
export function deleteItem(
  ctx: Context,
  kind: ItemKind,
  id: string,
): Promise<{ readonly id: string; readonly deleted: true } | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockList(tx, kind);
    const before = await readItem(tx, kind, id);
    if (before === null) return refuse('not_found');
    await tx.db.deleteFrom('site_item').where('id', '=', id).execute();
    await audit(tx, { action: 'site-item.deleted', subject: { kind, id }, before });
    return { id, deleted: true as const };
  });
}

/** Puts a list into an order; entries that are not named follow in the order they had. */
export function reorderItems(
  ctx: Context,
  kind: ItemKind,
  ids: readonly string[],
): Promise<{ items: Item[] } | Unsaved> {
  return inTransaction(ctx, async (tx) => {
    await lockList(tx, kind);
    const before = await inOrder(tx, kind);
    const known = new Set(before.map((item) => item.id));
    if (new Set(ids).size !== ids.length || ids.some((id) => !known.has(id)))
      return refuseField('ids', 'Name each entry of the list once.');
    const sorted = [...ids, ...before.map((item) => item.id).filter((id) => !ids.includes(id))];
    await sql`
      update site_item set position = place.n
      from unnest(${sorted}::uuid[]) with ordinality as place(id, n)
      where site_item.id = place.id and site_item.position <> place.n`.execute(tx.db);
    const after = await inOrder(tx, kind);
    await audit(tx, { action: 'site-item.reordered', subject: { kind, id: null }, after: { ids: sorted } });
    return { items: after };
  });
}

async function readItem(ctx: Context, kind: ItemKind, id: string): Promise<Item | null> {
  const row = await itemRows(ctx, kind).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toItem(kind, row);
}

async function inOrder(tx: Tx, kind: ItemKind): Promise<Item[]> {
  const rows = await itemRows(tx, kind).orderBy('position').orderBy('id').execute();
  return rows.map((row) => toItem(kind, row));
}

/** What a file calls the fields. */
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

/** A list in its order. It holds 200 entries at most, so nothing but its kind needs an index. */
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
      createdAt: ['site_item.created_at'],
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
