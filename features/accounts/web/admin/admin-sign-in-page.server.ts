import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  head: (_replies, language) => ({ description: DESCRIPTION[language] }),
  unlisted: true,
};

const DESCRIPTION = {
  en: 'Sign-in of the Kemas office, with the name and password of an admin.',
  zh: 'Kemas 办公室登录页，请使用管理员的登录名和密码。',
} as const;
