import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: {
    en: 'Sign-in for {business} cleaners, with a code sent to your mobile by SMS.',
    zh: '{business} 清洁员登录页，用短信发到您手机的验证码登录。',
  },
  unlisted: true,
};
