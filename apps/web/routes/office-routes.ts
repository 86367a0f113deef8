import { officeMessages } from './office-message-routes.ts';
import { siteContent } from './office-site-routes.ts';
import type { Area, Page, Redirect } from './route.ts';

type Load = Page['load'];

interface Collection {
  /** The address under /admin. */
  readonly at: string;
  /** The parameter's name in SPEC.md section 2. */
  readonly id: string;
  readonly many: string;
  readonly one: string;
  readonly list: Load;
  readonly update: Load;
  readonly view: Load;
}

/** The screens of a collection: list, new, update, view; `/list` leads to the root. */
function collection({ create, ...screens }: Collection & { readonly create: Load }): (Page | Redirect)[] {
  const page: Page = { paths: [`/admin/${screens.at}/new`], title: `New ${screens.one}`, load: create };
  return [...inbox(screens), page];
}

/** A collection to which the office adds nothing: there is no screen for a new one. */
function inbox({ at, id, many, one, list, update, view }: Collection): (Page | Redirect)[] {
  const root = `/admin/${at}`;
  return [
    { paths: [root], title: many, load: list },
    { paths: [`${root}/list`], to: root },
    { paths: [`${root}/:${id}/update`], title: `Change ${one}`, load: update },
    { paths: [`${root}/:${id}/view`], title: capital(one), load: view },
  ];
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const cleanersList = () => import('#features/cleaners/web/admin/list-page.tsx');
const cleaners: (Page | Redirect)[] = [
  { paths: ['/admin'], title: 'Cleaners', load: cleanersList },
  ...collection({
    at: 'cleaners',
    id: 'cleanerID',
    many: 'Cleaners',
    one: 'cleaner',
    list: cleanersList,
    create: () => import('#features/cleaners/web/admin/new-page.tsx'),
    update: () => import('#features/cleaners/web/admin/update-page.tsx'),
    view: () => import('#features/office-jobs/web/admin/cleaner-view-page.tsx'),
  }),
  {
    paths: ['/admin/cleaners/:cleanerID/availability'],
    title: 'Weekly hours',
    load: () => import('#features/schedule/web/admin/availability-page.tsx'),
  },
  {
    paths: ['/admin/cleaners/:cleanerID/schedule'],
    title: 'Schedule',
    load: () => import('#features/schedule/web/admin/schedule-page.tsx'),
  },
  {
    paths: ['/admin/cleaners/set-unavailable-date'],
    title: 'Set time off',
    load: () => import('#features/schedule/web/admin/set-unavailable-date-page.tsx'),
  },
];

const customers: (Page | Redirect)[] = [
  ...collection({
    at: 'customers',
    id: 'customerID',
    many: 'Customers',
    one: 'customer',
    list: () => import('#features/customers/web/admin/list-page.tsx'),
    create: () => import('#features/customers/web/admin/new-page.tsx'),
    update: () => import('#features/checkout/web/admin/customer-update-page.tsx'),
    view: () => import('#features/checkout/web/admin/customer-view-page.tsx'),
  }),
  {
    paths: [
      '/admin/customers/:customerID/address/:action',
      '/admin/customers/:customerID/address/:action/:addressID',
    ],
    title: 'Address',
    load: () => import('#features/office-jobs/web/admin/address-page.tsx'),
  },
];

/** The office: SPEC.md section 2. */
export const office: Area = {
  shell: 'office',
  access: 'admin',
  pages: [
    ...cleaners,
    {
      paths: ['/admin/reviews'],
      title: 'Reviews',
      load: () => import('#features/reviews/web/admin/list-page.tsx'),
    },
    ...customers,
    ...collection({
      at: 'packages',
      id: 'packageID',
      many: 'Packages',
      one: 'package',
      list: () => import('#features/packages/web/admin/list-page.tsx'),
      create: () => import('#features/packages/web/admin/new-page.tsx'),
      update: () => import('#features/packages/web/admin/update-page.tsx'),
      view: () => import('#features/packages/web/admin/view-page.tsx'),
    }),
    ...siteContent,
    ...collection({
      at: 'checklists',
      id: 'checklistID',
      many: 'Checklists',
      one: 'checklist item',
      list: () => import('#features/checklists/web/admin/list-page.tsx'),
      create: () => import('#features/checklists/web/admin/new-page.tsx'),
      update: () => import('#features/checklists/web/admin/update-page.tsx'),
      view: () => import('#features/checklists/web/admin/view-page.tsx'),
    }),
    {
      paths: ['/admin/sign-up-log'],
      title: 'Sign-up log',
      load: () => import('#features/sign-up-log/web/admin/list-page.tsx'),
    },
    ...inbox({
      at: 'contact-requests',
      id: 'requestID',
      many: 'Contact requests',
      one: 'contact request',
      list: () => import('#features/contact-requests/web/admin/list-page.tsx'),
      update: () => import('#features/contact-requests/web/admin/update-page.tsx'),
      view: () => import('#features/contact-requests/web/admin/view-page.tsx'),
    }),
    ...inbox({
      at: 'applications',
      id: 'applicationID',
      many: 'Applications',
      one: 'application',
      list: () => import('#features/applications/web/admin/list-page.tsx'),
      update: () => import('#features/applications/web/admin/update-page.tsx'),
      view: () => import('#features/applications/web/admin/view-page.tsx'),
    }),
    {
      paths: ['/admin/applications/:applicationID/hire'],
      title: 'New cleaner',
      load: () => import('#features/applications/web/admin/hire-page.tsx'),
    },
    ...collection({
      at: 'promocodes',
      id: 'promoCodeID',
      many: 'Promo codes',
      one: 'promo code',
      list: () => import('#features/promo-codes/web/admin/list-page.tsx'),
      create: () => import('#features/promo-codes/web/admin/new-page.tsx'),
      update: () => import('#features/promo-codes/web/admin/update-page.tsx'),
      view: () => import('#features/promo-codes/web/admin/view-page.tsx'),
    }),
    ...collection({
      at: 'jobs',
      id: 'jobID',
      many: 'Jobs',
      one: 'job',
      list: () => import('#features/office-jobs/web/admin/list-page.tsx'),
      create: () => import('#features/office-booking/web/admin/new-page.tsx'),
      update: () => import('#features/office-jobs/web/admin/update-page.tsx'),
      view: () => import('#features/visits/web/admin/view-page.tsx'),
    }),
    ...collection({
      at: 'transactions',
      id: 'transactionID',
      many: 'Transactions',
      one: 'transaction',
      list: () => import('#features/payments/web/admin/list-page.tsx'),
      create: () => import('#features/checkout/web/admin/new-transaction-page.tsx'),
      update: () => import('#features/payments/web/admin/update-page.tsx'),
      view: () => import('#features/receipts/web/admin/view-page.tsx'),
    }),
    {
      paths: ['/admin/transactions/alarms'],
      title: 'Payment alarms',
      load: () => import('#features/payments/web/admin/alarms-page.tsx'),
    },
    {
      paths: ['/admin/statistics'],
      title: 'Statistics',
      load: () => import('#features/statistics/web/admin/statistics-page.tsx'),
    },
    ...collection({
      at: 'admins',
      id: 'adminID',
      many: 'Admins',
      one: 'admin',
      list: () => import('#features/accounts/web/admin/list-page.tsx'),
      create: () => import('#features/accounts/web/admin/new-page.tsx'),
      update: () => import('#features/accounts/web/admin/update-page.tsx'),
      view: () => import('#features/accounts/web/admin/view-page.tsx'),
    }),
    ...inbox({
      at: 'settings',
      id: 'adminID',
      many: 'Settings',
      one: 'setting',
      list: () => import('#features/settings/web/admin/settings-page.tsx'),
      update: () => import('#features/accounts/web/admin/own-update-page.tsx'),
      view: () => import('#features/accounts/web/admin/own-view-page.tsx'),
    }),
    {
      // A setting of /admin/settings/:adminID is a person of the office: a new one is a new person.
      paths: ['/admin/settings/new'],
      title: 'New admin',
      load: () => import('#features/accounts/web/admin/new-page.tsx'),
    },
    ...officeMessages,
    {
      paths: ['/admin/settings/holidays'],
      title: 'Public holidays',
      load: () => import('#features/schedule/web/admin/holidays-page.tsx'),
    },
    {
      paths: ['/admin/settings/calendar'],
      title: 'Calendar',
      load: () => import('#features/calendar/web/admin/calendar-page.tsx'),
    },
    {
      paths: ['/admin/credits'],
      title: 'Credits',
      load: () => import('#features/credits/web/admin/credits-page.tsx'),
    },
  ],
};
