import { createElement, Fragment, type ReactNode } from 'react';
import { type Language, language } from './language.ts';

/**
 * The office's English is in its code and is the key of its translations (`languages/<code>/office.json`). They are loaded
 * before the office's own code, because its tables of words are constants, so another language needs a reload.
 */
type Translations = Readonly<Record<string, string>>;

const TRANSLATIONS: Readonly<
  Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Translations }>>
> = {
  zh: () => import('../../../languages/zh/office.json', { with: { type: 'json' } }),
};

let loadedLanguage: Language = 'en';
let wantedLanguage: Language | null = null;
let translations: Translations = {};

/** Loads the office's texts in the person's language. English is shown if they cannot be loaded. */
export async function loadOfficeText(wanted: Language = language.get()): Promise<void> {
  wantedLanguage = wanted;
  const loaded = wanted === 'en' ? null : await TRANSLATIONS[wanted]().catch(() => null);
  translations = loaded?.default ?? {};
  loadedLanguage = loaded === null ? 'en' : wanted;
}

/** Whether another language was chosen since, such as on the public site: the office must be loaded again. */
export function hasOtherLanguage(): boolean {
  return wantedLanguage !== null && wantedLanguage !== language.get();
}

/** The language that the office's texts were loaded in. */
export function officeLanguage(): Language {
  return loadedLanguage;
}

/** An English text of the office in its language; `{{name}}` is a placeholder. */
export function t(english: string, values: Readonly<Record<string, string | number>> = {}): string {
  return textOf(english).replace(PLACEHOLDER, (whole, name: string) => String(values[name] ?? whole));
}

/** The same with elements in it. */
export function tNodes(english: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const parts = textOf(english).split(PLACEHOLDER);
  return createElement(
    Fragment,
    null,
    ...parts.map((part, index) => (index % 2 === 0 ? part : values[part])),
  );
}

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

function textOf(english: string): string {
  return Object.hasOwn(translations, english) ? (translations[english] ?? english) : english;
}
