/** The languages of Kemas: the only place in the code that names them (docs/languages.md). */
import en from './en/about.json' with { type: 'json' };
import ms from './ms/about.json' with { type: 'json' };
import zh from './zh/about.json' with { type: 'json' };

/** Texts by name; names may be nested. `{{name}}` is a placeholder, `_one` and `_other` are plural suffixes. */
export type Texts = { readonly [name: string]: string | Texts };

interface About {
  /** In the language itself. */
  readonly name: string;
  /** For `<html lang>` and `Intl`. */
  readonly locale: string;
  /** Offered to everyone: it is complete. The others are shown only to people who choose them in their account. */
  readonly isOffered: boolean;
  /** The native speaker who has read the translation in the app; empty if nobody is on record. */
  readonly reviewedBy: string;
}

interface Sources {
  readonly about: About;
  /** Texts of customers and cleaners. */
  readonly site: () => Promise<{ default: Texts }>;
  /** Texts of messages and calendars, which the server writes. */
  readonly messages: () => Promise<{ default: Texts }>;
  /** Texts of the office, by the English ones. */
  readonly office: () => Promise<{ default: Readonly<Record<string, string>> }>;
}

const NONE = async () => ({ default: {} });

/** English is in the code; what a translation lacks is shown in English. */
const ALL = {
  en: { about: en, site: NONE, messages: NONE, office: NONE },
  zh: {
    about: zh,
    site: () => import('./zh/site.json', { with: { type: 'json' } }),
    messages: () => import('./zh/messages.json', { with: { type: 'json' } }),
    office: () => import('./zh/office.json', { with: { type: 'json' } }),
  },
  ms: {
    about: ms,
    site: () => import('./ms/site.json', { with: { type: 'json' } }),
    messages: () => import('./ms/messages.json', { with: { type: 'json' } }),
    office: NONE,
  },
} as const satisfies Record<string, Sources>;

export type Language = keyof typeof ALL;

export const LANGUAGES = Object.keys(ALL) as readonly Language[];

/** Those that are offered to everyone. */
export const OFFERED: readonly Language[] = LANGUAGES.filter((language) => ALL[language].about.isOffered);

/** Those that the office has too. */
export const OFFICE_LANGUAGES: readonly Language[] = LANGUAGES.filter(
  (language) => language === 'en' || ALL[language].office !== NONE,
);

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(ALL, value);
}

export function about(language: Language): About {
  return ALL[language].about;
}

/** Loads the texts of customers and cleaners. */
export async function loadSite(language: Language): Promise<Texts> {
  return (await ALL[language].site()).default;
}

/** Loads the texts of messages; empty if there are none. */
export async function loadMessages(language: Language): Promise<Texts> {
  return (await ALL[language].messages()).default;
}

/** Loads the texts of the office; empty if there are none. */
export async function loadOffice(language: Language): Promise<Readonly<Record<string, string>>> {
  return (await ALL[language].office()).default;
}

/**
 * Some texts are written in two languages only: those of packages, checklists and the business's own site. English stands in for the other languages.
 */
export function writtenLanguage(language: Language): 'en' | 'zh' {
  return language === 'zh' ? 'zh' : 'en';
}
