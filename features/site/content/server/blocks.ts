import { sql } from 'kysely';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type AnyContent, BLOCK_NAMES, type BlockName, blockOf } from '../contract/blocks.ts';
import type { BlockState } from '../contract/site.ts';
import { DEFAULT_CONTENT, defaultContent } from './default-content.ts';
import { keepContent } from './keep-content.ts';
import { sanitiseContent } from './sanitise.ts';

/* Blocks: their versions, drafts and publication. */

/** A block at one version; version 0 is the default content. */
export interface StoredBlock {
  readonly version: number;
  readonly content: AnyContent;
  readonly createdAt: string | null;
}

/** Includes what its author had read: the version, and the draft or null. */
export type SentContent = AnyContent & {
  readonly version?: number | undefined;
  readonly revision?: string | null | undefined;
};

type NotSaved = Refusal<'invalid' | 'unavailable' | 'content_changed'>;

export async function currentBlock(ctx: Context, block: BlockName): Promise<StoredBlock> {
  const row = await ctx.db
    .selectFrom('site_block_version')
    .select(['version', 'content', 'createdAt'])
    .where('block', '=', block)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? byItself(ctx, block) : toStored(block, row);
}

export async function blockAt(ctx: Context, block: BlockName, version: number): Promise<StoredBlock | null> {
  if (version === 0) return byItself(ctx, block);
  const row = await ctx.db
    .selectFrom('site_block_version')
    .select(['version', 'content', 'createdAt'])
    .where('block', '=', block)
    .where('version', '=', version)
    .executeTakeFirst();
  return row === undefined ? null : toStored(block, row);
}

async function byItself(ctx: Context, block: BlockName): Promise<StoredBlock> {
  const { businessName } = await readSettings(ctx, ['businessName']);
  return { version: 0, content: defaultContent(block, businessName), createdAt: null };
}

interface VersionRow {
  readonly version: number;
  readonly content: unknown;
  readonly createdAt: string;
}

function toStored(block: BlockName, row: VersionRow): StoredBlock {
  return {
    version: row.version,
    content: readContent(block, row.content),
    createdAt: wireTime(row.createdAt),
  };
}

/** The stored values of the current fields: a field added later gets its default. */
export function readContent(block: BlockName, stored: unknown): AnyContent {
  const known = stored as { readonly zh?: object };
  const { zh: chinese = {}, ...byDefault }: { readonly zh?: object | undefined } = DEFAULT_CONTENT[block];
  // A text saved only in English gets no default translation; only a new field does.
  const zh = {
    ...Object.fromEntries(Object.entries(chinese).filter(([name]) => !(name in known))),
    ...known.zh,
  };
  const filled = { ...byDefault, ...known, ...(Object.keys(zh).length > 0 && { zh }) };
  return sanitiseContent(blockOf(block).content.parse(filled)) as AnyContent;
}

/** Serialises changes of a block, so that each sees the previous one. */
async function lockBlock(tx: Tx, block: BlockName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site block ${block}`}, 0))`.execute(tx.db);
}

/** Inserts the next version. The block is locked. */
async function appendVersion(
  tx: Tx,
  block: BlockName,
  next: { readonly version: number; readonly content: AnyContent; readonly restoredFrom: number | null },
): Promise<void> {
  await tx.db
    .insertInto('site_block_version')
    .values({
      id: tx.newID(),
      block,
      version: next.version,
      content: JSON.stringify(next.content),
      restoredFrom: next.restoredFrom,
      createdAt: tx.clock.now().toString(),
      createdBy: idOf(tx.actor),
    })
    .execute();
}

/* Drafts */

interface Draft {
  readonly content: AnyContent;
  readonly isDraft: boolean;
  readonly savedAt: string | null;
  readonly revision: string | null;
  /** The version it is based on. */
  readonly version: number;
}

/** The draft of a block, or the published content if there is none. */
export async function readDraft(ctx: Context, block: BlockName): Promise<Draft> {
  const row = await ctx.db
    .selectFrom('site_block_draft')
    .select(['content', 'basedOn', 'savedAt', 'revision'])
    .where('block', '=', block)
    .executeTakeFirst();
  if (row === undefined) {
    const { content, version } = await currentBlock(ctx, block);
    return { content, isDraft: false, savedAt: null, revision: null, version };
  }
  return {
    content: readContent(block, row.content),
    isDraft: true,
    savedAt: wireTime(row.savedAt),
    revision: row.revision,
    version: row.basedOn,
  };
}

/** Saves a draft without publishing it. Refused if someone else has saved a draft or published since it was read. */
export function saveDraft(
  ctx: Context,
  block: BlockName,
  { version, revision, ...content }: SentContent,
): Promise<Draft | NotSaved> {
  return inTransaction(ctx, async (tx) => {
    await lockBlock(tx, block);
    const before = await readDraft(tx, block);
    const current = before.isDraft ? (await currentBlock(tx, block)).version : before.version;
    if (revision !== undefined && revision !== before.revision) return refuse('content_changed');
    if (version !== undefined && version !== current) return refuse('content_changed');
    const clean = sanitiseContent(content);
    const refused = await keepContent(tx, clean);
    if (refused !== null) return refused;
    const draft = {
      content: JSON.stringify(clean),
      basedOn: version ?? current,
      savedAt: tx.clock.now().toString(),
      savedBy: idOf(tx.actor),
      revision: tx.newID(),
    };
    await tx.db
      .insertInto('site_block_draft')
      .values({ block, ...draft })
      .onConflict((taken) => taken.column('block').doUpdateSet(draft))
      .execute();
    return readDraft(tx, block);
  });
}

export async function discardDraft(ctx: Context, block: BlockName): Promise<Draft> {
  await ctx.db.deleteFrom('site_block_draft').where('block', '=', block).execute();
  return readDraft(ctx, block);
}

/* Publication */

/**
 * Publishes a block. The earlier version is kept and the draft is removed; the version check ensures that nobody else's
 * draft is lost.
 */
export function saveBlock(
  ctx: Context,
  block: BlockName,
  sent: SentContent,
): Promise<StoredBlock | NotSaved> {
  const { version: seenVersion, revision, ...content } = sent;
  return inTransaction(ctx, async (tx) => {
    await lockBlock(tx, block);
    const before = await currentBlock(tx, block);
    const draft = await readDraft(tx, block);
    const isUnseen =
      (seenVersion !== undefined && seenVersion !== before.version) ||
      (revision !== undefined && revision !== draft.revision);
    if (isUnseen) return refuse('content_changed', { extensions: { version: before.version } });
    const clean = sanitiseContent(content) as AnyContent;
    const refused = await keepContent(tx, clean);
    if (refused !== null) return refused;
    return writeNext(tx, block, { before, content: clean, restoredFrom: null });
  });
}

/** Publishes an earlier version again, unchanged. Version 0 is the default content. */
export function restoreBlock(
  ctx: Context,
  block: BlockName,
  version: number,
): Promise<StoredBlock | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockBlock(tx, block);
    const before = await currentBlock(tx, block);
    const earlier = await blockAt(tx, block, version);
    if (earlier === null) return refuse('not_found');
    if (earlier.version === before.version) return before;
    return writeNext(tx, block, { before, content: earlier.content, restoredFrom: version });
  });
}

interface Next {
  readonly before: StoredBlock;
  readonly content: AnyContent;
  readonly restoredFrom: number | null;
}

async function writeNext(
  tx: Tx,
  block: BlockName,
  { before, content, restoredFrom }: Next,
): Promise<StoredBlock> {
  const version = before.version + 1;
  await appendVersion(tx, block, { version, content, restoredFrom });
  await tx.db.deleteFrom('site_block_draft').where('block', '=', block).execute();
  await audit(tx, {
    action: restoredFrom === null ? 'site.changed' : 'site.restored',
    subject: { kind: 'site-block', id: null },
    before: { block, version: before.version },
    after: { block, version, ...(restoredFrom !== null && { restoredFrom }) },
  });
  return currentBlock(tx, block);
}

/* For the office */

/** More than anyone looks through. */
const MAX_VERSIONS = 200;

/** The versions of a block, newest first. */
export async function listVersions(ctx: Context, block: BlockName) {
  const rows = await ctx.db
    .selectFrom('site_block_version')
    .select(['version', 'createdAt', 'createdBy', 'restoredFrom'])
    .where('block', '=', block)
    .orderBy('version', 'desc')
    .limit(MAX_VERSIONS)
    .execute();
  const names = await adminNames(
    ctx,
    rows.flatMap(({ createdBy }) => (createdBy === null ? [] : [createdBy])),
  );
  const items = rows.map((row, i) => {
    const fullname = row.createdBy === null ? undefined : names.get(row.createdBy);
    return {
      version: row.version,
      createdAt: wireTime(row.createdAt),
      by: row.createdBy === null || fullname === undefined ? null : { id: row.createdBy, fullname },
      restoredFrom: row.restoredFrom,
      isCurrent: i === 0,
    };
  });
  return { items, next: null, total: items.length, from: 0, size: items.length };
}

type Names = ReadonlyMap<string, string>;

interface SavedRow {
  readonly block: string;
  readonly version: number;
  readonly content: unknown;
  readonly createdAt: string;
  readonly createdBy: string | null;
}

/** All blocks with their drafts, and who edited each last. Four queries. */
export async function readBlocks(ctx: Context): Promise<{ blocks: BlockState[] }> {
  const { rows: saved } = await sql<SavedRow>`
    select distinct on (block) block, version, content, created_at, created_by
    from site_block_version order by block, version desc`.execute(ctx.db);
  const drafts = await ctx.db.selectFrom('site_block_draft').selectAll().execute();
  const people = [...saved.map((row) => row.createdBy), ...drafts.map((row) => row.savedBy)];
  const names = await adminNames(
    ctx,
    people.filter((person) => person !== null),
  );
  const { businessName } = await readSettings(ctx, ['businessName']);
  const blocks = BLOCK_NAMES.map((name) => {
    const row = saved.find(({ block }) => block === name);
    const draft = drafts.find(({ block }) => block === name);
    return {
      name,
      ...(row === undefined ? unsaved(name, businessName) : savedOf(name, row, names)),
      draft: draft
        ? {
            content: recordOf(name, draft.content),
            savedAt: wireTime(draft.savedAt),
            by: personOf(names, draft.savedBy),
            revision: draft.revision,
            version: draft.basedOn,
          }
        : null,
    };
  });
  return { blocks };
}

function unsaved(name: BlockName, businessName: string) {
  return { version: 0, updatedAt: null, by: null, content: { ...defaultContent(name, businessName) } };
}

function savedOf(name: BlockName, row: SavedRow, names: Names) {
  return {
    version: row.version,
    updatedAt: wireTime(row.createdAt),
    by: personOf(names, row.createdBy),
    content: recordOf(name, row.content),
  };
}

function recordOf(name: BlockName, stored: unknown): Record<string, unknown> {
  return { ...readContent(name, stored) };
}

function personOf(names: Names, id: string | null) {
  const fullname = id === null ? undefined : names.get(id);
  return id === null || fullname === undefined ? null : { id, fullname };
}
