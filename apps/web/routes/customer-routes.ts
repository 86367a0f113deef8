import type { Area } from './route.ts';

const bookOneTime = {
  href: '/one-time/new',
  label: { en: 'Book a one-time clean', zh: '预约单次清洁' },
} as const;

const bookings = {
  href: '/dashboard/bookings',
  label: { en: 'See your bookings', zh: '查看您的预约' },
} as const;

/** The customer's dashboard. SPEC.md section 2. */
export const customerArea: Area = {
  shell: 'customer',
  access: 'customer',
  pages: [
    {
      paths: ['/dashboard'],
      title: { en: 'Home', zh: '首页' },
      load: () => import('#features/visits/web/customer/dashboard-page.tsx'),
    },
    {
      paths: ['/dashboard/bookings'],
      title: { en: 'Bookings', zh: '预约' },
      load: () => import('#features/visits/web/customer/bookings-page.tsx'),
    },
    {
      paths: ['/dashboard/bookings/:bookingID'],
      title: { en: 'Your clean', zh: '您的预约' },
      load: () => import('#features/visits/web/customer/booking-page.tsx'),
    },
    {
      paths: ['/dashboard/credits'],
      title: { en: 'Credits', zh: '钟点' },
      later: {
        en: 'Hours are not on sale online at the moment. You can pay for each clean by card.',
        zh: '目前不在网上出售钟点配套。每次清洁都可以刷卡付款。',
      },
      instead: bookOneTime,
    },
    {
      paths: ['/dashboard/credits/purchase'],
      title: { en: 'Buy hours', zh: '购买钟点' },
      later: {
        en: 'Packs of hours are not on sale online at the moment. You can pay for each clean by card.',
        zh: '目前不在网上出售钟点配套。每次清洁都可以刷卡付款。',
      },
      instead: bookOneTime,
    },
    {
      paths: ['/dashboard/credits/send-receive'],
      title: { en: 'Send or receive hours', zh: '赠送或领取钟点' },
      later: {
        en: 'Hours cannot be sent or received online at the moment.',
        zh: '目前不能在网上赠送或领取钟点。',
      },
      instead: bookings,
    },
    {
      paths: ['/dashboard/account'],
      title: { en: 'Account', zh: '账户' },
      later: {
        en: 'You can save an address or a card while you book.',
        zh: '预约时可以保存地址和银行卡。',
      },
      instead: bookOneTime,
    },
    {
      paths: ['/dashboard/account/payment-history'],
      title: { en: 'Payments', zh: '付款记录' },
      later: {
        en: 'Each booking shows what you paid for it.',
        zh: '每个预约都列明您付了多少。',
      },
      instead: bookings,
    },
  ],
};
