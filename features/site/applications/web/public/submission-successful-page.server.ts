import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: {
    en: 'Your application to clean with {business}. We read every one and call or write to you.',
    zh: '您加入 {business} 清洁员队伍的申请。每份申请我们都会看，并与您联系。',
  },
  unlisted: true,
};
