import { useEffect, useRef, useState } from 'react';
import { safeStorage, storeText } from '../session/safe-storage.ts';

type Texts = Readonly<Record<string, string>>;

/** Session storage: a draft ends with the tab. */
const storage = safeStorage(() => window.sessionStorage);

/** Keeps the typed values of a text form across a reload. Missing or invalid fields start with `blank`'s values. */
export function formDraft<V extends Texts>(key: string, blank: V) {
  return {
    read(): V {
      const stored = parsed(storage.getItem(key));
      const known = Object.entries(blank).map(([name, empty]) => {
        const value: unknown = Reflect.get(stored, name);
        return [name, typeof value === 'string' ? value : empty];
      });
      // Every field is one of `blank`, and a string.
      return Object.fromEntries(known) as V;
    },
    /** False if the values are lost when the page is closed. */
    store: (values: V): boolean => storeText(storage, key, JSON.stringify(values)),
    remove: (): void => storage.removeItem(key),
  };
}

interface DraftedForm<V> {
  readonly values: V;
  set(changes: Partial<V>): void;
}

/**
 * Stores values as they are typed. Stored values are restored after the first render, because a server-rendered page
 * does not know them. `begin` maps the draft to the form's initial values; by default it is the draft. True if the
 * storage did not take what was typed: `NotStored` says so.
 */
export function useStoredDraft<V extends Texts>(
  draft: { read(): V; store(values: V): boolean },
  form: DraftedForm<V>,
  begin: () => V = draft.read,
): boolean {
  const [isUnstored, setUnstored] = useState(false);
  const [isBack, setBack] = useState(false);
  const text = JSON.stringify(form.values);
  const beginning = useRef(() => form.set(begin()));
  useEffect(() => {
    beginning.current();
    setBack(true);
  }, []);
  useEffect(() => {
    if (!isBack) return;
    const values = JSON.parse(text) as V;
    const isTyped = Object.values(values).some((value) => value.trim() !== '');
    setUnstored(!draft.store(values) && isTyped);
  }, [draft, isBack, text]);
  return isUnstored;
}

function parsed(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // corrupt text counts as empty: the person starts again
  }
}
