import type { Language } from '#platform/web/i18n/language.ts';
import { type Said, say } from './routes/route.ts';

/** What the browser's tab says. */
export function titleOf(title: Said | undefined, language: Language): string {
  return title === undefined ? 'Kemas' : `${say(title, language)} · Kemas`;
}
