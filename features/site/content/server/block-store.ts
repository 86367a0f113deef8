import { sql } from 'kysely';
import { idOf } from '#platform/kernel/actor.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { AnyContent, BlockName } from '../contract/blocks.ts';
import { BLOCKS } from '../contract/blocks.ts';
import { DEFAULT_CONTENT } from './default-content.ts';
import { sanitiseContent } from './sanitise.ts';

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

export async function currentBlock(ctx: Context, block: BlockName): Promise<StoredBlock> {
  const row = await ctx.db
    .selectFrom('site_block_version')
    .select(['version', 'content', 'createdAt'])
    .where('block', '=', block)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? byItself(block) : toStored(block, row);
}

export async function blockAt(ctx: Context, block: BlockName, version: number): Promise<StoredBlock | null> {
  if (version === 0) return byItself(block);
  const row = await ctx.db
    .selectFrom('site_block_version')
    .select(['version', 'content', 'createdAt'])
    .where('block', '=', block)
    .where('version', '=', version)
    .executeTakeFirst();
  return row === undefined ? null : toStored(block, row);
}

function byItself(block: BlockName): StoredBlock {
  return { version: 0, content: DEFAULT_CONTENT[block], createdAt: null };
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
  return sanitiseContent(BLOCKS[block].content.parse(filled)) as AnyContent;
}

/** Serialises changes of a block, so that each sees the previous one. */
export async function lockBlock(tx: Tx, block: BlockName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site block ${block}`}, 0))`.execute(tx.db);
}

/** Inserts the next version. The block is locked. */
export async function appendVersion(
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
