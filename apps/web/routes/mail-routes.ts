import { phrase } from '#platform/web/i18n/texts.ts';
import type { Area } from './route.ts';

/** The pages that links in our messages open. */
export const mailPages: Area = {
  shell: 'entry',
  access: 'anyone',
  pages: [
    {
      paths: ['/unsubscribe'],
      title: phrase('What we send you'),
      load: () => import('#features/messages/messages/web/public/unsubscribe-page.tsx'),
    },
    {
      paths: ['/visit-choice'],
      title: phrase('Choose another time'),
      load: () => import('#features/work/cover/web/public/visit-choice-page.tsx'),
    },
    {
      paths: ['/confirm-email'],
      title: phrase('New e-mail address'),
      load: () => import('#features/people/customers/web/public/confirm-email-page.tsx'),
    },
  ],
};
