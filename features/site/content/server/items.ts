import { sql } from 'kysely';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { ItemKind } from '../contract/items.ts';
import { BLANK, cleanItem, type Item, itemRows, lockList, readItem, toItem } from './item-store.ts';
import { appendItemVersion, insertItem, newestVersion, rewriteItem } from './item-versions.ts';
import { keepContent } from './keep-content.ts';

/** More than any page shows. */
const MAX_ITEMS = 200;

type Unsaved = Refusal<'invalid' | 'unavailable'>;

export function addItem(ctx: Context, kind: ItemKind, sent: object) {
  return inTransaction(ctx, async (tx) => {
    await lockList(tx, kind);
    const { count, last } = await extentOf(tx, kind);
    if (count >= MAX_ITEMS) return refuse('too_many_items');
    const content = cleanItem(kind, { ...BLANK[kind], ...sent });
    const refused = await keepContent(tx, content);
    if (refused !== null) return refused;
    const added = await insertItem(tx, kind, {
      id: tx.newID(),
      version: 1,
      position: last + 1,
      content,
      change: 'added',
      restoredFrom: null,
    });
    const { id } = added;
    await audit(tx, { action: 'site-item.created', subject: { kind, id }, after: added });
    return added;
  });
}

interface ItemUpdate {
  readonly id: string;
  /** Changed fields, and the version that was read. */
  readonly sent: { readonly version?: number | undefined };
}

/** Changes the fields sent; refused if someone else has changed the entry since it was read. */
export function updateItem(
  ctx: Context,
  kind: ItemKind,
  { id, sent: { version: seen, ...sent } }: ItemUpdate,
): Promise<Item | Unsaved | Refusal<'not_found' | 'content_changed'>> {
  return inTransaction(ctx, async (tx) => {
    await lockList(tx, kind);
    const before = await itemRows(tx, kind).where('id', '=', id).executeTakeFirst();
    if (before === undefined) return refuse('not_found');
    if (seen !== undefined && seen !== before.version)
      return refuse('content_changed', { extensions: { version: before.version } });
    const content = cleanItem(kind, { ...BLANK[kind], ...(before.content as object), ...sent });
    const refused = await keepContent(tx, content);
    if (refused !== null) return refused;
    const { version, position } = before;
    const next = { id, version: version + 1, position, content, restoredFrom: null };
    const after = await rewriteItem(tx, kind, { ...next, change: 'changed' });
    const subject = { kind, id };
    await audit(tx, { action: 'site-item.updated', subject, before: toItem(kind, before), after });
    return after;
  });
}

/** Deletes an entry from the site; its versions are kept. */
export function deleteItem(
  ctx: Context,
  kind: ItemKind,
  id: string,
): Promise<{ readonly id: string; readonly deleted: true } | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockList(tx, kind);
    const row = await itemRows(tx, kind).where('id', '=', id).executeTakeFirst();
    if (row === undefined) return refuse('not_found');
    await tx.db.deleteFrom('site_item').where('id', '=', id).execute();
    const { version, position, content } = row;
    const last = { id, version: version + 1, position, content, restoredFrom: null };
    await appendItemVersion(tx, kind, { ...last, change: 'deleted' });
    await audit(tx, { action: 'site-item.deleted', subject: { kind, id }, before: toItem(kind, row) });
    return { id, deleted: true as const };
  });
}

/** Restores an entry to a version, or to the last one; a deleted entry returns to its former position. */
export function restoreItem(
  ctx: Context,
  kind: ItemKind,
  { id, version: wanted }: { readonly id: string; readonly version?: number | undefined },
): Promise<Item | Unsaved | Refusal<'not_found' | 'too_many_items'>> {
  return inTransaction(ctx, async (tx) => {
    await lockList(tx, kind);
    const newest = await newestVersion(tx, kind, id);
    const earlier = wanted === undefined ? newest : await newestVersion(tx, kind, id, wanted);
    if (newest === null || earlier === null) return refuse('not_found');
    const before = await readItem(tx, kind, id);
    if (before?.version === earlier.version) return before;
    const content = cleanItem(kind, { ...BLANK[kind], ...(earlier.content as object) });
    const refused = await keepContent(tx, content);
    if (refused !== null) return refused;
    if (before === null && (await extentOf(tx, kind)).count >= MAX_ITEMS) return refuse('too_many_items');
    const next = {
      id,
      version: newest.version + 1,
      content,
      change: 'restored' as const,
      restoredFrom: earlier.version,
    };
    const after =
      before === null
        ? await insertItem(tx, kind, { ...next, position: await makeRoomAt(tx, kind, newest.position) })
        : await rewriteItem(tx, kind, { ...next, position: Number(before.position) });
    await audit(tx, { action: 'site-item.restored', subject: { kind, id }, before, after });
    return after;
  });
}

/** Reorders a list; entries that are not listed follow in their previous order. */
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
      update site_item set position = sorted.n
      from unnest(${sorted}::uuid[]) with ordinality as sorted(id, n)
      where site_item.id = sorted.id and site_item.position <> sorted.n`.execute(tx.db);
    const after = await inOrder(tx, kind);
    await audit(tx, {
      action: 'site-item.reordered',
      subject: { kind, id: null },
      before: { ids: before.map((item) => item.id) },
      after: { ids: sorted },
    });
    return { items: after };
  });
}

async function extentOf(tx: Tx, kind: ItemKind): Promise<{ count: number; last: number }> {
  const { rows } = await sql<{ count: number; last: number }>`
    select count(*)::int as count, coalesce(max(position), 0) as last from site_item where kind = ${kind}
  `.execute(tx.db);
  return rows[0] ?? { count: 0, last: 0 };
}

/** Shifts entries from a position on, to make room for another one. */
async function makeRoomAt(tx: Tx, kind: ItemKind, position: number): Promise<number> {
  await sql`
    update site_item set position = position + 1 where kind = ${kind} and position >= ${position}
      and exists (select from site_item as taken where taken.kind = ${kind} and taken.position = ${position})`.execute(
    tx.db,
  );
  return position;
}

async function inOrder(tx: Tx, kind: ItemKind): Promise<Item[]> {
  const rows = await itemRows(tx, kind).orderBy('position').orderBy('id').execute();
  return rows.map((row) => toItem(kind, row));
}
