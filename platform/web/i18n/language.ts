import { createContext, useContext, useSyncExternalStore } from 'react';
import { about, isLanguage, LANGUAGES, type Language } from '#languages/index.ts';
import { safeStorage, type TextStorage } from '../session/safe-storage.ts';
import { loadTexts } from './translations.ts';

export { LANGUAGES, type Language };

/** The locale of a language for `<html lang>` and `Intl`. */
export const localeOf = (language: Language): string => about(language).locale;

/** The storage key of the person's choice, and the name of the cookie that tells the server. */
export const LANGUAGE_KEY = 'kemas-language';
const COOKIE = 'path=/; max-age=31536000; samesite=lax';

/** The initial language: the stored choice, otherwise the browser's first one that is offered, otherwise English. */
export function firstLanguage(chosen: string | null, browser: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  for (const tag of browser) {
    const language = tag.toLowerCase().split('-')[0];
    if (isLanguage(language) && about(language).isOffered) return language;
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
  root.lang = localeOf(chosen);
  const changed = () => {
    root.lang = localeOf(get());
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
    /** Shows English without changing the choice: its texts could not be loaded. */
    fallBack(): void {
      chosen = 'en';
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

/** What to say when a language could not be loaded. */
export const LANGUAGE_NOT_LOADED = 'We could not load this language. Check your connection, then try again.';

let wanted: Language | null = null;

/**
 * Loads the texts of a language, then switches to it, unless another one was chosen meanwhile. False if they could not be
 * loaded: the language stays.
 */
export async function switchLanguage(next: Language): Promise<boolean> {
  wanted = next;
  try {
    await loadTexts(next);
  } catch {
    return wanted !== next;
  }
  if (wanted === next) language.set(next);
  return true;
}

/** Null if the server did not render this page. */
function renderedLanguage({ dataset, lang }: HTMLElement): Language | null {
  if (dataset.serverRendered === undefined) return null;
  return LANGUAGES.find((one) => localeOf(one) === lang) ?? 'en';
}

/** Forces the language of the pages inside, whatever was chosen; null to use the choice. */
export const OnlyLanguage = createContext<Language | null>(null);

export function useLanguage(): Language {
  const shown = useSyncExternalStore(language.subscribe, language.get, language.get);
  return useContext(OnlyLanguage) ?? shown;
}
