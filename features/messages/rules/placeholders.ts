import type { FieldError } from '#platform/kernel/refusal.ts';
import { type Channel, type Kind, kindOf, type TextOf } from './kinds.ts';
import type { Values } from './values.ts';

const PLACEHOLDER = /\{([^{}\n]*)\}/g;

/** The names of what a text stands for, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim()))];
}

/** The text with its values. What nobody knows stays as it is: it cannot be saved, so it is never sent. */
export function fill(text: string, values: Values): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const known = Object.hasOwn(values, name.trim());
    return known ? (values[name.trim()] ?? whole) : whole;
  });
}

/** Why a text cannot be saved, beside the field that is wrong; empty when it can. */
export function whyNotSaved(kind: Kind, channel: Channel, text: TextOf): FieldError[] {
  const { placeholders, required } = kindOf(kind);
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
    errors.push({ path: 'body', message: `Put ${names} in: without it nobody knows what this is about.` });
  }
  return errors;
}
