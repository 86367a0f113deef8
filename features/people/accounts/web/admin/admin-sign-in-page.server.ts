import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: {
    en: 'Sign-in of the {business} office, with the name and password of an admin.',
    zh: '{business} 办公室登录页，请使用管理员的登录名和密码。',
  },
  unlisted: true,
};
