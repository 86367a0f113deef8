import type { Texts } from '#languages/index.ts';
import type { NameIn, Values } from '#platform/kernel/translate.ts';
import { type Language, language } from './language.ts';
import { type Catalogue, textIn } from './texts.ts';

/**
 * A text of the cleaner's app. Readers of English or Chinese see both side by side, as crews pass their phones around;
 * everyone else sees their own language alone, and `zh` is empty.
 */
export interface Pair {
  readonly text: string;
  readonly zh: string;
}

/** The language of `text`. */
export function mainLanguage(): Language {
  const own = language.get();
  return own === 'zh' ? 'en' : own;
}

export function pair(textFor: (language: Language) => string): Pair {
  const text = textFor(mainLanguage());
  const zh = mainLanguage() === 'en' ? textFor('zh') : '';
  // The same while the Chinese texts could not be loaded.
  return { text, zh: zh === text ? '' : zh };
}

/** The texts of a catalogue as pairs. Values that depend on the language are a function of it. */
export function pairsOf<En extends Texts>(catalogue: Catalogue<En>) {
  return (name: NameIn<En>, values?: Values | ((language: Language) => Values)): Pair =>
    pair((shown) => textIn(shown, catalogue, name, typeof values === 'function' ? values(shown) : values));
}

/** Both, for attributes. */
export const inOneLine = ({ text, zh }: Pair): string => (zh === '' ? text : `${text} ${zh}`);
