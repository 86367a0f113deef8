import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: {
    en: 'Forgotten the password of the {business} office? We e-mail you a link to set a new one.',
    zh: '忘记 {business} 办公室的密码？我们用电邮发链接给您，让您设定新密码。',
  },
  unlisted: true,
};
