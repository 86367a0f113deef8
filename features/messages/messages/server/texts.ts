import type { z } from 'zod';
import { adminNameOf } from '#features/people/accounts/server/index.ts';
import { LANGUAGES, type Language } from '#languages/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type Channel, type TextOf, translatedText } from '#platform/kernel/message-kind.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listTextVersions, TextReply } from '../contract.ts';
import { whyNotSaved } from '../rules/placeholders.ts';
import { TEXTS } from '../texts/default-texts.ts';
import { KIND_NAMES, type Kind, kindOf } from '../texts/kinds.ts';
import { translationsOf } from './languages.ts';

/** Identifies a template by kind, channel and language. */
export interface TemplateKey {
  readonly kind: Kind;
  readonly channel: Channel;
  readonly language: Language;
}

/**
 * The default template; what a language lacks is in English, as the office has changed it. Undefined if the kind does not
 * use this channel.
 */
async function defaultText(ctx: Context, which: TemplateKey): Promise<TextOf | undefined> {
  const { kind, channel, language } = which;
  const english = TEXTS[kind][channel];
  if (english === undefined || language === 'en') return english;
  const own = translatedText(await translationsOf(language), kind, channel);
  return own ?? wordsOf(await newestOf(ctx, { ...which, language: 'en' }), english);
}

/** The current template. */
export async function currentText(ctx: Context, which: TemplateKey): Promise<TextOf> {
  const text = await defaultText(ctx, which);
  if (text === undefined) throw new Error(`No template for ${which.kind} by ${which.channel}.`);
  return wordsOf(await newestOf(ctx, which), text);
}

/** All templates in their newest versions. */
export async function listTexts(ctx: Context): Promise<{ items: TextReply[] }> {
  const rows = await allVersions(ctx)
    .distinctOn(['kind', 'channel', 'language'])
    .orderBy('kind')
    .orderBy('channel')
    .orderBy('language')
    .orderBy('version', 'desc')
    .execute();
  const newest = new Map(rows.map((row) => [nameOf(row as TemplateKey), row]));
  const all = KIND_NAMES.flatMap((kind) =>
    kindOf(kind).channels.flatMap((channel) => LANGUAGES.map((language) => ({ kind, channel, language }))),
  );
  return { items: await Promise.all(all.map((which) => toReply(ctx, which, newest.get(nameOf(which))))) };
}

/** Saves a new version of a template; null resets it to the default. Earlier versions are kept. */
export async function saveText(
  ctx: ContextOf<'admin'>,
  which: TemplateKey,
  { text, version }: { readonly text: TextOf | null; readonly version: number },
): Promise<TextReply | Refusal<'not_found' | 'invalid' | 'text_changed' | 'unavailable'>> {
  const byDefault = await defaultText(ctx, which);
  if (byDefault === undefined) return refuse('not_found');
  const errors = text === null ? [] : whyNotSaved(which.kind, which.channel, text);
  if (errors.length > 0) return refuse('invalid', { errors });
  const saved = await inTransaction(
    ctx,
    async (tx) => {
      const before = await newestOf(tx, which);
      if ((before?.version ?? 0) !== version) return refuse('text_changed');
      const words = text === null ? { subject: null, body: null } : text;
      const { kind, channel, language } = which;
      await tx.db
        .insertInto('message_text')
        .values({
          id: tx.newID(),
          kind,
          channel,
          language,
          ...words,
          version: version + 1,
          adminID: tx.actor.id,
          createdAt: tx.clock.now().toString(),
        })
        .execute();
      await audit(tx, {
        action: text === null ? 'message_text.reset' : 'message_text.updated',
        subject: { kind: 'message_text', id: null },
        before: { text: nameOf(which), ...wordsOf(before, byDefault) },
        after: { text: nameOf(which), ...(text ?? byDefault) },
      });
      return true;
    },
    { message_text_once: refuse('text_changed') },
  );
  if (isRefusal(saved)) return saved;
  return toReply(ctx, which, await newestOf(ctx, which));
}

/** Earlier versions of a template. */
export async function listVersions(
  ctx: Context,
  which: TemplateKey,
  query: z.output<typeof listTextVersions.query>,
): Promise<ListOutcome | Refusal<'not_found'>> {
  const text = await defaultText(ctx, which);
  if (text === undefined) return refuse('not_found');
  return listOf(ctx, query, {
    name: 'texts',
    rows: versionsOf(ctx, which),
    sort: { version: ['message_text.version'], createdAt: ['message_text.version'] },
    defaultOrder: 'desc',
    key: 'message_text.id',
    toItem: (row: TextRow) => ({
      version: row.version,
      ...wordsOf(row, text),
      isDefault: row.body === null,
      changedAt: wireTime(row.createdAt),
      changedBy: row.changedBy ?? '',
    }),
  });
}

function nameOf({ kind, channel, language }: TemplateKey): string {
  return `${kind} ${channel} ${language}`;
}

function allVersions({ db }: Context) {
  return db
    .selectFrom('message_text')
    .selectAll('message_text')
    .select(adminNameOf('message_text.adminID').as('changedBy'));
}

type TextRow = Awaited<ReturnType<ReturnType<typeof allVersions>['executeTakeFirstOrThrow']>>;

function versionsOf(ctx: Context, { kind, channel, language }: TemplateKey) {
  return allVersions(ctx)
    .where('message_text.kind', '=', kind)
    .where('message_text.channel', '=', channel)
    .where('message_text.language', '=', language);
}

function newestOf(ctx: Context, which: TemplateKey): Promise<TextRow | undefined> {
  return versionsOf(ctx, which).orderBy('version', 'desc').limit(1).executeTakeFirst();
}

/** A row without text is a reset to the default. */
function wordsOf(row: TextRow | undefined, text: TextOf = { subject: '', body: '' }): TextOf {
  return row === undefined || row.body === null ? text : { subject: row.subject ?? '', body: row.body };
}

async function toReply(ctx: Context, which: TemplateKey, row: TextRow | undefined): Promise<TextReply> {
  const { title, when, reader, placeholders, required } = kindOf(which.kind);
  const needed = required[which.channel] ?? [];
  return {
    ...which,
    title,
    when,
    reader,
    ...wordsOf(row, await defaultText(ctx, which)),
    isDefault: row === undefined || row.body === null,
    version: row?.version ?? 0,
    changedAt: row === undefined ? null : wireTime(row.createdAt),
    changedBy: row?.changedBy ?? '',
    placeholders: Object.entries(placeholders).map(([name, means]) => ({
      name,
      means,
      required: needed.includes(name),
    })),
  };
}
