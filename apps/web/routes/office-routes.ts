import { t } from '#platform/web/i18n/office.ts';
import { extensionPages } from '../extensions.ts';
import type { Area, Page, Redirect } from './route.ts';

/** Messages of the office, and messages to it. */
export const officeMessages: readonly Page[] = [
  {
    paths: ['/admin/messages'],
    title: t('Message texts'),
    load: () => import('#features/messages/messages/web/admin/texts-page.tsx'),
  },
  {
    paths: ['/admin/messages/:kind/:channel/:language'],
    title: t('Message text'),
    load: () => import('#features/messages/messages/web/admin/text-page.tsx'),
  },
  {
    paths: ['/admin/conversations'],
    title: t('Customer messages'),
    load: () => import('#features/work/conversations/web/admin/list-page.tsx'),
  },
];

const sitePage = (at: string, title: string, load: Page['load']): Page => ({
  paths: [`/admin/cms/${at}`],
  title,
  load,
});

const blocksPage = () => import('#features/site/content/web/admin/site-page.tsx');
const testimonialPage = () => import('#features/site/content/web/admin/testimonial-page.tsx');

/** The office's pages for site content. */
export const siteContent: readonly (Page | Redirect)[] = [
  { paths: ['/admin/cms'], to: '/admin/cms/home-page' },
  sitePage('home-page', t('Home page'), blocksPage),
  sitePage('our-services', t('Our services'), blocksPage),
  sitePage(
    'testimonial',
    t('Testimonials'),
    () => import('#features/site/content/web/admin/testimonials-page.tsx'),
  ),
  { paths: ['/admin/cms/testimonial/list'], to: '/admin/cms/testimonial' },
  sitePage('testimonial/new', t('New testimonial'), testimonialPage),
  sitePage('testimonial/:testimonialID/update', t('Change testimonial'), testimonialPage),
  sitePage('join-as-cleaner', t('Join as cleaner'), blocksPage),
  sitePage('contact-us', t('Contact us'), blocksPage),
  sitePage('pricing-popup', t('Pricing pop-up'), blocksPage),
  sitePage('legal', t('Legal pages'), blocksPage),
  sitePage('changes', t('Changes'), () => import('#features/site/content/web/admin/changes-page.tsx')),
];

type Load = Page['load'];

interface Collection {
  /** The address under /admin. */
  readonly at: string;
  /** The parameter's name in the address: `cleanerID`. */
  readonly id: string;
  readonly many: string;
  readonly one: string;
  readonly list: Load;
  readonly update: Load;
  readonly view: Load;
}

/** The pages of a collection: list, new, update, view; `/list` redirects to the root. */
function collection({ create, ...screens }: Collection & { readonly create: Load }): (Page | Redirect)[] {
  const page: Page = {
    paths: [`/admin/${screens.at}/new`],
    title: t('New {{one}}', { one: screens.one }),
    load: create,
  };
  return [...inbox(screens), page];
}

/** A collection to which the office cannot add: there is no page for a new one. */
function inbox({ at, id, many, one, list, update, view }: Collection): (Page | Redirect)[] {
  const root = `/admin/${at}`;
  return [
    { paths: [root], title: many, load: list },
    { paths: [`${root}/list`], to: root },
    { paths: [`${root}/:${id}/update`], title: t('Change {{one}}', { one }), load: update },
    { paths: [`${root}/:${id}/view`], title: capital(one), load: view },
  ];
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const cleanersList = () => import('../pages/admin/cleaners-list.tsx');
const cleaners: (Page | Redirect)[] = [
  { paths: ['/admin'], title: t('Cleaners'), load: () => import('../pages/admin/root.tsx') },
  ...collection({
    at: 'cleaners',
    id: 'cleanerID',
    many: t('Cleaners'),
    one: t('cleaner'),
    list: cleanersList,
    create: () => import('#features/people/cleaners/web/admin/new-page.tsx'),
    update: () => import('#features/people/cleaners/web/admin/update-page.tsx'),
    view: () => import('../pages/admin/cleaners-view.tsx'),
  }),
  {
    paths: ['/admin/cleaners/:cleanerID/availability'],
    title: t('Weekly hours'),
    load: () => import('#features/work/schedule/web/admin/availability-page.tsx'),
  },
  {
    paths: ['/admin/cleaners/:cleanerID/schedule'],
    title: t('Schedule'),
    load: () => import('#features/work/schedule/web/admin/schedule-page.tsx'),
  },
  {
    paths: ['/admin/cleaners/cover'],
    title: t('Cover visits'),
    load: () => import('#features/work/cover/web/admin/cover-page.tsx'),
  },
  {
    paths: ['/admin/cleaners/set-unavailable-date'],
    title: t('Set time off'),
    load: () => import('#features/work/schedule/web/admin/set-unavailable-date-page.tsx'),
  },
];

const customers: (Page | Redirect)[] = [
  ...collection({
    at: 'customers',
    id: 'customerID',
    many: t('Customers'),
    one: t('customer'),
    list: () => import('../pages/admin/customers-list.tsx'),
    create: () => import('#features/people/customers/web/admin/new-page.tsx'),
    update: () => import('../pages/admin/customers-update.tsx'),
    view: () => import('../pages/admin/customers-view.tsx'),
  }),
  {
    paths: [
      '/admin/customers/:customerID/address/:action',
      '/admin/customers/:customerID/address/:action/:addressID',
    ],
    title: t('Address'),
    load: () => import('../pages/admin/customers-address.tsx'),
  },
];

/** The office. Bookmarks and messages use these addresses, so they do not change. */
export const office: Area = {
  shell: 'office',
  access: 'admin',
  pages: [
    {
      paths: ['/admin/overview'],
      title: t('Overview'),
      load: () => import('../pages/admin/overview.tsx'),
    },
    {
      paths: ['/admin/overview/setup', '/admin/overview/setup/:step'],
      title: t('Set-up'),
      load: () => import('#features/office/setup/web/admin/setup-page.tsx'),
    },
    {
      paths: ['/admin/day'],
      title: t('Day board'),
      load: () => import('../pages/admin/day.tsx'),
    },
    ...cleaners,
    {
      paths: ['/admin/reviews'],
      title: t('Reviews'),
      load: () => import('#features/work/reviews/web/admin/list-page.tsx'),
    },
    ...customers,
    ...collection({
      at: 'packages',
      id: 'packageID',
      many: t('Packages'),
      one: t('package'),
      list: () => import('#features/catalogue/packages/web/admin/list-page.tsx'),
      create: () => import('#features/catalogue/packages/web/admin/new-page.tsx'),
      update: () => import('#features/catalogue/packages/web/admin/update-page.tsx'),
      view: () => import('#features/catalogue/packages/web/admin/view-page.tsx'),
    }),
    ...siteContent,
    ...collection({
      at: 'checklists',
      id: 'checklistID',
      many: t('Checklists'),
      one: t('checklist item'),
      list: () => import('#features/catalogue/checklists/web/admin/list-page.tsx'),
      create: () => import('#features/catalogue/checklists/web/admin/new-page.tsx'),
      update: () => import('#features/catalogue/checklists/web/admin/update-page.tsx'),
      view: () => import('#features/catalogue/checklists/web/admin/view-page.tsx'),
    }),
    {
      paths: ['/admin/sign-up-log'],
      title: t('Sign-up log'),
      load: () => import('#features/people/customers/web/admin/sign-up-log-page.tsx'),
    },
    ...inbox({
      at: 'contact-requests',
      id: 'requestID',
      many: t('Contact requests'),
      one: t('contact request'),
      list: () => import('#features/site/contact-requests/web/admin/list-page.tsx'),
      update: () => import('#features/site/contact-requests/web/admin/update-page.tsx'),
      view: () => import('#features/site/contact-requests/web/admin/view-page.tsx'),
    }),
    ...inbox({
      at: 'applications',
      id: 'applicationID',
      many: t('Applications'),
      one: t('application'),
      list: () => import('#features/site/applications/web/admin/list-page.tsx'),
      update: () => import('#features/site/applications/web/admin/update-page.tsx'),
      view: () => import('#features/site/applications/web/admin/view-page.tsx'),
    }),
    {
      paths: ['/admin/applications/:applicationID/hire'],
      title: t('New cleaner'),
      load: () => import('#features/site/applications/web/admin/hire-page.tsx'),
    },
    ...collection({
      at: 'promocodes',
      id: 'promoCodeID',
      many: t('Promo codes'),
      one: t('promo code'),
      list: () => import('#features/money/promo-codes/web/admin/list-page.tsx'),
      create: () => import('#features/money/promo-codes/web/admin/new-page.tsx'),
      update: () => import('#features/money/promo-codes/web/admin/update-page.tsx'),
      view: () => import('#features/money/promo-codes/web/admin/view-page.tsx'),
    }),
    ...collection({
      at: 'jobs',
      id: 'jobID',
      many: t('Jobs'),
      one: t('job'),
      list: () => import('../pages/admin/jobs-list.tsx'),
      create: () => import('#features/booking/booking/web/admin/new-page.tsx'),
      update: () => import('#features/work/jobs/web/admin/update-page.tsx'),
      view: () => import('../pages/admin/jobs-view.tsx'),
    }),
    {
      paths: ['/admin/jobs/waiting'],
      title: t('Waiting list'),
      load: () => import('#features/work/waiting-list/web/admin/list-page.tsx'),
    },
    ...collection({
      at: 'transactions',
      id: 'transactionID',
      many: t('Transactions'),
      one: t('transaction'),
      list: () => import('#features/money/payments/web/admin/list-page.tsx'),
      create: () => import('#features/booking/checkout/web/admin/new-transaction-page.tsx'),
      update: () => import('#features/money/payments/web/admin/update-page.tsx'),
      view: () => import('../pages/admin/transactions-view.tsx'),
    }),
    {
      paths: ['/admin/transactions/alarms'],
      title: t('Payment problems'),
      load: () => import('#features/money/payments/web/admin/alarms-page.tsx'),
    },
    {
      paths: ['/admin/invoices'],
      title: t('Invoices'),
      load: () => import('#features/booking/invoices/web/admin/list-page.tsx'),
    },
    {
      paths: ['/admin/invoices/to-bill'],
      title: t('Visits to bill'),
      load: () => import('#features/booking/invoices/web/admin/to-bill-page.tsx'),
    },
    {
      paths: ['/admin/invoices/:invoiceID/view'],
      title: t('Invoice'),
      load: () => import('#features/booking/invoices/web/admin/view-page.tsx'),
    },
    {
      paths: ['/admin/customers/:customerID/statement'],
      title: t('Statement of account'),
      load: () => import('#features/booking/invoices/web/admin/statement-page.tsx'),
    },
    {
      paths: ['/admin/pay'],
      title: t('Pay sheets'),
      load: () => import('#features/work/pay/web/admin/sheets-page.tsx'),
    },
    {
      paths: ['/admin/pay/rates'],
      title: t('Pay rates'),
      load: () => import('#features/work/pay/web/admin/rates-page.tsx'),
    },
    {
      paths: ['/admin/pay/:month'],
      title: t('Pay sheet'),
      load: () => import('#features/work/pay/web/admin/sheet-page.tsx'),
    },
    {
      paths: ['/admin/pay/:month/:cleanerID'],
      title: t('Pay of a cleaner'),
      load: () => import('#features/work/pay/web/admin/cleaner-pay-page.tsx'),
    },
    {
      paths: ['/admin/hours'],
      title: t('Hours'),
      load: () => import('#features/work/pay/web/admin/hours-page.tsx'),
    },
    {
      paths: ['/admin/hours/:cleanerID'],
      title: t('Hours of a cleaner'),
      load: () => import('#features/work/pay/web/admin/cleaner-hours-page.tsx'),
    },
    {
      paths: ['/admin/statistics'],
      title: t('Statistics'),
      load: () => import('../pages/admin/statistics.tsx'),
    },
    ...collection({
      at: 'admins',
      id: 'adminID',
      many: t('Admins'),
      one: t('admin'),
      list: () => import('#features/people/accounts/web/admin/list-page.tsx'),
      create: () => import('#features/people/accounts/web/admin/new-page.tsx'),
      update: () => import('#features/people/accounts/web/admin/update-page.tsx'),
      view: () => import('#features/people/accounts/web/admin/view-page.tsx'),
    }),
    ...inbox({
      at: 'settings',
      id: 'adminID',
      many: t('Settings'),
      one: t('setting'),
      list: () => import('../pages/admin/settings.tsx'),
      update: () => import('#features/people/accounts/web/admin/own-update-page.tsx'),
      view: () => import('#features/people/accounts/web/admin/own-view-page.tsx'),
    }),
    {
      // /admin/settings/:adminID is an admin, so a new setting is a new admin.
      paths: ['/admin/settings/new'],
      title: t('New admin'),
      load: () => import('#features/people/accounts/web/admin/new-page.tsx'),
    },
    ...officeMessages,
    {
      paths: ['/admin/settings/holidays'],
      title: t('Public holidays'),
      load: () => import('../pages/admin/settings-holidays.tsx'),
    },
    {
      paths: ['/admin/settings/booking-rules'],
      title: t('Booking rules'),
      load: () => import('#features/catalogue/settings/web/admin/booking-rules-page.tsx'),
    },
    {
      paths: ['/admin/settings/business'],
      title: t('Business and GST'),
      load: () => import('#features/catalogue/settings/web/admin/business-page.tsx'),
    },
    {
      paths: ['/admin/settings/look'],
      title: t('Look'),
      load: () => import('../pages/admin/settings-look.tsx'),
    },
    {
      paths: ['/admin/settings/languages'],
      title: t('Languages'),
      load: () => import('#features/catalogue/settings/web/admin/languages-page.tsx'),
    },
    {
      paths: ['/admin/settings/messages'],
      title: t('Messages'),
      load: () => import('#features/catalogue/settings/web/admin/messages-page.tsx'),
    },
    {
      paths: ['/admin/settings/account'],
      title: t('Your account'),
      load: () => import('../pages/admin/settings-account.tsx'),
    },
    {
      paths: ['/admin/import'],
      title: t('Import'),
      load: () => import('#features/office/import/web/admin/import-page.tsx'),
    },
    {
      paths: ['/admin/settings/export'],
      title: t('Export'),
      load: () => import('#features/office/archive/web/admin/export-page.tsx'),
    },
    {
      paths: ['/admin/settings/providers'],
      title: t('Connected services'),
      load: () => import('#features/office/setup/web/admin/providers-page.tsx'),
    },
    {
      paths: ['/admin/settings/failed-tasks'],
      title: t('Failed tasks'),
      load: () => import('#features/office/failed-tasks/web/admin/failed-tasks-page.tsx'),
    },
    {
      paths: ['/admin/settings/api-keys'],
      title: t('API keys'),
      load: () => import('#features/office/api-keys/web/admin/api-keys-page.tsx'),
    },
    {
      paths: ['/admin/settings/webhooks'],
      title: t('Webhooks'),
      load: () => import('#features/office/webhooks/web/admin/webhooks-page.tsx'),
    },
    {
      paths: ['/admin/settings/webhooks/:webhookID'],
      title: t('Webhook'),
      load: () => import('#features/office/webhooks/web/admin/webhook-page.tsx'),
    },
    {
      paths: ['/admin/audit'],
      title: t('Audit log'),
      load: () => import('#features/office/audit/web/admin/audit-page.tsx'),
    },
    {
      paths: ['/admin/settings/calendar'],
      title: t('Calendar'),
      load: () => import('#features/work/calendar/web/admin/calendar-page.tsx'),
    },
    {
      paths: ['/admin/credits'],
      title: t('Credits'),
      load: () => import('#features/money/credits/web/admin/credits-page.tsx'),
    },
    ...extensionPages.map(({ to, label, load }): Page => ({ paths: [to], title: label, load })),
  ],
};
