import type { Language, Texts } from '#languages/index.ts';

/** Texts in English. Translations are in languages/<code>/, under the name of the catalogue. */
export interface Catalogue<En extends Texts = Texts> {
  readonly name: string;
  readonly en: En;
}

/** The texts of a feature. @param name unique among all catalogues */
export function defineTexts<const En extends Texts>(name: string, en: En): Catalogue<En> {
  return { name, en };
}

/** A language and its translations, by catalogue; what they lack is in English. */
export interface Translations {
  readonly language: Language;
  readonly texts: Texts;
}

export const ENGLISH: Translations = { language: 'en', texts: {} };

/** `t` of a catalogue. */
export function translator<En extends Texts>(
  { language, texts }: Translations,
  { name, en }: Catalogue<En>,
): Translate<NameIn<En>> {
  const own = Object.hasOwn(texts, name) ? texts[name] : undefined;
  const catalogues = [
    [language, typeof own === 'object' ? own : {}],
    ['en', en],
  ] as const;
  return (text, values) => translate(catalogues, text, values);
}

type Counted<Name extends string> = Name extends `${infer Base}_${'one' | 'other'}` ? Base : Name;

/** Every name of a catalogue, nested ones joined by dots, plural ones without their suffix. */
export type NameIn<T extends Texts> = {
  [Name in keyof T & string]: T[Name] extends Texts ? `${Name}.${NameIn<T[Name]>}` : Counted<Name>;
}[keyof T & string];

export type Values = Readonly<Record<string, string | number>>;
export type Translate<Name extends string = string> = (name: Name, values?: Values) => string;

/**
 * The text of a name, from the first catalogue that has it. `count` selects the plural form by the language's rules. An
 * unknown name is returned as is, which makes it easy to notice.
 */
export function translate(
  catalogues: readonly (readonly [Language, Texts])[],
  name: string,
  values: Values = {},
): string {
  for (const [language, texts] of catalogues) {
    const text = counted(texts, name, values.count, language) ?? lookUp(texts, name);
    if (text !== null) return fill(text, values);
  }
  return name;
}

function counted(texts: Texts, name: string, count: string | number | undefined, language: Language) {
  if (typeof count !== 'number') return null;
  const form = pluralRules(language).select(count);
  return lookUp(texts, `${name}_${form}`) ?? lookUp(texts, `${name}_other`);
}

/** By language: creating them costs far more than using them. */
const rulesOf = new Map<Language, Intl.PluralRules>();

function pluralRules(language: Language): Intl.PluralRules {
  const rules = rulesOf.get(language) ?? new Intl.PluralRules(language);
  rulesOf.set(language, rules);
  return rules;
}

/** The text at this path; null if there is none. */
export function lookUp(texts: Texts, name: string): string | null {
  let found: string | Texts | undefined = texts;
  for (const part of name.split('.')) {
    if (typeof found !== 'object') return null;
    found = Object.hasOwn(found, part) ? found[part] : undefined;
  }
  return typeof found === 'string' ? found : null;
}

export function fill(text: string, values: Values): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
