import type { Area } from './route.ts';

/** The customer's dashboard. Bookmarks and messages use these addresses, so they do not change. */
export const customerArea: Area = {
  shell: 'customer',
  access: 'customer',
  pages: [
    {
      paths: ['/dashboard'],
      title: { en: 'Home', zh: '首页' },
      load: () => import('../pages/customer/dashboard.tsx'),
    },
    {
      paths: ['/dashboard/bookings'],
      title: { en: 'Bookings', zh: '预约' },
      load: () => import('../pages/customer/bookings.tsx'),
    },
    {
      paths: ['/dashboard/bookings/:bookingID'],
      title: { en: 'Your clean', zh: '您的预约' },
      load: () => import('../pages/customer/booking.tsx'),
    },
    {
      paths: ['/dashboard/credits'],
      title: { en: 'Hours', zh: '钟点' },
      load: () => import('#features/money/credits/web/customer/credits-page.tsx'),
    },
    {
      paths: ['/dashboard/credits/purchase'],
      title: { en: 'Buy hours', zh: '购买钟点' },
      load: () => import('#features/money/credits/web/customer/purchase-page.tsx'),
    },
    {
      paths: ['/dashboard/credits/send-receive'],
      title: { en: 'Send or receive hours', zh: '赠送或领取钟点' },
      load: () => import('#features/money/credits/web/customer/send-receive-page.tsx'),
    },
    {
      paths: ['/dashboard/account'],
      title: { en: 'Account', zh: '账户' },
      load: () => import('../pages/customer/account.tsx'),
    },
    {
      paths: ['/dashboard/account/close'],
      title: { en: 'Close your account', zh: '关闭账户' },
      load: () => import('#features/people/customers/web/customer/close-page.tsx'),
    },
    {
      paths: ['/dashboard/account/payment-history'],
      title: { en: 'Payments', zh: '付款记录' },
      load: () => import('#features/booking/receipts/web/customer/payment-history-page.tsx'),
    },
    {
      paths: ['/dashboard/account/calendar'],
      title: { en: 'Calendar', zh: '日历' },
      load: () => import('#features/work/calendar/web/customer/calendar-page.tsx'),
    },
    {
      paths: ['/dashboard/account/card'],
      title: { en: 'Your card', zh: '您的银行卡' },
      load: () => import('#features/money/cards/web/customer/card-page.tsx'),
    },
  ],
};
