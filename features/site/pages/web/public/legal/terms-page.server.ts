import { legalPage } from './legal-page.server.ts';

export const serverPage = legalPage('terms-and-conditions', {
  en: 'Prices, changes of plan, refunds and bought hours at {business}, in plain English.',
  zh: '{business} 的价格、改期、取消、退款与购买的钟点，几句话说清楚。',
});
