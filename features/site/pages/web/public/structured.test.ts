// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { descriptionOf, type ReadReplies } from '#platform/web/server-page.ts';
import { serverPage as home } from './home-page.server.ts';
import { serverPage as selectService } from './select-service-page.server.ts';
import { movingInOut as moving, springCleaning as spring } from './services/service-page.server.ts';
import { serverPage as services } from './services-page.server.ts';

const SOLD = {
  id: 'a',
  label: 'Spring HDB 4-room',
  type: 'spring-cleaning',
  category: 'HDB 4-room',
  credits: 0,
  pricePerHour: 3200,
  hoursPerCleaner: 4,
  numCleaners: 2,
  price: 28650,
};
const QUESTIONS = [
  { service: '', question: 'At home?', answer: '<p>No.</p>' },
  { service: 'spring-cleaning', question: 'How different?', answer: '<p>Very.</p>' },
];

const ORIGIN = 'https://bright.example';
const LEAD = 'A home that stays tidy, whoever comes to see it.';
const WORDS = {
  opening: { text: LEAD },
  'services-page': { text: 'Four.' },
  'about-spring-cleaning': { text: `${LEAD} `.repeat(5) },
  'about-moving-in-out': { text: '' },
};

/** Replies by the path of their route. */
function replying(replies: Record<string, unknown>): ReadReplies {
  return (({ path }: { path: string }) => replies[path]) as ReadReplies;
}
const replies = (rating: object = { count: 0, average: null }) =>
  replying({
    '/packages': { items: [SOLD] },
    '/business': { name: 'Bright Homes', opensAtMinute: 480, closesAtMinute: 1170 },
    '/reviews/rating': rating,
    '/cms/site': {
      ...WORDS,
      questions: { items: QUESTIONS },
      'contact-us': { phone: '6000 0000', email: '', address: '1 Road\nSingapore 200001' },
    },
  });

describe('the head of a page', () => {
  it.each(Object.entries({ home, selectService, services, spring, moving }))(
    'of %s has a short description in each language, even if all data failed to load',
    (_name, page) => {
      for (const language of ['en', 'zh'] as const) {
        const description = descriptionOf(page, replying({}), language);
        expect(description.length).toBeGreaterThan(20);
        expect(description.length).toBeLessThanOrEqual(160);
      }
    },
  );

  it.each([
    ['home', home, 'From S$286.50 a visit. ', '每次S$286.50起。'],
    ['a service that is on sale', spring, 'From S$286.50 a visit. ', '每次S$286.50起。'],
    ['a service that is not on sale', moving, 'Moving', '新加坡'],
  ] as const)('of %s begins with its lowest price', (_name, page, en, zh) => {
    expect(descriptionOf(page, replies(), 'en').startsWith(en)).toBe(true);
    expect(descriptionOf(page, replies(), 'zh').startsWith(zh)).toBe(true);
    expect(descriptionOf(page, replies(), 'en').length).toBeLessThanOrEqual(160);
  });

  it('describes the business, with a rating only if there are reviews', () => {
    const none = home.structured?.(replies(), 'en', ORIGIN)[0];
    expect(none).toMatchObject({
      name: 'Bright Homes',
      url: 'https://bright.example/',
      telephone: '+65 6000 0000',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 Road',
        addressLocality: 'Singapore',
        postalCode: '200001',
        addressCountry: 'SG',
      },
      openingHours: 'Mo-Su 08:00-19:30',
      priceRange: 'S$286.50 - S$286.50',
    });
    expect(Object.keys(none ?? {})).not.toContain('aggregateRating');
    expect(Object.keys(none ?? {})).not.toContain('email');
    const some = home.structured?.(replies({ count: 3, average: 4.7 }), 'en', ORIGIN)[0];
    expect(some).toMatchObject({ aggregateRating: { ratingValue: 4.7, reviewCount: 3 } });
  });

  it('has the price of each size, and the questions shown on the page', () => {
    const [service, questions] = spring.structured?.(replies(), 'zh', ORIGIN) ?? [];
    expect(service).toMatchObject({
      '@type': 'Service',
      serviceType: '大扫除',
      offers: [{ name: '四房式组屋', price: '286.50', priceCurrency: 'SGD' }],
    });
    const asked = (questions as { mainEntity: { name: string }[] }).mainEntity.map(({ name }) => name);
    expect(asked).toEqual(['How different?', 'At home?']);
  });

  it('excludes what is not on sale', () => {
    const kinds = (moving.structured?.(replies(), 'en', ORIGIN) ?? []).map((one) =>
      Reflect.get(one, '@type'),
    );
    expect(kinds).toEqual(['FAQPage']);
  });
});
