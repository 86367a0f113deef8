import type { Area } from './route.ts';

/** The pages that links in our messages open. */
export const mailPages: Area = {
  shell: 'entry',
  access: 'anyone',
  pages: [
    {
      paths: ['/unsubscribe'],
      title: { en: 'What we send you', zh: '我们发给您的电邮' },
      load: () => import('#features/messages/messages/web/public/unsubscribe-page.tsx'),
    },
    {
      paths: ['/visit-choice'],
      title: { en: 'Choose another time', zh: '选择其他时间' },
      load: () => import('#features/work/cover/web/public/visit-choice-page.tsx'),
    },
    {
      paths: ['/confirm-email'],
      title: { en: 'New e-mail address', zh: '新的电邮地址' },
      load: () => import('#features/people/customers/web/public/confirm-email-page.tsx'),
    },
  ],
};
