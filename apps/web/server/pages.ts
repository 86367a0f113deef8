import { bookingPage } from '#features/booking/booking/web/public/flow/booking-page.server.ts';
import { serverPage as booked } from '#features/booking/checkout/web/public/success-page.server.ts';
import { serverPage as packs } from '#features/money/credits/web/public/packs-page.server.ts';
import { serverPage as officeSignIn } from '#features/people/accounts/web/admin/admin-sign-in-page.server.ts';
import { serverPage as forgotPassword } from '#features/people/accounts/web/public/forgot-password-page.server.ts';
import { serverPage as resetPassword } from '#features/people/accounts/web/public/reset-password-page.server.ts';
import { serverPage as cleanerSignIn } from '#features/people/cleaners/web/public/cleaner-sign-in-page.server.ts';
import { serverPage as signUp } from '#features/people/customers/web/public/signup-page.server.ts';
import { serverPage as verifyOtp } from '#features/people/customers/web/public/verify-otp-page.server.ts';
import { serverPage as joinUs } from '#features/site/applications/web/public/join-us-page.server.ts';
import { serverPage as applied } from '#features/site/applications/web/public/submission-successful-page.server.ts';
import { serverPage as messageSent } from '#features/site/contact-requests/web/public/contact-successful-page.server.ts';
import { serverPage as contactUs } from '#features/site/contact-requests/web/public/contact-us-page.server.ts';
import { serverPage as home } from '#features/site/pages/web/public/home-page.server.ts';
import { privacy, serviceTerms, terms } from '#features/site/pages/web/public/legal-page.server.ts';
import { serverPage as selectService } from '#features/site/pages/web/public/select-service-page.server.ts';
import { movingInOut, springCleaning } from '#features/site/pages/web/public/services/service-page.server.ts';
import { serverPage as services } from '#features/site/pages/web/public/services-page.server.ts';
import { serverPage as reviews } from '#features/work/reviews/web/public/reviews-page.server.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

/** The pages that the server renders, by the first of their addresses. Only the server's bundle imports this. */
export const serverPages: Readonly<Record<string, ServerPage>> = {
  '/': home,
  '/select-service': selectService,
  '/services': services,
  '/spring-cleaning-services': springCleaning,
  '/moving-inout-services': movingInOut,
  '/contact-us': contactUs,
  '/contact-successful': messageSent,
  '/reviews': reviews,
  '/join-us': joinUs,
  '/submission-successful': applied,
  '/terms-and-conditions': terms,
  '/terms-of-service': serviceTerms,
  '/privacy-policy': privacy,
  '/signup': signUp,
  '/verifyotp1': verifyOtp,
  '/forgot-password': forgotPassword,
  '/reset-password': resetPassword,
  '/regular-purchase-credit-package': packs,
  '/regular/new': bookingPage('regular'),
  '/one-time/new': bookingPage('one-time'),
  '/book-spring-cleaning/new': bookingPage('spring-cleaning'),
  '/bookmovingin-outcleaning/new': bookingPage('moving-in-out'),
  '/one-time/success': booked,
  '/admin/signin': officeSignIn,
  '/cleaner/signin': cleanerSignIn,
};
