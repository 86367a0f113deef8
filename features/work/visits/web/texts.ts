import { defineTexts } from '#platform/web/i18n/texts.ts';

export const visitsTexts = defineTexts({
  en: {
    photos: 'Photos of your home',
    before: 'Before',
    after: 'After',
    one: '{{kind}}, {{time}}, photo {{place}} of {{of}}',
    unreadable: 'This photo could not be loaded.',
  },
  zh: {
    photos: '清洁前后的照片',
    before: '清洁前',
    after: '清洁后',
    one: '{{kind}}，{{time}}，第 {{place}} 张，共 {{of}} 张',
    unreadable: '无法载入这张照片。',
  },
});
