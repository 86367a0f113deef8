import { safeStorage } from '../session/safe-storage.ts';

const KEY = 'kemas-fragment';
const storage = safeStorage(() => window.sessionStorage);

/**
 * Keeps what stands behind the # of the page that is being opened, in this tab, while its reader signs in first: it may be
 * a secret, which no query and so no server is to see.
 */
export function saveFragment(pathname: string): void {
  const { pathname: opened, hash } = window.location;
  if (opened === pathname && hash !== '') storage.setItem(KEY, pathname + hash);
}

/** The fragment that was kept for a page, `#code=…`; '' where none was. */
export function savedFragment(pathname: string): string {
  const kept = storage.getItem(KEY) ?? '';
  return kept.startsWith(`${pathname}#`) ? kept.slice(pathname.length) : '';
}

export function forgetFragment(): void {
  storage.removeItem(KEY);
}
