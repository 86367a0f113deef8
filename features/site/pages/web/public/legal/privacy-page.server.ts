import { legalPage } from './legal-page.server.ts';

export const serverPage = legalPage('privacy-policy', {
  en: 'What {business} knows about you, why, who sees it, and how you stay in control.',
  zh: '{business} 知道您的哪些资料、用来做什么、谁看得到，以及怎样由您作主。',
});
