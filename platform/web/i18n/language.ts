import { useSyncExternalStore } from 'react';
import { safeStorage, type TextStorage } from '../session/safe-storage.ts';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What `<html lang>` and `Intl` are told for each language. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-SG', zh: 'zh-Hans-SG' };

/** Where the person's choice is kept. */
export const LANGUAGE_KEY = 'kemas-language';

function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'zh';
}

/** The language to begin with: the one chosen before, else the first of the browser's that we speak, else English. */
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
};

/** The language of the page, without a framework. `<html lang>` follows it. */
export function createLanguage({ storage, browser, root }: LanguageEnvironment) {
  const listeners = new Set<() => void>();
  let chosen = firstLanguage(storage.getItem(LANGUAGE_KEY), browser);
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
      changed();
    },
    /** Speaks this language whatever was chosen, in a part of the site that has no other; null lets go. */
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

/** This page's language. */
export const language = createLanguage({
  storage: safeStorage(() => window.localStorage),
  browser: navigator.languages,
  root: document.documentElement,
});

/** The language, drawn again when the person switches. */
export function useLanguage(): Language {
  return useSyncExternalStore(language.subscribe, language.get);
}
