import { phrase, phraseIn, textIn } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';
import { aboutService } from '../../rules/about-service.ts';
import { SERVICES } from '../../rules/home-offer.ts';
import { servicesTexts } from './services/texts.ts';
import { describedBy, pageReads, present, priceFrom, questionsOf, serviceOf, siteOf } from './structured.ts';

export const serverPage: ServerPage = {
  reads: pageReads,
  description: (replies, language) =>
    describedBy(
      siteOf(replies, language)?.['services-page'].text,
      phraseIn(language, DESCRIPTION),
      priceFrom(replies, language),
    ),
  structured: (replies, language) =>
    present([
      ...SERVICES.map((service) =>
        serviceOf(replies, language, { service, name: textIn(language, servicesTexts, `name.${service}`) }),
      ),
      questionsOf(aboutService(siteOf(replies, language)?.questions.items ?? [], '')),
    ]),
};

const DESCRIPTION = phrase(
  'What we clean in each room, how long it takes and what it costs: four home cleaning services in Singapore.',
);
