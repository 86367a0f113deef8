import { useCallback } from 'react';
import type { Language, Texts } from '#languages/index.ts';
import {
  type Catalogue,
  fill,
  type NameIn,
  type Translate,
  translate,
  type Values,
} from '#platform/kernel/translate.ts';
import { useLanguage } from './language.ts';
import { translationOf } from './translations.ts';

// biome-ignore lint/performance/noBarrelFile: pages define and use their texts with one import
export { type Catalogue, defineTexts } from '#platform/kernel/translate.ts';

/** `t` of a catalogue. */
export type TranslateOf<C> = C extends Catalogue<infer En> ? Translate<NameIn<En>> : never;

/** Texts in the person's language. */
export interface Translation<Name extends string = string> {
  readonly t: Translate<Name>;
  readonly language: Language;
  /** The same in Chinese, for pages that show both. */
  readonly chinese: Translate<Name>;
}

/** The texts of a catalogue in the person's language: `t('booked', { day })`. */
export function useText<En extends Texts>(catalogue: Catalogue<En>): Translation<NameIn<En>> {
  const language = useLanguage();
  const t = useCallback<Translate<NameIn<En>>>(
    (name, values) => textIn(language, catalogue, name, values),
    [catalogue, language],
  );
  return { t, language, chinese: (name, values) => textIn('zh', catalogue, name, values) };
}

/** English is shown for a name that has no translation. */
export function textIn<En extends Texts>(
  language: Language,
  { name: catalogue, en }: Catalogue<En>,
  ...[name, values]: Parameters<Translate<NameIn<En>>>
): string {
  return translate(
    [
      [language, translationOf(language, catalogue)],
      ['en', en],
    ],
    name,
    values,
  );
}

/**
 * The translation of a text that is its own name, such as the title of a page; English if there is none. Such texts are
 * marked by `phrase`.
 */
export function phraseIn(language: Language, english: string, values: Values = {}): string {
  const found = translationOf(language, 'phrases')[english];
  return fill(typeof found === 'string' ? found : english, values);
}

/** Marks an English text that `phraseIn` translates. */
export const phrase = (english: string): string => english;
