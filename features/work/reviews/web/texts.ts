import { defineTexts } from '#platform/web/i18n/texts.ts';

export const reviewsTexts = defineTexts({
  en: {
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
  },
  zh: {
    title: '顾客评价',
    loading: '正在载入评价',
    error: '无法载入评价。',
    again: '再试一次',
    trying: '正在重试',
    noneYet: '还没有评价',
    noneText: '每次清洁之后，顾客都可以评价。我们审阅后，就会登在这里。',
    stars_other: '{{count}} 颗星',
    by: '{{name}}，{{job}}，{{month}}',
    jobs: {
      regular: '定期清洁',
      'one-time': '单次清洁',
      'spring-cleaning': '大扫除',
      'moving-in-out': '入住或搬出清洁',
    },
    book: '预约清洁',
  },
});
