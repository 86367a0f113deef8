import { defineTexts } from './../i18n/texts.ts';

/** Around every list of which more comes by a press. */
export const pagedTexts = defineTexts('paged', {
  tryAgain: 'Try again',
  trying: 'Trying again',
  more: 'Show more',
  gettingMore: 'Loading more',
});
