import { readDetails } from '#features/site/contact-requests/web/parts/contact-details.tsx';
import { readSite } from '#features/site/content/web/parts/use-site.ts';
import type { Language } from '#platform/web/i18n/language.ts';
import type { ServerPage } from '#platform/web/server-page.ts';
import { describedBy, siteOf } from '../structured.ts';
import type { LegalName } from './legal-page.tsx';

/** A legal page: the office's texts with the figures from the settings. */
export function legalPage(name: LegalName, otherwise: Readonly<Record<Language, string>>): ServerPage {
  return {
    reads: (language) => [
      { call: readSite, query: { lang: language } },
      { call: readDetails, query: {} },
    ],
    description: (replies, language) =>
      describedBy(siteOf(replies, language)?.[name].lead, otherwise[language]),
  };
}
