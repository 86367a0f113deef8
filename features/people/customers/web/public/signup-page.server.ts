import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: {
    en: 'Sign in to {business} with your mobile number, or open an account in a minute.',
    zh: '用手机号码登录 {business}，或在一分钟内开户。',
  },
  unlisted: true,
};
