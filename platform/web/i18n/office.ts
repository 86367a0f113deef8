import { createElement, Fragment, type ReactNode } from 'react';
import type { Language } from './language.ts';
import { officeTextOf, officeTexts } from './office-texts.ts';

/** The language that the office's texts were loaded in. */
export function officeLanguage(): Language {
  return officeTexts.language;
}

/**
 * An English text of the office in its language. The English is in the code and is the key of its translation in
 * `languages/<code>/office.json`. They are loaded before the office's own code (`load-office.ts`), because its tables of
 * words are constants: another language needs a reload.
 *
 * `{{name}}` is a placeholder. One sense of a word that has several is named by `context`, as in i18next:
 * `t('Moving', { context: 'clean' })` is `Moving_clean` in the translations.
 */
export function t(english: string, values: Readonly<Record<string, string | number>> = {}): string {
  const { context } = values;
  return officeTextOf(english, context === undefined ? english : `${english}_${context}`).replace(
    PLACEHOLDER,
    (whole, name: string) => String(values[name] ?? whole),
  );
}

/** The same with elements in it. */
export function tNodes(english: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const parts = officeTextOf(english).split(PLACEHOLDER);
  return createElement(
    Fragment,
    null,
    ...parts.map((part, index) => (index % 2 === 0 ? part : values[part])),
  );
}

const PLACEHOLDER = /\{\{(\w+)\}\}/g;
