import { legalPage } from './legal-page.server.ts';

export const serverPage = legalPage('terms-of-service', {
  en: 'What applies when you use the {business} site and your account, in plain English.',
  zh: '使用 {business} 网站和您的账户时的约定，几句话说清楚。',
});
