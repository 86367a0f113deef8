import { readBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import { readSite } from '#features/site/content/web/parts/use-site.ts';
import type { Language } from '#platform/web/i18n/language.ts';
import type { ServerRead } from '#platform/web/server-page.ts';

/** The data that the frame of every public page needs. */
export function frameReads(language: Language): readonly ServerRead[] {
  return [
    { call: readSite, query: { lang: language } },
    { call: readBusiness, query: {} },
  ];
}
