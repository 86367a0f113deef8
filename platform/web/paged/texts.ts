import { defineTexts } from './../i18n/texts.ts';

/** Around every list of which more comes by a press. */
export const pagedTexts = defineTexts({
  en: {
    tryAgain: 'Try again',
    trying: 'Trying again',
    more: 'Show more',
    gettingMore: 'Loading more',
  },
  zh: {
    tryAgain: '再试一次',
    trying: '正在重试',
    more: '显示更多',
    gettingMore: '正在载入',
  },
});
