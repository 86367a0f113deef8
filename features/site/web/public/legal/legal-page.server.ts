import { readDetails } from '#features/contact-requests/web/parts/direct.tsx';
import { readBusiness } from '#features/settings/web/parts/use-plain-business.ts';
import type { Language } from '#platform/web/i18n/language.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

/** A page of terms: its figures come from the settings. */
export function legalPage(description: Readonly<Record<Language, string>>): ServerPage {
  return {
    reads: () => [
      { call: readBusiness, query: {} },
      { call: readDetails, query: {} },
    ],
    head: (_replies, language) => ({ description: description[language] }),
  };
}
