import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: {
    en: 'Set a new password for the {business} office, with the link that we e-mailed to you.',
    zh: '用我们发到您电邮的链接，为 {business} 办公室设定新密码。',
  },
  unlisted: true,
};
