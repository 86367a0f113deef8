import { defineTexts } from '#platform/web/i18n/texts.ts';

export const reviewsTexts = defineTexts('reviews', {
  title: 'What customers say',
  loading: 'Loading the reviews',
  error: 'We could not load the reviews.',
  again: 'Try again',
  trying: 'Trying again',
  noneYet: 'No reviews here yet',
  noneText: 'Customers can review each visit. Once we have approved a review, you can read it here.',
  stars_one: '{{count}} star',
  stars_other: '{{count}} stars',
  by: '{{name}}, {{job}}, {{month}}',
  jobs: {
    regular: 'regular cleaning',
    'one-time': 'one-time clean',
    'spring-cleaning': 'spring cleaning',
    'moving-in-out': 'moving in or out',
  },
  book: 'Book a clean',
});
