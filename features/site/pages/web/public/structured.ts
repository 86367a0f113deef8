import { isCreditPackage } from '#features/catalogue/packages/rules/package.ts';
import { readBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { readSite } from '#features/site/content/web/parts/use-site.ts';
import { writtenLanguage } from '#languages/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Language } from '#platform/web/i18n/language.ts';
import { phraseIn } from '#platform/web/i18n/texts.ts';
import type { ReadReplies, ServerRead } from '#platform/web/server-page.ts';
import { PRODUCT_NAME } from '#platform/web/site-name.ts';
import { priceList, type Service } from '../../rules/home-offer.ts';
import { sizeName } from '../../rules/size-name.ts';
import type { PricedPackage } from './services/price-table.tsx';
import { ALL_PACKAGES, listPackages } from './use-on-sale.ts';
import { readRating } from './use-rating.ts';

/** schema.org objects for the heads of the site's pages. Only imported by the server. */

const SINGAPORE = { '@type': 'Country', name: 'Singapore' } as const;

/** The data needed by every page of the site. */
export function pageReads(language: Language): readonly ServerRead[] {
  return [
    { call: readSite, query: { lang: language } },
    { call: readBusiness, query: {} },
    { call: listPackages, query: ALL_PACKAGES },
  ];
}

function pricedPackages(replies: ReadReplies): readonly PricedPackage[] {
  return replies(listPackages, ALL_PACKAGES)?.items ?? [];
}

export function siteOf(replies: ReadReplies, language: Language): SiteWords | undefined {
  return replies(readSite, { lang: language });
}

/** Search engines truncate descriptions beyond this length. */
const LONGEST = 160;
/** Shorter texts are not useful as a description. */
const SHORTEST = 20;

/**
 * A page's description: from what price, then one or two sentences, the office's own text if there is one; truncated
 * after a word.
 */
export function describedBy(words: string | undefined, otherwise: string, from = ''): string {
  const text = (words ?? '').replace(/\s+/g, ' ').trim();
  const said = from + (text.length < SHORTEST ? otherwise : text);
  return said.length <= LONGEST ? said : `${said.slice(0, LONGEST - 1).replace(/\s+\S*$/, '')}…`;
}

/** `From S$81 a visit. ` for the cheapest visit on sale, of a service if one is given; empty if there is none. */
export function priceFrom(replies: ReadReplies, language: Language, service?: Service): string {
  const prices = pricedPackages(replies)
    .filter((one) => !isCreditPackage(one) && (service === undefined || one.type === service))
    .map(({ price }) => price);
  if (prices.length === 0) return '';
  const lowest = `S$${inDollars(Math.min(...prices)).replace('.00', '')}`;
  return phraseIn(language, 'From {{price}} a visit. ', { price: lowest });
}

/** The business: its known details, and its rating if there is one. */
export function businessOf(replies: ReadReplies, language: Language, origin: string): object {
  const { phone = '', email = '', address = '' } = siteOf(replies, language)?.['contact-us'] ?? {};
  const business = replies(readBusiness, {});
  const prices = pricedPackages(replies)
    .filter((one) => !isCreditPackage(one))
    .map(({ price }) => price);
  const { count = 0, average = null } = replies(readRating, {}) ?? {};
  const known = { telephone: internationalPhone(phone), email };
  const rating = { '@type': 'AggregateRating', ratingValue: average, reviewCount: count };
  return {
    '@type': 'LocalBusiness',
    name: business?.name ?? PRODUCT_NAME,
    url: `${origin}/`,
    areaServed: SINGAPORE,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== '')),
    ...(address !== '' && { address: postalAddress(address) }),
    ...(business && { openingHours: openingHours(business) }),
    ...(prices.length > 0 && { priceRange: priceRange(prices) }),
    ...(average === null ? {} : { aggregateRating: rating }),
  };
}

/** With the country code, as search engines expect: `+65 6000 0000`. A number that has one, or a short one, stays. */
function internationalPhone(phone: string): string {
  return /^[3689]\d{7}$/.test(phone.replace(/\s/g, '')) ? `+65 ${phone}` : phone;
}

/** The last six digits are the postal code; the rest is the street. */
function postalAddress(address: string): object {
  const line = address.replaceAll('\n', ', ');
  const [, street = line, postalCode] = /^(.*?),?\s*(?:Singapore\s*)?(\d{6})$/i.exec(line) ?? [];
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: 'Singapore',
    ...(postalCode !== undefined && { postalCode }),
    addressCountry: 'SG',
  };
}

interface Open {
  readonly opensAtMinute: number;
  readonly closesAtMinute: number;
}

/** `Mo-Su 08:00-20:00`: visits take place every day that is not a holiday. */
function openingHours({ opensAtMinute, closesAtMinute }: Open): string {
  const clock = (minute: number) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `Mo-Su ${clock(opensAtMinute)}-${clock(closesAtMinute)}`;
}

function priceRange(prices: readonly Cents[]): string {
  return `S$${inDollars(Math.min(...prices))} - S$${inDollars(Math.max(...prices))}`;
}

/** A service with an offer for each home size; null if nothing is on sale. */
export function serviceOf(
  replies: ReadReplies,
  language: Language,
  { service, name }: { readonly service: Service; readonly name: string },
): object | null {
  const packages = priceList(pricedPackages(replies), service);
  if (packages.length === 0) return null;
  return {
    '@type': 'Service',
    serviceType: name,
    provider: { '@type': 'LocalBusiness', name: replies(readBusiness, {})?.name ?? PRODUCT_NAME },
    areaServed: SINGAPORE,
    offers: packages.map((one) => ({
      '@type': 'Offer',
      name: sizeName(one.category, writtenLanguage(language)) || one.label,
      price: inDollars(one.price),
      priceCurrency: 'SGD',
    })),
  };
}

/** The questions shown on a page; null if there are none. */
export function questionsOf(items: readonly SiteWords['questions']['items'][number][]): object | null {
  if (items.length === 0) return null;
  return {
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

function inDollars(cents: Cents): string {
  return (cents / 100).toFixed(2);
}

/** Filters out unknown objects. */
export function present(objects: readonly (object | null)[]): readonly object[] {
  return objects.filter((one) => one !== null);
}
