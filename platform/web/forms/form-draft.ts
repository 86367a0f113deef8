import { useEffect, useRef, useState } from 'react';
import { safeStorage } from '../session/safe-storage.ts';

type Texts = Readonly<Record<string, string>>;

/** The tab's own storage: a draft ends with the tab. */
const storage = safeStorage(() => window.sessionStorage);

/** What was typed into a form of texts survives a reload. Fields that are missing or no text begin as `blank` has them. */
export function formDraft<V extends Texts>(key: string, blank: V) {
  return {
    read(): V {
      const stored = parsed(storage.getItem(key));
      const known = Object.entries(blank).map(([name, empty]) => {
        const value: unknown = Reflect.get(stored, name);
        return [name, typeof value === 'string' ? value : empty];
      });
      // Every field is one of `blank`, and a text.
      return Object.fromEntries(known) as V;
    },
    store: (values: V): void => storage.setItem(key, JSON.stringify(values)),
    remove: (): void => storage.removeItem(key),
  };
}

interface DraftedForm<V> {
  readonly values: V;
  set(changes: Partial<V>): void;
}

/**
 * Stores what is typed, as it is typed. What was typed before comes back after the first render: a server-rendered page
 * knows nothing of it. `begin` says what the form then holds, by default the draft.
 */
export function useStoredDraft<V extends Texts>(
  draft: { read(): V; store(values: V): void },
  form: DraftedForm<V>,
  begin: () => V = draft.read,
): void {
  const [isBack, setBack] = useState(false);
  const text = JSON.stringify(form.values);
  const beginning = useRef(() => form.set(begin()));
  useEffect(() => {
    beginning.current();
    setBack(true);
  }, []);
  useEffect(() => {
    if (isBack) draft.store(JSON.parse(text) as V);
  }, [draft, isBack, text]);
}

function parsed(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // half-written text is the same as none: the person begins again
  }
}
