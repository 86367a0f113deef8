import { phrase, phraseIn } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';
import { businessOf, describedBy, pageReads, priceFrom, siteOf } from './structured.ts';
import { readRating } from './use-rating.ts';

export const serverPage: ServerPage = {
  reads: (language) => [...pageReads(language), { call: readRating, query: {} }],
  description: (replies, language) =>
    describedBy(
      siteOf(replies, language)?.opening.text,
      phraseIn(language, DESCRIPTION),
      priceFrom(replies, language),
    ),
  structured: (replies, language, origin) => [businessOf(replies, language, origin)],
};

const DESCRIPTION = phrase(
  'Home cleaning by the hour, all over Singapore. See the times, the price and the cleaner before you pay.',
);
