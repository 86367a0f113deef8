import { legalPage } from './legal-page.server.ts';

export const serverPage = legalPage('privacy-policy', {
  en: 'What {business} knows of you, what for, who sees it, and how you have the last word.',
  zh: '{business} 知道您的哪些资料、用来做什么、谁看得到，以及怎样由您作主。',
});
