import type { Area } from './route.ts';

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
      title: { en: 'Credits', zh: '小时' },
      later: {
        en: 'Your hours and when they end are shown here. This screen is not built yet.',
        zh: '这里显示您的小时和期限。此页还没做好。',
      },
    },
    {
      paths: ['/dashboard/credits/purchase'],
      title: { en: 'Buy hours', zh: '购买小时' },
      later: {
        en: 'Packs of hours are bought here. This screen is not built yet.',
        zh: '可以在这里购买小时配套。此页还没做好。',
      },
    },
    {
      paths: ['/dashboard/credits/send-receive'],
      title: { en: 'Send or receive hours', zh: '赠送或接收小时' },
      later: {
        en: 'Hours are given and claimed here. This screen is not built yet.',
        zh: '可以在这里赠送和领取小时。此页还没做好。',
      },
    },
    {
      paths: ['/dashboard/account'],
      title: { en: 'Account', zh: '账户' },
      later: {
        en: 'Your name, card and addresses are kept here. This screen is not built yet.',
        zh: '这里保存您的姓名、卡和地址。此页还没做好。',
      },
    },
    {
      paths: ['/dashboard/account/payment-history'],
      title: { en: 'Payments', zh: '付款记录' },
      later: {
        en: 'What you paid is listed here. This screen is not built yet.',
        zh: '这里列出您的付款。此页还没做好。',
      },
    },
  ],
};
