import type { ServerPage } from '#platform/web/server-page.ts';
import { aboutService } from '../../../rules/about-service.ts';
import type { Service } from '../../../rules/home-offer.ts';
import { describedBy, pageReads, present, questionsOf, serviceOf, siteOf } from '../structured.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

const TEXTS = { en, zh } as const;

const OTHERWISE = {
  en: (name: string) => `${name} in Singapore: what we do, how long it takes and what it costs.`,
  zh: (name: string) => `新加坡${name}：做什么、要多久、多少钱，这里都写清楚，付款前就看到全价。`,
} as const;

/** The page of one clean: its offers, and the questions that stand on it. */
export function servicePage(service: Service): ServerPage {
  return {
    reads: pageReads,
    head: (replies, language) => {
      const site = siteOf(replies, language);
      const asked = site?.questions.items ?? [];
      const name = TEXTS[language].name[service];
      return {
        description: describedBy(site?.[`about-${service}`].text, OTHERWISE[language](name)),
        structured: present([
          serviceOf(replies, language, { service, name }),
          questionsOf([...aboutService(asked, service), ...aboutService(asked, '')]),
        ]),
      };
    },
  };
}
