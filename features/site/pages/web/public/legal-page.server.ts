import { readDetails } from '#features/site/contact-requests/web/parts/contact-details.tsx';
import { readSite } from '#features/site/content/web/parts/use-site.ts';
import { phrase, phraseIn } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';
import type { LegalName } from './legal-page.tsx';
import { describedBy, siteOf } from './structured.ts';

/** A legal page: the office's texts with the figures from the settings. */
function legalPage(name: LegalName, otherwise: string): ServerPage {
  return {
    reads: (language) => [
      { call: readSite, query: { lang: language } },
      { call: readDetails, query: {} },
    ],
    description: (replies, language) =>
      describedBy(siteOf(replies, language)?.[name].lead, phraseIn(language, otherwise)),
  };
}

export const terms = legalPage(
  'terms-and-conditions',
  phrase('Prices, changes of plan, refunds and bought hours at {business}, in plain English.'),
);
export const serviceTerms = legalPage(
  'terms-of-service',
  phrase('What applies when you use the {business} site and your account, in plain English.'),
);
export const privacy = legalPage(
  'privacy-policy',
  phrase('What {business} knows about you, why, who sees it, and how you stay in control.'),
);
