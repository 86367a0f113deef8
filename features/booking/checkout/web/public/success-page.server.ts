import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: {
    en: 'Your booking with {business}: when we come, where, who cleans and what you paid.',
    zh: '您在 {business} 的预约：上门时间、地点、清洁员和已付款项。',
  },
  unlisted: true,
};
