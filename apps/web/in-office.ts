/** True for the office's pages, including its sign-in. */
export function isInOffice(pathname: string): boolean {
  return pathname === '/admin' || pathname.startsWith('/admin/');
}

/** The office is in English, including dates, until it is fully translated. */
export function onlyLanguageAt(pathname: string): 'en' | null {
  return isInOffice(pathname) ? 'en' : null;
}
