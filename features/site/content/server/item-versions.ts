import type { Selectable } from 'kysely';
import type { SiteItemVersion } from '#database/generated.ts';
import { idOf } from '#platform/kernel/actor.ts';
import type { Tx } from '#platform/server/context.ts';
import type { ItemKind } from '../contract/items.ts';
import { type Item, itemRows, toItem } from './item-store.ts';

/** The new content of an entry, or its content when it was deleted. */
export interface NextItem {
  readonly id: string;
  readonly version: number;
  readonly position: number;
  readonly content: unknown;
  readonly change: 'added' | 'changed' | 'deleted' | 'restored';
  readonly restoredFrom: number | null;
}

/** Inserts an entry with its first version. The list is locked. */
export async function insertItem(tx: Tx, kind: ItemKind, next: NextItem): Promise<Item> {
  const { id, version, position } = next;
  const now = tx.clock.now().toString();
  const row = await tx.db
    .insertInto('site_item')
    .values({
      id,
      kind,
      position,
      version,
      createdAt: now,
      updatedAt: now,
      content: JSON.stringify(next.content),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await appendItemVersion(tx, kind, next);
  return toItem(kind, row);
}

/** The same for an existing entry. */
export async function rewriteItem(tx: Tx, kind: ItemKind, next: NextItem): Promise<Item> {
  const { id, version } = next;
  await tx.db
    .updateTable('site_item')
    .set({ content: JSON.stringify(next.content), version, updatedAt: tx.clock.now().toString() })
    .where('id', '=', id)
    .execute();
  await appendItemVersion(tx, kind, next);
  return toItem(kind, await itemRows(tx, kind).where('id', '=', id).executeTakeFirstOrThrow());
}

export async function appendItemVersion(tx: Tx, kind: ItemKind, next: NextItem): Promise<void> {
  const { id, version, position, change, content, restoredFrom } = next;
  await tx.db
    .insertInto('site_item_version')
    .values({
      id: tx.newID(),
      itemID: id,
      kind,
      version,
      position,
      change,
      content: JSON.stringify(content),
      restoredFrom: restoredFrom,
      createdAt: tx.clock.now().toString(),
      createdBy: idOf(tx.actor),
    })
    .execute();
}

/** The latest version of an entry, or a specific one; null if there is none. */
export async function newestVersion(
  tx: Tx,
  kind: ItemKind,
  id: string,
  version?: number,
): Promise<Selectable<SiteItemVersion> | null> {
  const row = await tx.db
    .selectFrom('site_item_version')
    .selectAll()
    .where('itemID', '=', id)
    .where('kind', '=', kind)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
