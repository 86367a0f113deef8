import { defineTexts } from '#platform/web/i18n/texts.ts';

export const visitsTexts = defineTexts('visits', {
  photos: 'Photos of your home',
  before: 'Before',
  after: 'After',
  one: '{{kind}}, {{time}}, photo {{place}} of {{of}}',
  unreadable: 'This photo could not be loaded.',
});
