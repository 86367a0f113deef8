import { officeMessages } from './office-message-routes.ts';
import { siteContent } from './office-site-routes.ts';
import type { Area, BuiltPage, Page, Redirect } from './route.ts';

type Screens = Readonly<Partial<Record<'list' | 'new' | 'update' | 'view', BuiltPage['load']>>>;

type Collection = {
  /** The address under /admin. */
  readonly at: string;
  /** The parameter's name in SPEC.md section 2. */
  readonly id: string;
  readonly many: string;
  readonly one: string;
  /** What the list is for, in a sentence, while it is not built. */
  readonly about: string;
  /** The screens that are built. */
  readonly screens?: Screens;
};

/** The four screens that every collection of the office has: list, new, update, view; `/list` leads to the root. */
function collection({ at, id, many, one, about, screens = {} }: Collection): (Page | Redirect)[] {
  const root = `/admin/${at}`;
  const shown = (load: BuiltPage['load'] | undefined) =>
    load ? { load } : { later: `${about} This screen is not built yet.` };
  return [
    { paths: [root], title: many, ...shown(screens.list) },
    { paths: [`${root}/list`], to: root },
    { paths: [`${root}/new`], title: `New ${one}`, ...shown(screens.new) },
    { paths: [`${root}/:${id}/update`], title: `Change ${one}`, ...shown(screens.update) },
    { paths: [`${root}/:${id}/view`], title: capital(one), ...shown(screens.view) },
  ];
}

type Inbox = Pick<Collection, 'at' | 'id' | 'many' | 'one'> &
  Readonly<Record<'list' | 'update' | 'view', BuiltPage['load']>>;

/** What others write and the office answers: there is no screen to add one. */
function inbox({ at, id, many, one, list, update, view }: Inbox): (Page | Redirect)[] {
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
    about: 'Cleaners are managed here.',
    screens: {
      list: cleanersList,
      new: () => import('#features/cleaners/web/admin/new-page.tsx'),
      update: () => import('#features/cleaners/web/admin/update-page.tsx'),
      view: () => import('#features/schedule/web/admin/cleaner-view-page.tsx'),
    },
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
    about: 'Customers, their addresses and their hours are managed here.',
    screens: {
      list: () => import('#features/customers/web/admin/list-page.tsx'),
      new: () => import('#features/customers/web/admin/new-page.tsx'),
      update: () => import('#features/checkout/web/admin/customer-update-page.tsx'),
      view: () => import('#features/checkout/web/admin/customer-view-page.tsx'),
    },
  }),
  {
    paths: [
      '/admin/customers/:customerID/address/:action',
      '/admin/customers/:customerID/address/:action/:addressID',
    ],
    title: 'Address',
    load: () => import('#features/customers/web/admin/address-page.tsx'),
  },
];

const single = (at: string, title: string, sentence: string): Page => ({
  paths: [`/admin/${at}`],
  title,
  later: `${sentence} This screen is not built yet.`,
});

/** The office. SPEC.md section 2; the overview and the day board by API.md section 9. */
export const office: Area = {
  shell: 'office',
  access: 'admin',
  pages: [
    single('overview', 'Overview', 'The day at a glance is shown here.'),
    single('day', 'Day board', "The day's jobs by cleaner and hour are shown here."),
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
      about: 'Packages and their prices are managed here.',
      screens: {
        list: () => import('#features/packages/web/admin/list-page.tsx'),
        new: () => import('#features/packages/web/admin/new-page.tsx'),
        update: () => import('#features/packages/web/admin/update-page.tsx'),
        view: () => import('#features/packages/web/admin/view-page.tsx'),
      },
    }),
    ...siteContent,
    ...collection({
      at: 'checklists',
      id: 'checklistID',
      many: 'Checklists',
      one: 'checklist item',
      about: 'The checklist that crews tick off is managed here.',
      screens: {
        list: () => import('#features/checklists/web/admin/list-page.tsx'),
        new: () => import('#features/checklists/web/admin/new-page.tsx'),
        update: () => import('#features/checklists/web/admin/update-page.tsx'),
        view: () => import('#features/checklists/web/admin/view-page.tsx'),
      },
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
      about: 'Promo codes are managed here.',
      screens: {
        list: () => import('#features/promo-codes/web/admin/list-page.tsx'),
        new: () => import('#features/promo-codes/web/admin/new-page.tsx'),
        update: () => import('#features/promo-codes/web/admin/update-page.tsx'),
        view: () => import('#features/promo-codes/web/admin/view-page.tsx'),
      },
    }),
    ...collection({
      at: 'jobs',
      id: 'jobID',
      many: 'Jobs',
      one: 'job',
      about: 'Jobs are managed here.',
      screens: {
        list: () => import('#features/office-jobs/web/admin/list-page.tsx'),
        new: () => import('#features/office-booking/web/admin/new-page.tsx'),
        update: () => import('#features/office-jobs/web/admin/update-page.tsx'),
        view: () => import('#features/visits/web/admin/view-page.tsx'),
      },
    }),
    ...collection({
      at: 'transactions',
      id: 'transactionID',
      many: 'Transactions',
      one: 'transaction',
      about: 'Money in and out is listed here.',
      screens: {
        list: () => import('#features/payments/web/admin/list-page.tsx'),
        new: () => import('#features/checkout/web/admin/new-transaction-page.tsx'),
        update: () => import('#features/payments/web/admin/update-page.tsx'),
        view: () => import('#features/receipts/web/admin/view-page.tsx'),
      },
    }),
    {
      paths: ['/admin/transactions/alarms'],
      title: 'Payment alarms',
      load: () => import('#features/payments/web/admin/alarms-page.tsx'),
    },
    single('statistics', 'Statistics', 'Jobs, promo codes and money over time are shown here.'),
    ...collection({
      at: 'admins',
      id: 'adminID',
      many: 'Admins',
      one: 'admin',
      about: 'Who may sign in to the office is managed here.',
      screens: {
        list: () => import('#features/accounts/web/admin/list-page.tsx'),
        new: () => import('#features/accounts/web/admin/new-page.tsx'),
        update: () => import('#features/accounts/web/admin/update-page.tsx'),
        view: () => import('#features/accounts/web/admin/view-page.tsx'),
      },
    }),
    ...collection({
      at: 'settings',
      id: 'adminID',
      many: 'Settings',
      one: 'setting',
      about: 'Your own sign-in and the business settings are kept here.',
      screens: {
        list: () => import('#features/settings/web/admin/settings-page.tsx'),
        update: () => import('#features/accounts/web/admin/own-update-page.tsx'),
        view: () => import('#features/accounts/web/admin/own-view-page.tsx'),
      },
    }).filter(({ paths: [path] }) => path !== '/admin/settings/new'),
    // Nobody adds a setting.
    { paths: ['/admin/settings/new'], to: '/admin/settings' },
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
