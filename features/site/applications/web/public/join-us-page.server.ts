import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: {
    en: 'Clean homes with {business} in Singapore: choose your own hours, homes near each other, paid for every visit.',
    zh: '加入 {business} 清洁员队伍：时间自选，住家相近，每次上门都有酬劳。',
  },
};
