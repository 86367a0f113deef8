import { phrase } from '#platform/web/i18n/texts.ts';
import type { Area } from './route.ts';

/** The customer's dashboard. Bookmarks and messages use these addresses, so they do not change. */
export const customerArea: Area = {
  shell: 'customer',
  access: 'customer',
  pages: [
    {
      paths: ['/dashboard'],
      title: phrase('Home'),
      load: () => import('../pages/customer/dashboard.tsx'),
    },
    {
      paths: ['/dashboard/bookings'],
      title: phrase('Bookings'),
      load: () => import('../pages/customer/bookings.tsx'),
    },
    {
      paths: ['/dashboard/bookings/:bookingID'],
      title: phrase('Your clean'),
      load: () => import('../pages/customer/booking.tsx'),
    },
    {
      paths: ['/dashboard/credits'],
      title: phrase('Hours'),
      load: () => import('#features/money/credits/web/customer/credits-page.tsx'),
    },
    {
      paths: ['/dashboard/credits/purchase'],
      title: phrase('Buy hours'),
      load: () => import('#features/money/credits/web/customer/purchase-page.tsx'),
    },
    {
      paths: ['/dashboard/credits/send-receive'],
      title: phrase('Send or receive hours'),
      load: () => import('#features/money/credits/web/customer/send-receive-page.tsx'),
    },
    {
      paths: ['/dashboard/account'],
      title: phrase('Account'),
      load: () => import('../pages/customer/account.tsx'),
    },
    {
      paths: ['/dashboard/account/close'],
      title: phrase('Close your account'),
      load: () => import('#features/people/customers/web/customer/close-page.tsx'),
    },
    {
      paths: ['/dashboard/account/payment-history'],
      title: phrase('Payments'),
      load: () => import('../pages/customer/payments.tsx'),
    },
    {
      paths: ['/dashboard/invoices/:invoiceID'],
      title: phrase('Invoice'),
      load: () => import('#features/booking/invoices/web/customer/invoice-page.tsx'),
    },
    {
      paths: ['/dashboard/account/calendar'],
      title: phrase('Calendar'),
      load: () => import('#features/work/calendar/web/customer/calendar-page.tsx'),
    },
    {
      paths: ['/dashboard/account/card'],
      title: phrase('Your card'),
      load: () => import('#features/money/cards/web/customer/card-page.tsx'),
    },
  ],
};
