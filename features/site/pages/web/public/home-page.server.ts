import type { ServerPage } from '#platform/web/server-page.ts';
import { businessOf, describedBy, pageReads, priceFrom, siteOf } from './structured.ts';
import { readRating } from './use-rating.ts';

export const serverPage: ServerPage = {
  reads: (language) => [...pageReads(language), { call: readRating, query: {} }],
  description: (replies, language) =>
    describedBy(siteOf(replies, language)?.opening.text, DESCRIPTION[language], priceFrom(replies, language)),
  structured: (replies, language, origin) => [businessOf(replies, language, origin)],
};

const DESCRIPTION = {
  en: 'Home cleaning by the hour, all over Singapore. See the times, the price and the cleaner before you pay.',
  zh: '按小时收费的家居清洁，服务全新加坡。付款前就能看到时段、价格和清洁员。',
} as const;
