import type { Area } from './route.ts';

const bookingPage = () => import('#features/booking/booking/web/public/flow/booking-page.tsx');

const servicePage = () => import('#features/site/pages/web/public/services/service-page.tsx');
const legalPage = () => import('#features/site/pages/web/public/legal-page.tsx');

/** The public site. Search engines and links use these addresses, so they do not change. */
export const publicSite: Area = {
  shell: 'public',
  access: 'anyone',
  pages: [
    {
      paths: ['/'],
      title: { en: 'Home cleaning by the hour', zh: '按小时收费的家居清洁' },
      plain: true,
      load: () => import('#features/site/pages/web/public/home-page.tsx'),
    },
    {
      paths: ['/select-service'],
      title: { en: 'Choose a service', zh: '选择服务' },
      plain: true,
      load: () => import('#features/site/pages/web/public/select-service-page.tsx'),
    },
    {
      paths: ['/services'],
      title: { en: 'Services', zh: '服务' },
      plain: true,
      load: () => import('#features/site/pages/web/public/services-page.tsx'),
    },
    {
      paths: ['/moving-inout-services'],
      title: { en: 'Moving in or out', zh: '入住或搬出清洁' },
      plain: true,
      load: servicePage,
    },
    {
      paths: ['/spring-cleaning-services'],
      title: { en: 'Spring cleaning', zh: '大扫除' },
      plain: true,
      load: servicePage,
    },
    {
      paths: ['/contact-us'],
      title: { en: 'Contact us', zh: '联系我们' },
      load: () => import('#features/site/contact-requests/web/public/contact-us-page.tsx'),
    },
    {
      paths: ['/contact-successful'],
      title: { en: 'Message sent', zh: '留言已发送' },
      plain: true,
      load: () => import('#features/site/contact-requests/web/public/contact-successful-page.tsx'),
    },
    {
      paths: ['/reviews'],
      title: { en: 'What customers say', zh: '顾客评价' },
      load: () => import('#features/work/reviews/web/public/reviews-page.tsx'),
    },
    {
      paths: ['/join-us'],
      title: { en: 'Clean with us', zh: '加入我们' },
      load: () => import('#features/site/applications/web/public/join-us-page.tsx'),
    },
    {
      paths: ['/submission-successful'],
      title: { en: 'Application sent', zh: '申请已提交' },
      plain: true,
      load: () => import('#features/site/applications/web/public/submission-successful-page.tsx'),
    },
    {
      paths: ['/terms-and-conditions'],
      title: { en: 'Terms and conditions', zh: '条款与条件' },
      plain: true,
      load: legalPage,
    },
    {
      paths: ['/terms-of-service'],
      title: { en: 'Terms of service', zh: '服务条款' },
      plain: true,
      load: legalPage,
    },
    {
      paths: ['/privacy-policy'],
      title: { en: 'Privacy', zh: '隐私' },
      plain: true,
      load: legalPage,
    },
    {
      paths: ['/signup', '/signin'],
      title: { en: 'Sign in', zh: '登录' },
      load: () => import('#features/people/customers/web/public/signup-page.tsx'),
    },
    {
      paths: ['/verifyotp1', '/verifyotp'],
      title: { en: 'Enter the code', zh: '输入验证码' },
      load: () => import('#features/people/customers/web/public/verify-otp-page.tsx'),
    },
    {
      paths: ['/forgot-password'],
      title: { en: 'Forgotten password', zh: '忘记密码' },
      access: 'public-only',
      plain: true,
      load: () => import('#features/people/accounts/web/public/forgot-password-page.tsx'),
    },
    {
      paths: ['/reset-password'],
      title: { en: 'New password', zh: '新密码' },
      access: 'public-only',
      plain: true,
      load: () => import('#features/people/accounts/web/public/reset-password-page.tsx'),
    },
    {
      paths: ['/regular-purchase-credit-package'],
      title: { en: 'Buy hours', zh: '购买钟点' },
      load: () => import('#features/money/credits/web/public/packs-page.tsx'),
    },
    {
      paths: [
        '/one-time/success',
        '/regular/success',
        '/book-spring-cleaning/success',
        '/bookmovingin-outcleaning/success',
      ],
      title: { en: 'Booked', zh: '已预约' },
      load: () => import('#features/booking/checkout/web/public/success-page.tsx'),
    },
    {
      paths: ['/sandbox'],
      title: { en: 'Sandbox', zh: '沙盒' },
      load: () => import('#platform/web/sandbox/sandbox-page.tsx'),
    },
  ],
};

/** Booking and payment: pages without other links. */
export const checkout: Area = {
  shell: 'checkout',
  access: 'anyone',
  pages: [
    {
      paths: ['/one-time/new'],
      title: { en: 'Book a one-time clean', zh: '预约单次清洁' },
      load: bookingPage,
    },
    {
      paths: ['/regular/new', '/regular', '/regular/new/:preselectedPackage'],
      title: { en: 'Book regular cleaning', zh: '预约定期清洁' },
      load: bookingPage,
    },
    {
      paths: ['/book-spring-cleaning/new'],
      title: { en: 'Book a spring clean', zh: '预约大扫除' },
      load: bookingPage,
    },
    {
      paths: ['/bookmovingin-outcleaning/new'],
      title: { en: 'Book a moving clean', zh: '预约入住或搬出清洁' },
      load: bookingPage,
    },
  ],
};

/** The sign-in pages of the cleaners and of the office, outside their areas. */
export const entrances: Area = {
  shell: 'entry',
  access: 'anyone',
  pages: [
    {
      paths: ['/admin/signin'],
      title: 'Office sign-in',
      load: () => import('#features/people/accounts/web/admin/admin-sign-in-page.tsx'),
    },
    {
      paths: ['/cleaner/signin'],
      title: { en: 'Cleaner sign-in', zh: '清洁员登录' },
      load: () => import('#features/people/cleaners/web/public/cleaner-sign-in-page.tsx'),
    },
  ],
};
