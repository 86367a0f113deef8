import { sql } from 'kysely';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { ItemChange } from '../contract/changes.ts';
import type { ItemKind } from '../contract/items.ts';
import { BLANK, cleanItem } from './item-store.ts';

/** More than anyone looks through. */
const MAX_CHANGES = 200;

interface ChangeRow {
  readonly kind: ItemKind;
  readonly itemID: string;
  readonly version: number;
  readonly change: ItemChange['change'];
  readonly content: object;
  readonly before: object | null;
  readonly restoredFrom: number | null;
  readonly createdAt: string;
  readonly createdBy: string | null;
  /** The current version on the site; null for a deleted entry. */
  readonly shown: number | null;
}

/** The latest changes of all entries, or of one. */
export async function listChanges(ctx: Context, id?: string): Promise<{ items: ItemChange[] }> {
  const { rows } = await sql<ChangeRow>`
    select change.kind, change.item_id, change.version, change.change, change.content, earlier.content as before,
      change.restored_from, change.created_at, change.created_by, site_item.version as shown
    from site_item_version as change
    left join site_item_version as earlier
      on earlier.item_id = change.item_id and earlier.version = change.version - 1
    left join site_item on site_item.id = change.item_id
    where ${id === undefined ? sql`true` : sql`change.item_id = ${id}`}
    order by change.created_at desc, change.id desc limit ${MAX_CHANGES}`.execute(ctx.db);
  const people = rows.map(({ createdBy }) => createdBy).filter((person) => person !== null);
  const names = await adminNames(ctx, people);
  const said = (kind: ItemKind, content: object) => cleanItem(kind, { ...BLANK[kind], ...content });
  const items = rows.map((row) => {
    const fullname = names.get(row.createdBy ?? '');
    return {
      kind: row.kind,
      itemID: row.itemID,
      version: row.version,
      change: row.change,
      createdAt: wireTime(row.createdAt),
      by: row.createdBy === null || fullname === undefined ? null : { id: row.createdBy, fullname },
      restoredFrom: row.restoredFrom,
      isCurrent: row.shown === row.version,
      isDeleted: row.shown === null,
      content: said(row.kind, row.content),
      before: row.before === null ? null : said(row.kind, row.before),
    };
  });
  return { items };
}
