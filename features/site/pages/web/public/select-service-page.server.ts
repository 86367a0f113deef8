import { phrase, phraseIn, textIn } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';
import { SERVICES } from '../../rules/home-offer.ts';
import { servicesTexts } from './services/texts.ts';
import { pageReads, present, priceFrom, serviceOf } from './structured.ts';

const DESCRIPTION = phrase(
  'Regular, one-time, spring or moving: compare the four cleans, with hours and prices, and book in minutes.',
);

export const serverPage: ServerPage = {
  reads: pageReads,
  description: (replies, language) => priceFrom(replies, language) + phraseIn(language, DESCRIPTION),
  structured: (replies, language) =>
    present(
      SERVICES.map((service) =>
        serviceOf(replies, language, { service, name: textIn(language, servicesTexts, `name.${service}`) }),
      ),
    ),
};
