import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: {
    en: 'Sign in to the {business} office with an admin’s name and password.',
    zh: '{business} 办公室登录页，请使用管理员的登录名和密码。',
  },
  unlisted: true,
};
