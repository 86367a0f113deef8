import type { Language } from '#platform/web/i18n/language.ts';
import { type LocalText, textIn } from './routes/route.ts';

/** The document's title. */
export function titleOf(title: LocalText | undefined, language: Language): string {
  return title === undefined ? 'Kemas' : `${textIn(title, language)} · Kemas`;
}
