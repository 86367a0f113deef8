import type { ServerPage } from '#platform/web/server-page.ts';
import { SERVICES } from '../../rules/home-offer.ts';
import { servicesTexts } from './services/texts.ts';
import { pageReads, present, priceFrom, serviceOf } from './structured.ts';

const NAMES = { en: servicesTexts.en.name, zh: servicesTexts.zh.name } as const;

const DESCRIPTION = {
  en: 'Regular, one-time, spring or moving: compare the four cleans, with hours and prices, and book in minutes.',
  zh: '定期、单次、大扫除、搬家：比较四种清洁服务的钟点和价格，几分钟就预约好。',
} as const;

export const serverPage: ServerPage = {
  reads: pageReads,
  description: (replies, language) => priceFrom(replies, language) + DESCRIPTION[language],
  structured: (replies, language) =>
    present(
      SERVICES.map((service) => serviceOf(replies, language, { service, name: NAMES[language][service] })),
    ),
};
