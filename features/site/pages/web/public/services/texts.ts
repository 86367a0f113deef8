import { defineTexts } from '#platform/web/i18n/texts.ts';

/** Separate from the site's other texts, to keep them out of the front page's bundle. */
export const servicesTexts = defineTexts('services', {
  allCleans: 'Our four cleans',
  name: {
    regular: 'Regular cleaning',
    'one-time': 'One-time cleaning',
    'spring-cleaning': 'Spring cleaning',
    'moving-in-out': 'Moving in or out',
  },
  shortest: '{{crew}}, from {{hours}}',
  supplies: 'Cloths, mop and detergents',
  suppliesIncluded: 'We bring them. They are in the price.',
  suppliesExtra: 'Yours, or ours for {{price}} a visit.',
  suppliesYours: 'We use what you like to have at home.',
  suppliesToPrepare: 'Please have ready: {{supplies}}',
  usualStart: 'Usually starts at {{time}}',
  allPrices: 'All prices',
  close: 'Close',
  colHome: 'Home',
  colTime: 'Time',
  colPrice: 'Price',
  withGst: 'GST is included. Nothing is added later.',
  book: {
    regular: 'Book regular cleaning',
    'one-time': 'Book a one-time clean',
    'spring-cleaning': 'Book a spring clean',
    'moving-in-out': 'Book a moving clean',
  },
  all: 'All about it',
  others: 'See all four cleans',
  times: 'See free times',
});
