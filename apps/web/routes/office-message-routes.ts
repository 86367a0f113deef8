import type { Page } from './route.ts';

/** Messages of the office, and messages to it. */
export const officeMessages: readonly Page[] = [
  {
    paths: ['/admin/messages'],
    title: 'Message texts',
    load: () => import('#features/messages/messages/web/admin/texts-page.tsx'),
  },
  {
    paths: ['/admin/messages/:kind/:channel/:language'],
    title: 'Message text',
    load: () => import('#features/messages/messages/web/admin/text-page.tsx'),
  },
  {
    paths: ['/admin/conversations'],
    title: 'Customer messages',
    load: () => import('#features/work/conversations/web/admin/list-page.tsx'),
  },
];
