import type { Language } from '#platform/web/i18n/language.ts';
import { officeTexts } from '#platform/web/i18n/office-texts.ts';

/** True for the office's pages, including its sign-in. */
export function isInOffice(pathname: string): boolean {
  return pathname === '/admin' || pathname.startsWith('/admin/');
}

/** The office keeps the language that its texts were loaded in, also for dates; its sign-in is in English. */
export function onlyLanguageAt(pathname: string): Language | null {
  if (pathname === '/admin/signin') return 'en';
  return isInOffice(pathname) ? officeTexts.language : null;
}
