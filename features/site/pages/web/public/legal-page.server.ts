import { readDetails } from '#features/site/contact-requests/web/parts/contact-details.tsx';
import { readSite } from '#features/site/content/web/parts/use-site.ts';
import type { Language } from '#platform/web/i18n/language.ts';
import type { ServerPage } from '#platform/web/server-page.ts';
import type { LegalName } from './legal-page.tsx';
import { describedBy, siteOf } from './structured.ts';

/** A legal page: the office's texts with the figures from the settings. */
function legalPage(name: LegalName, otherwise: Readonly<Record<Language, string>>): ServerPage {
  return {
    reads: (language) => [
      { call: readSite, query: { lang: language } },
      { call: readDetails, query: {} },
    ],
    description: (replies, language) =>
      describedBy(siteOf(replies, language)?.[name].lead, otherwise[language]),
  };
}

export const terms = legalPage('terms-and-conditions', {
  en: 'Prices, changes of plan, refunds and bought hours at {business}, in plain English.',
  zh: '{business} 的价格、改期、取消、退款与购买的钟点，几句话说清楚。',
});
export const serviceTerms = legalPage('terms-of-service', {
  en: 'What applies when you use the {business} site and your account, in plain English.',
  zh: '使用 {business} 网站和您的账户时的约定，几句话说清楚。',
});
export const privacy = legalPage('privacy-policy', {
  en: 'What {business} knows about you, why, who sees it, and how you stay in control.',
  zh: '{business} 知道您的哪些资料、用来做什么、谁看得到，以及怎样由您作主。',
});
