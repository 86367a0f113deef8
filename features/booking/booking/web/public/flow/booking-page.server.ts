import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { readBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import { cheapest, HOME_SIZES } from '#features/site/pages/rules/home-offer.ts';
import type { Language } from '#platform/web/i18n/language.ts';
import { phrase, phraseIn } from '#platform/web/i18n/texts.ts';
import type { ReadReplies, ServerPage } from '#platform/web/server-page.ts';
import { PRODUCT_NAME } from '#platform/web/site-name.ts';
import { listPackages } from './calls.ts';

/** Server-renders the first step; later steps depend on the draft in the browser. */
export function bookingPage(service: JobType): ServerPage {
  return {
    reads: () => [{ call: listPackages, query: queryOf(service) }],
    parameters: { home: HOME_SIZES.map(({ key }) => key), step: ['home'], again: [] },
    needsScripts: true,
    picture: service,
    description: (replies, language) =>
      fromPrice(replies, service, language) + phraseIn(language, DESCRIPTION[service]),
    structured: (replies) => offeredService(replies, service),
  };
}

const queryOf = (service: JobType) => ({ type: service, bookable: '1', size: 100, count: '0' }) as const;

/** Structured data of the service with its lowest price; empty while it is not on sale. */
function offeredService(replies: ReadReplies, service: JobType): object[] {
  const from = cheapest(replies(listPackages, queryOf(service))?.items ?? [], service);
  if (from === null) return [];
  return [
    {
      '@type': 'Service',
      serviceType: NAMES[service],
      areaServed: { '@type': 'Country', name: 'Singapore' },
      provider: { '@type': 'LocalBusiness', name: replies(readBusiness, {})?.name ?? PRODUCT_NAME },
      offers: { '@type': 'AggregateOffer', priceCurrency: 'SGD', lowPrice: (from.price / 100).toFixed(2) },
    },
  ];
}

/** `From S$90 a visit. ` Empty while the service is not on sale. */
function fromPrice(replies: ReadReplies, service: JobType, language: Language): string {
  const from = cheapest(replies(listPackages, queryOf(service))?.items ?? [], service);
  if (from === null) return '';
  const price = `S$${(from.price / 100).toFixed(2).replace('.00', '')}`;
  return phraseIn(language, 'From {{price}} a visit. ', { price });
}

const NAMES: Readonly<Record<JobType, string>> = {
  regular: 'Regular home cleaning',
  'one-time': 'One-time home cleaning',
  'spring-cleaning': 'Spring cleaning',
  'moving-in-out': 'Cleaning for moving in or out',
};

const DESCRIPTION = {
  regular: phrase(
    'Book a cleaner every week or every other week in Singapore. See the times and the price before you pay.',
  ),
  'one-time': phrase('Book a one-time home clean in Singapore. See the times and the price before you pay.'),
  'spring-cleaning': phrase(
    'Book a spring clean in Singapore, top to bottom. See the times and the price before you pay.',
  ),
  'moving-in-out': phrase(
    'Book a clean for moving in or out in Singapore. See the times and the price before you pay.',
  ),
} as const;
