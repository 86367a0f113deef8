import type { Area } from './route.ts';

/** The one clean that can be booked on the site so far. */
const bookOneTime = {
  href: '/one-time/new',
  label: { en: 'Book a one-time clean', zh: '预约单次清洁' },
} as const;

/** The public site. SPEC.md section 2, "Public site" and "Access settings"; success pages by API.md section 9. */
export const publicSite: Area = {
  shell: 'public',
  access: 'anyone',
  pages: [
    {
      paths: ['/'],
      title: { en: 'Home cleaning by the hour', zh: '按小时计的家居清洁' },
      plain: true,
      load: () => import('#features/site/web/public/home-page.tsx'),
    },
    {
      paths: ['/select-service'],
      title: { en: 'Choose a service', zh: '选择服务' },
      plain: true,
      load: () => import('#features/site/web/public/select-service-page.tsx'),
    },
    {
      paths: ['/services'],
      title: { en: 'Services', zh: '服务' },
      later: {
        en: 'What each service covers is shown here. This screen is not built yet.',
        zh: '这里介绍各项服务。此页还没做好。',
      },
    },
    {
      paths: ['/moving-inout-services'],
      title: { en: 'Moving in or out', zh: '入住或搬出清洁' },
      later: {
        en: 'What a moving clean covers is shown here. This screen is not built yet.',
        zh: '这里介绍入住和搬出清洁。此页还没做好。',
      },
    },
    {
      paths: ['/spring-cleaning-services'],
      title: { en: 'Spring cleaning', zh: '大扫除' },
      later: {
        en: 'What a spring clean covers is shown here. This screen is not built yet.',
        zh: '这里介绍大扫除。此页还没做好。',
      },
    },
    {
      paths: ['/contact-us'],
      title: { en: 'Contact us', zh: '联系我们' },
      later: {
        en: 'Write to the office here. This screen is not built yet.',
        zh: '可以在这里写信给我们。此页还没做好。',
      },
    },
    {
      paths: ['/contact-successful'],
      title: { en: 'Message sent', zh: '已发送' },
      later: {
        en: 'You come here after writing to us. That form is not built yet.',
        zh: '写信给我们之后会来到这里。表格还没做好。',
      },
    },
    {
      paths: ['/join-us'],
      title: { en: 'Clean with us', zh: '加入我们' },
      later: {
        en: 'Apply to clean with us here. This screen is not built yet.',
        zh: '可以在这里申请成为清洁员。此页还没做好。',
      },
    },
    {
      paths: ['/submission-successful'],
      title: { en: 'Application sent', zh: '申请已送出' },
      later: {
        en: 'You come here after applying. That form is not built yet.',
        zh: '送出申请之后会来到这里。表格还没做好。',
      },
    },
    {
      paths: ['/terms-and-conditions', '/terms-of-service'],
      title: { en: 'Terms', zh: '条款' },
      later: {
        en: 'The terms are shown here. This screen is not built yet.',
        zh: '这里显示条款。此页还没做好。',
      },
    },
    {
      paths: ['/privacy-policy'],
      title: { en: 'Privacy', zh: '隐私' },
      later: {
        en: 'How we treat your data is shown here. This screen is not built yet.',
        zh: '这里说明我们如何处理您的资料。此页还没做好。',
      },
    },
    {
      paths: ['/signup', '/signin'],
      title: { en: 'Sign in', zh: '登录' },
      load: () => import('#features/customers/web/public/signup-page.tsx'),
    },
    {
      paths: ['/verifyotp1', '/verifyotp'],
      title: { en: 'Enter the code', zh: '输入验证码' },
      load: () => import('#features/customers/web/public/verify-otp-page.tsx'),
    },
    {
      paths: ['/forgot-password'],
      title: { en: 'Forgotten password', zh: '忘记密码' },
      access: 'public-only',
      later: {
        en: 'Customers and cleaners sign in with a code and need no password. Resetting an office password is not built yet.',
        zh: '顾客和清洁员用验证码登录，不需要密码。办公室密码的重设还没做好。',
      },
    },
    {
      paths: ['/reset-password'],
      title: { en: 'New password', zh: '新密码' },
      access: 'public-only',
      later: {
        en: 'Choosing a new office password is not built yet.',
        zh: '设定办公室新密码的页面还没做好。',
      },
    },
    {
      paths: ['/regular-purchase-credit-package'],
      title: { en: 'Buy hours', zh: '购买小时' },
      later: {
        en: 'Packs of hours are bought here. This screen is not built yet.',
        zh: '可以在这里购买小时配套。此页还没做好。',
      },
    },
    {
      paths: ['/regular/new', '/regular', '/regular/new/:preselectedPackage'],
      title: { en: 'Book regular cleaning', zh: '预约定期清洁' },
      later: {
        en: 'Regular cleans are booked here. This screen is not built yet.',
        zh: '可以在这里预约定期清洁。此页还没做好。',
      },
      instead: bookOneTime,
    },
    {
      paths: ['/book-spring-cleaning/new'],
      title: { en: 'Book a spring clean', zh: '预约大扫除' },
      later: {
        en: 'Spring cleans are booked here. This screen is not built yet.',
        zh: '可以在这里预约大扫除。此页还没做好。',
      },
      instead: bookOneTime,
    },
    {
      paths: ['/bookmovingin-outcleaning/new'],
      title: { en: 'Book a moving clean', zh: '预约入住或搬出清洁' },
      later: {
        en: 'Moving cleans are booked here. This screen is not built yet.',
        zh: '可以在这里预约入住或搬出清洁。此页还没做好。',
      },
      instead: bookOneTime,
    },
    {
      paths: ['/one-time/success'],
      title: { en: 'Booked', zh: '已预约' },
      load: () => import('#features/booking/web/public/success/success-page.tsx'),
    },
    {
      paths: ['/regular/success'],
      title: { en: 'Booked', zh: '已预约' },
      later: {
        en: 'You come here after booking regular cleans. That is not built yet.',
        zh: '预约定期清洁之后会来到这里。还没做好。',
      },
    },
    {
      paths: ['/book-spring-cleaning/success'],
      title: { en: 'Booked', zh: '已预约' },
      later: {
        en: 'You come here after booking a spring clean. That is not built yet.',
        zh: '预约大扫除之后会来到这里。还没做好。',
      },
    },
    {
      paths: ['/bookmovingin-outcleaning/success'],
      title: { en: 'Booked', zh: '已预约' },
      later: {
        en: 'You come here after booking a moving clean. That is not built yet.',
        zh: '预约入住或搬出清洁之后会来到这里。还没做好。',
      },
    },
    {
      paths: ['/sandbox'],
      title: { en: 'Sandbox', zh: '沙盒' },
      load: () => import('#platform/web/sandbox/sandbox-page.tsx'),
    },
  ],
};

/** Where one books and pays: nothing on these pages leads elsewhere. */
export const checkout: Area = {
  shell: 'checkout',
  access: 'anyone',
  pages: [
    {
      paths: ['/one-time/new'],
      title: { en: 'Book a one-time clean', zh: '预约单次清洁' },
      load: () => import('#features/booking/web/public/one-time-booking/one-time-page.tsx'),
    },
  ],
};

/** The doors of the cleaners and of the office, outside their areas. SPEC.md section 2, "Top-level". */
export const entrances: Area = {
  shell: 'entry',
  access: 'anyone',
  pages: [
    {
      paths: ['/admin/signin'],
      title: 'Office sign-in',
      load: () => import('#features/accounts/web/admin/admin-sign-in-page.tsx'),
    },
    {
      paths: ['/cleaner/signin'],
      title: { en: 'Cleaner sign-in', zh: '清洁员登录' },
      load: () => import('#features/cleaners/web/public/cleaner-sign-in-page.tsx'),
    },
  ],
};
