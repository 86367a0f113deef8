/** The URL of every page, with aliases. */

/** Values for URL parameters of existing records. */
export interface AddressValues {
  readonly cleanerID: string;
  readonly customerID: string;
  readonly addressID: string;
  readonly jobID: string;
  readonly packageID: string;
  readonly checklistID: string;
  readonly promoCodeID: string;
  readonly adminID: string;
  readonly transactionID: string;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

export const ENTRANCES = words('/admin/signin /cleaner/signin /unsubscribe /visit-choice /confirm-email');

export const PUBLIC_SITE = words(`
  / /reviews /signup /signin /verifyotp1 /verifyotp /moving-inout-services /spring-cleaning-services /select-service
  /services /contact-us /join-us /regular-purchase-credit-package /regular/new /regular
  /regular/new/{packageID} /book-spring-cleaning/new /bookmovingin-outcleaning/new /one-time/new
  /terms-and-conditions /submission-successful /contact-successful /one-time/success /regular/success
  /book-spring-cleaning/success /bookmovingin-outcleaning/success /privacy-policy /terms-of-service
  /forgot-password /reset-password /sandbox`);

export const DASHBOARD = words(`
  /dashboard /dashboard/account /dashboard/account/payment-history /dashboard/account/card /dashboard/account/close
  /dashboard/credits /dashboard/credits/purchase /dashboard/credits/send-receive /dashboard/bookings /dashboard/bookings/{jobID}`);

export const CLEANER_AREA = words(`
  /cleaner/dashboard /cleaner/upcoming /cleaner/past /cleaner/upcoming/{jobID} /cleaner/past/{jobID}
  /cleaner/profile /cleaner/jobs/{jobID}`);

/** `list, new, update, view` of a collection, with the list at its root. */
const collection = (at: string, id: string) =>
  ['', '/new', `/{${id}}/update`, `/{${id}}/view`].map((end) => `/admin/${at}${end}`);

export const OFFICE_AREA = [
  '/admin/overview',
  ...collection('cleaners', 'cleanerID'),
  ...words('/admin/cleaners/{cleanerID}/availability /admin/cleaners/{cleanerID}/schedule'),
  ...words('/admin/cleaners/set-unavailable-date /admin/cleaners/cover /admin/reviews'),
  ...collection('customers', 'customerID'),
  ...words(
    '/admin/customers/{customerID}/address/new /admin/customers/{customerID}/address/update/{addressID}',
  ),
  ...collection('packages', 'packageID'),
  ...words('/admin/cms/home-page /admin/cms/our-services /admin/cms/testimonial /admin/cms/testimonial/new'),
  ...words('/admin/cms/testimonial/1/update /admin/cms/join-as-cleaner /admin/cms/contact-us'),
  ...words('/admin/cms/pricing-popup /admin/cms/legal /admin/cms/changes'),
  ...collection('checklists', 'checklistID'),
  ...collection('promocodes', 'promoCodeID'),
  ...collection('jobs', 'jobID'),
  ...collection('transactions', 'transactionID'),
  ...words('/admin/transactions/alarms /admin/sign-up-log'),
  ...words('/admin/statistics'),
  ...collection('admins', 'adminID'),
  ...collection('settings', 'adminID'),
  ...words(
    '/admin/settings/booking-rules /admin/settings/business /admin/settings/look /admin/settings/languages',
  ),
  ...words('/admin/settings/messages'),
  ...words('/admin/settings/failed-tasks /admin/settings/api-keys /admin/settings/webhooks'),
  ...words('/admin/settings/providers /admin/overview/setup /admin/overview/setup/services'),
  ...words('/admin/messages /admin/messages/visit-booked/email/en /admin/conversations'),
  ...words('/admin/credits'),
];

/** Tabs and views of the office with an address, which the feature's own tests do not check for accessibility. */
export const OFFICE_VIEWS = words(`
  /admin/statistics?tab=visits /admin/statistics?tab=money /admin/statistics?tab=customers /admin/statistics?tab=hours
  /admin/invoices /admin/invoices/to-bill /admin/day /admin/day?view=week /admin/hours /admin/pay /admin/pay/rates /admin/audit /admin/import
  /admin/contact-requests /admin/applications /admin/settings/export`);

/** URLs that redirect to another one. */
export const REDIRECTS: Readonly<Record<string, string>> = {
  '/admin': '/admin/overview',
  '/admin/cleaners/list': '/admin/cleaners',
  '/admin/customers/list': '/admin/customers',
  '/admin/packages/list': '/admin/packages',
  '/admin/cms/testimonial/list': '/admin/cms/testimonial',
  '/admin/checklists/list': '/admin/checklists',
  '/admin/promocodes/list': '/admin/promocodes',
  '/admin/jobs/list': '/admin/jobs',
  '/admin/transactions/list': '/admin/transactions',
  '/admin/admins/list': '/admin/admins',
  '/admin/settings/list': '/admin/settings',
  '/admin/settings/holidays': '/admin/settings',
};

/** Fills in real ids. */
export function fillAddress(values: AddressValues, pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, (_all, name: keyof AddressValues) => values[name]);
}
