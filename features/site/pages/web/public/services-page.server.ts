import type { ServerPage } from '#platform/web/server-page.ts';
import { aboutService } from '../../rules/about-service.ts';
import { SERVICES } from '../../rules/home-offer.ts';
import { servicesTexts } from './services/texts.ts';
import { describedBy, pageReads, present, priceFrom, questionsOf, serviceOf, siteOf } from './structured.ts';

const NAMES = { en: servicesTexts.en.name, zh: servicesTexts.zh.name } as const;

export const serverPage: ServerPage = {
  reads: pageReads,
  description: (replies, language) =>
    describedBy(
      siteOf(replies, language)?.['services-page'].text,
      DESCRIPTION[language],
      priceFrom(replies, language),
    ),
  structured: (replies, language) =>
    present([
      ...SERVICES.map((service) => serviceOf(replies, language, { service, name: NAMES[language][service] })),
      questionsOf(aboutService(siteOf(replies, language)?.questions.items ?? [], '')),
    ]),
};

const DESCRIPTION = {
  en: 'What we clean in each room, how long it takes and what it costs: four home cleaning services in Singapore.',
  zh: '每个房间做什么、要多久、多少钱：新加坡四种家居清洁服务。',
} as const;
