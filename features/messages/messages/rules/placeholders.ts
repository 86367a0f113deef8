import { type Channel, type FixedWords, placeholdersIn, type TextOf } from '#platform/kernel/message-kind.ts';
import type { FieldError } from '#platform/kernel/refusal.ts';
import { type Kind, kindOf } from '../texts/kinds.ts';

/** Why a template cannot be saved, by field; empty if it can. */
export function whyNotSaved(kind: Kind, channel: Channel, text: TextOf): FieldError[] {
  const { placeholders, required, fixed } = kindOf(kind);
  const known = Object.keys(placeholders);
  const list = known.map((name) => `{${name}}`).join(' ');
  const errors: FieldError[] = [];
  const fields = channel === 'email' ? (['subject', 'body'] as const) : (['body'] as const);
  for (const path of fields) {
    if (text[path].trim() === '') errors.push({ path, message: 'Write something here.' });
    const unknown = placeholdersIn(text[path]).find((name) => !known.includes(name));
    if (unknown !== undefined)
      errors.push({ path, message: `There is no {${unknown}} here. You can use ${list}.` });
  }
  const used = placeholdersIn(text.body);
  const missing = (required[channel] ?? []).filter((name) => !used.includes(name));
  if (missing.length > 0 && !errors.some(({ path }) => path === 'body')) {
    const names = missing.map((name) => `{${name}}`).join(' and ');
    errors.push({ path: 'body', message: `Add ${names}: without it, no one knows what this is about.` });
  }
  if (fixed !== undefined && !hasFixedWords(text.body, fixed) && !errors.some(({ path }) => path === 'body'))
    errors.push({ path: 'body', message: fixedMessage(fixed) });
  return errors;
}

function hasFixedWords(body: string, { words, at }: FixedWords): boolean {
  return at === 'start' ? body.startsWith(words) : body.split('\n').includes(words);
}

function fixedMessage({ words, at }: FixedWords): string {
  return at === 'start'
    ? `Begin with "${words}": phones look for these words.`
    : `Keep "${words}" on a line of its own.`;
}
