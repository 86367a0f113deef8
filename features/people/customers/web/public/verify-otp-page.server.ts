import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: {
    en: 'Enter the six-digit code that we texted to your mobile, and you are signed in to {business}.',
    zh: '输入我们发到您手机的六位数验证码，就能登录 {business} 查看和预约清洁服务。',
  },
  unlisted: true,
};
