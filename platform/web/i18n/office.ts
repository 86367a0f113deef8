import { createElement, Fragment, type ReactNode } from 'react';
import type { Language } from './language.ts';

/**
 * The office's English is in its code and is the key of its translations (`languages/<code>/office.json`). They are loaded
 * before the office's own code (`load-office.ts`), because its tables of words are constants: another language needs a
 * reload.
 */
export type Translations = Readonly<Record<string, string>>;

let loadedLanguage: Language = 'en';
let translations: Translations = {};

export function setOfficeTexts(language: Language, texts: Translations): void {
  loadedLanguage = language;
  translations = texts;
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
