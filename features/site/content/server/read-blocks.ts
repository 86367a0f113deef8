import { sql } from 'kysely';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { BLOCK_NAMES, type BlockName } from '../contract/blocks.ts';
import type { BlockState } from '../contract/overview.ts';
import { readContent } from './block-store.ts';
import { DEFAULT_CONTENT } from './default-content.ts';

type Names = ReadonlyMap<string, string>;

interface SavedRow {
  readonly block: string;
  readonly version: number;
  readonly content: unknown;
  readonly createdAt: string;
  readonly createdBy: string | null;
}

/** All blocks with their drafts, and who edited each last. Three queries. */
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
  const blocks = BLOCK_NAMES.map((name) => {
    const row = saved.find(({ block }) => block === name);
    const draft = drafts.find(({ block }) => block === name);
    return {
      name,
      ...currentOf(name, row, names),
      draft: draft
        ? {
            content: contentOf(name, draft.content),
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

function currentOf(name: BlockName, row: SavedRow | undefined, names: Names) {
  if (row === undefined)
    return { version: 0, updatedAt: null, by: null, content: { ...DEFAULT_CONTENT[name] } };
  return {
    version: row.version,
    updatedAt: wireTime(row.createdAt),
    by: personOf(names, row.createdBy),
    content: contentOf(name, row.content),
  };
}

function contentOf(name: BlockName, stored: unknown): Record<string, unknown> {
  return { ...readContent(name, stored) };
}

function personOf(names: Names, id: string | null) {
  const fullname = id === null ? undefined : names.get(id);
  return id === null || fullname === undefined ? null : { id, fullname };
}
