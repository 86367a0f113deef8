import { phrase, phraseIn, textIn } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';
import { aboutService } from '../../../rules/about-service.ts';
import type { Service } from '../../../rules/home-offer.ts';
import { describedBy, pageReads, present, priceFrom, questionsOf, serviceOf, siteOf } from '../structured.ts';
import { servicesTexts } from './texts.ts';

const DEFAULT_DESCRIPTION = phrase('{{name}} in Singapore: what we do, how long it takes and what it costs.');

/** The page of one service, with offers and questions as structured data. */
function servicePage(service: Service): ServerPage {
  return {
    reads: pageReads,
    picture: service,
    description: (replies, language) =>
      describedBy(
        siteOf(replies, language)?.[`about-${service}`].text,
        phraseIn(language, DEFAULT_DESCRIPTION, { name: textIn(language, servicesTexts, `name.${service}`) }),
        priceFrom(replies, language, service),
      ),
    structured: (replies, language) => {
      const questions = siteOf(replies, language)?.questions.items ?? [];
      return present([
        serviceOf(replies, language, { service, name: textIn(language, servicesTexts, `name.${service}`) }),
        questionsOf([...aboutService(questions, service), ...aboutService(questions, '')]),
      ]);
    },
  };
}

export const springCleaning = servicePage('spring-cleaning');
export const movingInOut = servicePage('moving-in-out');
