import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: {
    en: 'Your message to {business}. We read every one and answer by e-mail.',
    zh: '您给 {business} 的留言。我们会阅读每一封，并用电邮回复您。',
  },
  unlisted: true,
};
