import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { SiteItem, SiteItemVersion } from '#database/generated.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type ListOutcome, type ListQueryInput, listOf } from '#platform/server/lists/streamed-list.ts';
import { blankOf } from '../contract/fields.ts';
import { type ItemKind, itemsOf } from '../contract/items.ts';
import type { ItemChange } from '../contract/site.ts';
import { keepContent } from './keep-content.ts';
import { sanitiseContent } from './sanitise.ts';

/* Entries of the site's lists: stored, changed, and their versions. */

type ItemRow = Selectable<SiteItem>;

/** Sanitised, with a value for each field. */
function cleanItem(kind: ItemKind, content: object): Record<string, unknown> {
  const { fields, rich } = itemsOf(kind);
  const blank = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, blankOf(field)]));
  return sanitiseContent({ ...blank, ...content }, rich);
}

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
  return { ...cleanItem(kind, row.content as object), ...marks };
}

function itemRows(ctx: Context, kind: ItemKind) {
  return ctx.db.selectFrom('site_item').selectAll().where('kind', '=', kind);
}

async function readItem(ctx: Context, kind: ItemKind, id: string): Promise<Item | null> {
  const row = await itemRows(ctx, kind).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toItem(kind, row);
}

/** Serialises changes of a list, so that positions are unique. */
async function lockList(tx: Tx, kind: ItemKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site list ${kind}`}, 0))`.execute(tx.db);
}

/** The new content of an entry, or its content when it was deleted. */
interface NextItem {
  readonly id: string;
  readonly version: number;
  readonly position: number;
  readonly content: unknown;
  readonly change: 'added' | 'changed' | 'deleted' | 'restored';
  readonly restoredFrom: number | null;
}

/** Inserts an entry with its first version. The list is locked. */
async function insertItem(tx: Tx, kind: ItemKind, next: NextItem): Promise<Item> {
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
async function rewriteItem(tx: Tx, kind: ItemKind, next: NextItem): Promise<Item> {
  const { id, version } = next;
  await tx.db
    .updateTable('site_item')
    .set({ content: JSON.stringify(next.content), version, updatedAt: tx.clock.now().toString() })
    .where('id', '=', id)
    .execute();
  await appendItemVersion(tx, kind, next);
  return toItem(kind, await itemRows(tx, kind).where('id', '=', id).executeTakeFirstOrThrow());
}

async function appendItemVersion(tx: Tx, kind: ItemKind, next: NextItem): Promise<void> {
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
async function newestVersion(
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

/** More than any page shows. */
const MAX_ITEMS = 200;

type Unsaved = Refusal<'invalid' | 'unavailable'>;

export function addItem(ctx: Context, kind: ItemKind, sent: object) {
  return inTransaction(ctx, async (tx) => {
    await lockList(tx, kind);
    const { count, last } = await extentOf(tx, kind);
    if (count >= MAX_ITEMS) return refuse('too_many_items');
    const content = cleanItem(kind, sent);
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
    const content = cleanItem(kind, { ...(before.content as object), ...sent });
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
    const content = cleanItem(kind, earlier.content as object);
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

/* Lists for the pages and the office */

/** The fields covered by the search. */
const SEARCHED: Readonly<Record<ItemKind, readonly string[]>> = {
  testimonials: ['clientname', 'content'],
  'service-options': ['name_r1', 'name_r2', 'description'],
  'scope-of-work': ['name', 'content'],
};

/** The columns of the CSV, in their order. */
const HEADINGS: Readonly<Record<string, string>> = {
  clientname: 'Customer',
  name_r1: 'Name',
  name_r2: 'Second line',
  name: 'Name',
  estimated_time: 'Estimated time',
  icon: 'Drawing',
  content: 'Text',
  profilePhoto: 'Photo',
  description: 'Description',
  price: 'Price (cents)',
  price_type: 'Kind of price',
  promotion_desc: 'Promotion',
  service: 'Clean',
};

/** The entries of a list in order. There are at most 200, so only the kind needs an index. */
export function listItems(
  ctx: Context,
  kind: ItemKind,
  query: ListQueryInput & { readonly q?: string | undefined },
): ListOutcome {
  const { fields } = itemsOf(kind);
  const texts = Object.keys(fields).filter((name) => fields[name]?.kind !== 'price');
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
      ...Object.entries(HEADINGS)
        .filter(([name]) => Object.hasOwn(fields, name))
        .map(([name, heading]) => ({ heading, value: (item: Item) => String(item[name] ?? '') })),
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
      content: cleanItem(row.kind, row.content),
      before: row.before === null ? null : cleanItem(row.kind, row.before),
    };
  });
  return { items };
}
