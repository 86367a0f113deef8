import { useState } from 'react';
import { safeStorage } from '../session/safe-storage.ts';
import { PAGE_SIZES } from './list-state.ts';

/** What this browser remembers of a list. */
export interface RememberedList {
  readonly columns?: readonly string[];
  readonly size?: number;
}

const storage = safeStorage(() => window.localStorage);

/** The columns and the page size last chosen for the list, and a function that remembers others. */
export function useRememberedList(home: string) {
  const key = `list ${home}`;
  const [remembered, setRemembered] = useState(() => readRemembered(storage.getItem(key)));
  const remember = (choice: RememberedList) => {
    const next = { ...remembered, ...choice };
    storage.setItem(key, JSON.stringify(next));
    setRemembered(next);
  };
  return [remembered, remember] as const;
}

/** Ignores what another version, or a person, has written. */
export function readRemembered(text: string | null): RememberedList {
  const { columns, size } = parsed(text);
  return {
    ...(Array.isArray(columns) && columns.every((key) => typeof key === 'string') && { columns }),
    ...(typeof size === 'number' && PAGE_SIZES.includes(size) && { size }),
  };
}

function parsed(text: string | null): { readonly columns?: unknown; readonly size?: unknown } {
  try {
    return Object(JSON.parse(text ?? '{}'));
  } catch {
    return {}; // as if nothing had been chosen yet
  }
}
