import { createContext, useContext, useSyncExternalStore } from 'react';
import { safeStorage, type TextStorage } from '../session/safe-storage.ts';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The locale of each language for `<html lang>` and `Intl`. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-SG', zh: 'zh-Hans-SG' };

/** The storage key of the person's choice, and the name of the cookie that tells the server. */
export const LANGUAGE_KEY = 'kemas-language';
const COOKIE = 'path=/; max-age=31536000; samesite=lax';

function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'zh';
}

/** The initial language: the stored choice, otherwise the browser's first supported one, otherwise English. */
export function firstLanguage(chosen: string | null, browser: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  for (const tag of browser) {
    const language = tag.toLowerCase().split('-')[0];
    if (isLanguage(language)) return language;
  }
  return 'en';
}

type LanguageEnvironment = {
  readonly storage: TextStorage;
  readonly browser: readonly string[];
  readonly root: Pick<HTMLElement, 'lang'>;
  /** The language of the server-rendered page: hydration must start with it. */
  readonly rendered?: Language | null;
  /** Writes a cookie. */
  readonly tellServer?: (cookie: string) => void;
};

/** The page's language, framework-independent. `<html lang>` follows it. */
export function createLanguage(environment: LanguageEnvironment) {
  const { storage, browser, root, rendered = null, tellServer } = environment;
  const listeners = new Set<() => void>();
  const stored = storage.getItem(LANGUAGE_KEY);
  let chosen = rendered ?? firstLanguage(stored, browser);
  let pinned: Language | null = null;
  const get = () => pinned ?? chosen;
  root.lang = LOCALES[chosen];
  const changed = () => {
    root.lang = LOCALES[get()];
    for (const listener of listeners) listener();
  };
  return {
    get,
    set(next: Language): void {
      chosen = next;
      storage.setItem(LANGUAGE_KEY, next);
      tellServer?.(`${LANGUAGE_KEY}=${next}; ${COOKIE}`);
      changed();
    },
    /** The choice of an earlier visit; null if none. */
    stored: () => (isLanguage(stored) ? stored : null),
    /** Overrides the choice, for the office's preview of a page. Null ends it. */
    pin(only: Language | null): void {
      if (only === pinned) return;
      pinned = only;
      changed();
    },
    isPinned: () => pinned !== null,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** This page's language. On the server, the renderer sets it before each rendering. */
export const language = createLanguage(
  typeof document === 'undefined'
    ? { storage: safeStorage(() => window.localStorage), browser: [], root: { lang: '' } }
    : {
        storage: safeStorage(() => window.localStorage),
        browser: navigator.languages,
        root: document.documentElement,
        rendered: renderedLanguage(document.documentElement),
        tellServer: (cookie) => {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not widely supported yet
          document.cookie = cookie;
        },
      },
);

/** Null if the server did not render this page. */
function renderedLanguage({ dataset, lang }: HTMLElement): Language | null {
  if (dataset.serverRendered === undefined) return null;
  return lang.startsWith('zh') ? 'zh' : 'en';
}

/** Forces the language of the pages inside, whatever was chosen; null to use the choice. */
export const OnlyLanguage = createContext<Language | null>(null);

export function useLanguage(): Language {
  const shown = useSyncExternalStore(language.subscribe, language.get, language.get);
  return useContext(OnlyLanguage) ?? shown;
}
