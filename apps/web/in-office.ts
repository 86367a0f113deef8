/** True where the office works, its sign-in too. */
export function isInOffice(pathname: string): boolean {
  return pathname === '/admin' || pathname.startsWith('/admin/');
}

/** The office speaks English, dates and all, until it is translated: half a language is worse than one. */
export function onlyLanguageAt(pathname: string): 'en' | null {
  return isInOffice(pathname) ? 'en' : null;
}
