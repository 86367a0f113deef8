import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  head: (_replies, language) => ({ description: DESCRIPTION[language] }),
  unlisted: true,
};

const DESCRIPTION = {
  en: 'Sign in to Kemas with your mobile number, or open an account in a minute.',
  zh: '用手机号码登录 Kemas，或在一分钟内开户。',
} as const;
