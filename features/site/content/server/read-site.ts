import { sql } from 'kysely';
import { readContact, readSettings } from '#features/catalogue/settings/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { BLOCK_NAMES, RICH } from '../contract/blocks.ts';
import { ITEM_KINDS, ITEMS } from '../contract/items.ts';
import type { SiteWords } from '../contract/site.ts';
import { inLanguage } from '../rules/in-language.ts';
import { placeholderValues } from '../rules/placeholder-values.ts';
import { fillPlaceholders, type PlaceholderValues } from '../rules/placeholders.ts';
import { readContent } from './blocks.ts';
import { defaultContent } from './default-content.ts';
import { toItem } from './items.ts';

/** The site content in a language, with placeholders replaced: all blocks, and the lists in order. */
export async function readSite(ctx: Context, language: 'en' | 'zh'): Promise<SiteWords> {
  const saved = await sql<{ block: string; content: unknown }>`
    select distinct on (block) block, content from site_block_version order by block, version desc`.execute(
    ctx.db,
  );
  const values = await readPlaceholderValues(ctx, language);
  const { businessName } = await readSettings(ctx, ['businessName']);
  const stored = new Map(saved.rows.map(({ block, content }) => [block, content]));
  const blocks = BLOCK_NAMES.map((name) => {
    const content = stored.has(name)
      ? readContent(name, stored.get(name))
      : defaultContent(name, businessName);
    return [name, fillPlaceholders(inLanguage(content, language), values, RICH)] as const;
  });
  const rows = await ctx.db.selectFrom('site_item').selectAll().orderBy('position').orderBy('id').execute();
  const lists = ITEM_KINDS.map((kind) => {
    const items = rows.filter((row) => row.kind === kind).map((row) => toItem(kind, row));
    const words = items.map((item) => withoutMarks(inLanguage(item, language)));
    return [kind, fillPlaceholders(words, values, ITEMS[kind].rich)] as const;
  });
  return withContact(Object.fromEntries([...blocks, ...lists]) as SiteWords, await readContact(ctx));
}

/** Number and e-mail address of the business, where the site shows them and the office has entered no others. */
function withContact(site: SiteWords, { phone, email }: { readonly phone: string; readonly email: string }) {
  const [top, contact] = [site['utility-nav'], site['contact-us']];
  return {
    ...site,
    'utility-nav': { ...top, phone: top.phone || phone, email: top.email || email },
    'contact-us': { ...contact, phone: contact.phone || phone, email: contact.email || email },
  };
}

/** The current values of the placeholders. */
export async function readPlaceholderValues(ctx: Context, language: 'en' | 'zh'): Promise<PlaceholderValues> {
  const facts = await readSettings(ctx, ['businessName', 'cancelFreeHours', 'lateFeePercent']);
  return placeholderValues(facts, language);
}

/** Removes position and timestamps, which are for the office only. */
function withoutMarks(item: object): object {
  const {
    position: _,
    version: _____,
    trash: __,
    createdAt: ___,
    updatedAt: ____,
    ...words
  } = item as Record<string, unknown>;
  return words;
}
