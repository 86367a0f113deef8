import type { ServerPage } from '#platform/web/server-page.ts';
import { aboutService } from '../../../rules/about-service.ts';
import type { Service } from '../../../rules/home-offer.ts';
import { pageReads, present, questionsOf, serviceOf, siteOf } from '../structured.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

const TEXTS = { en, zh } as const;

/** The page of one clean: its offers, and the questions that stand on it. */
export function servicePage(service: Service): ServerPage {
  return {
    reads: pageReads,
    head: (replies, language) => {
      const asked = siteOf(replies, language)?.questions.items ?? [];
      return {
        description: TEXTS[language].about[service],
        structured: present([
          serviceOf(replies, language, { service, name: TEXTS[language].name[service] }),
          questionsOf([...aboutService(asked, service), ...aboutService(asked, '')]),
        ]),
      };
    },
  };
}
