import { phrase } from '#platform/web/i18n/texts.ts';
import { loadTexts } from '#platform/web/i18n/translations.ts';
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
      title: phrase('Home cleaning by the hour'),
      plain: true,
      load: () => import('#features/site/pages/web/public/home-page.tsx'),
    },
    {
      paths: ['/select-service'],
      title: phrase('Choose a service'),
      plain: true,
      load: () => import('#features/site/pages/web/public/select-service-page.tsx'),
    },
    {
      paths: ['/services'],
      title: phrase('Services'),
      plain: true,
      load: () => import('#features/site/pages/web/public/services-page.tsx'),
    },
    {
      paths: ['/moving-inout-services'],
      title: phrase('Moving in or out'),
      plain: true,
      load: servicePage,
    },
    {
      paths: ['/spring-cleaning-services'],
      title: phrase('Spring cleaning'),
      plain: true,
      load: servicePage,
    },
    {
      paths: ['/contact-us'],
      title: phrase('Contact us'),
      load: () => import('#features/site/contact-requests/web/public/contact-us-page.tsx'),
    },
    {
      paths: ['/contact-successful'],
      title: phrase('Message sent'),
      plain: true,
      load: () => import('#features/site/contact-requests/web/public/contact-successful-page.tsx'),
    },
    {
      paths: ['/reviews'],
      title: phrase('What customers say'),
      load: () => import('#features/work/reviews/web/public/reviews-page.tsx'),
    },
    {
      paths: ['/join-us'],
      title: phrase('Clean with us'),
      load: () => import('#features/site/applications/web/public/join-us-page.tsx'),
    },
    {
      paths: ['/submission-successful'],
      title: phrase('Application sent'),
      plain: true,
      load: () => import('#features/site/applications/web/public/submission-successful-page.tsx'),
    },
    {
      paths: ['/terms-and-conditions'],
      title: phrase('Terms and conditions'),
      plain: true,
      load: legalPage,
    },
    {
      paths: ['/terms-of-service'],
      title: phrase('Terms of service'),
      plain: true,
      load: legalPage,
    },
    {
      paths: ['/privacy-policy'],
      title: phrase('Privacy'),
      plain: true,
      load: legalPage,
    },
    {
      paths: ['/signup', '/signin'],
      title: phrase('Sign in'),
      load: () => import('#features/people/customers/web/public/signup-page.tsx'),
    },
    {
      paths: ['/verifyotp1', '/verifyotp'],
      title: phrase('Enter the code'),
      load: () => import('#features/people/customers/web/public/verify-otp-page.tsx'),
    },
    {
      paths: ['/forgot-password'],
      title: phrase('Forgotten password'),
      access: 'public-only',
      plain: true,
      load: () => import('#features/people/accounts/web/public/forgot-password-page.tsx'),
    },
    {
      paths: ['/reset-password'],
      title: phrase('New password'),
      access: 'public-only',
      plain: true,
      load: () => import('#features/people/accounts/web/public/reset-password-page.tsx'),
    },
    {
      paths: ['/regular-purchase-credit-package'],
      title: phrase('Buy hours'),
      load: () => import('#features/money/credits/web/public/packs-page.tsx'),
    },
    {
      paths: [
        '/one-time/success',
        '/regular/success',
        '/book-spring-cleaning/success',
        '/bookmovingin-outcleaning/success',
      ],
      title: phrase('Booked'),
      load: () => import('#features/booking/checkout/web/public/success-page.tsx'),
    },
    {
      paths: ['/sandbox'],
      title: phrase('Sandbox'),
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
      title: phrase('Book a one-time clean'),
      load: bookingPage,
    },
    {
      paths: ['/regular/new', '/regular', '/regular/new/:preselectedPackage'],
      title: phrase('Book regular cleaning'),
      load: bookingPage,
    },
    {
      paths: ['/book-spring-cleaning/new'],
      title: phrase('Book a spring clean'),
      load: bookingPage,
    },
    {
      paths: ['/bookmovingin-outcleaning/new'],
      title: phrase('Book a moving clean'),
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
      title: phrase('Cleaner sign-in'),
      load: async () => {
        const chinese = loadTexts('zh').catch(() => undefined);
        const { Component } = await import('#features/people/cleaners/web/public/cleaner-sign-in-page.tsx');
        await chinese;
        return { Component };
      },
    },
  ],
};
