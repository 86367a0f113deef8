import { safeStorage } from '../session/safe-storage.ts';

const KEY = 'kemas-fragment';
const storage = safeStorage(() => window.sessionStorage);

/**
 * Stores the fragment of the opened page in this tab while its reader signs in. It may be a secret, which must not
 * appear in a query and so must not reach a server.
 */
export function saveFragment(pathname: string): void {
  const { pathname: opened, hash } = window.location;
  if (opened === pathname && hash !== '') storage.setItem(KEY, pathname + hash);
}

/** The stored fragment of a page, `#code=…`; '' if there is none. */
export function savedFragment(pathname: string): string {
  const kept = storage.getItem(KEY) ?? '';
  return kept.startsWith(`${pathname}#`) ? kept.slice(pathname.length) : '';
}

export function forgetFragment(): void {
  storage.removeItem(KEY);
}
