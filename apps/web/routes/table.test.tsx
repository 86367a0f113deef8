// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { SIGN_IN_OF } from '#platform/web/router/redirects.ts';
import { session } from '#platform/web/session/session.ts';
import { discoverAreas } from '../router.tsx';
import { routesOf } from '../routes-of.tsx';
import { cleanerArea } from './cleaner-routes.ts';
import { customerArea } from './customer-routes.ts';
import { mailPages } from './mail-routes.ts';
import { office } from './office-routes.ts';
import { checkout, entrances, publicSite } from './public-routes.ts';
import { isRedirect, type Shell } from './route.ts';

const areas = [publicSite, checkout, entrances, customerArea, cleanerArea, office, mailPages];

/** Every address that links, bookmarks and messages use. */
const published = {
  entry: '/admin/signin /cleaner/signin /unsubscribe /visit-choice /confirm-email',
  checkout: '/one-time/new',
  public: `/ /reviews /signup /signin /verifyotp1 /verifyotp /moving-inout-services /spring-cleaning-services
    /select-service /services /contact-us /join-us /regular-purchase-credit-package /regular/new /regular
    /regular/new/{preselectedPackage} /book-spring-cleaning/new /bookmovingin-outcleaning/new
    /terms-and-conditions /submission-successful /contact-successful /one-time/success /regular/success
    /book-spring-cleaning/success /bookmovingin-outcleaning/success /privacy-policy /terms-of-service
    /forgot-password /reset-password /sandbox`,
  customer: `/dashboard /dashboard/account /dashboard/account/payment-history /dashboard/account/card /dashboard/account/close
    /dashboard/account/calendar
    /dashboard/invoices/{invoiceID} /dashboard/credits /dashboard/credits/purchase /dashboard/credits/send-receive
    /dashboard/bookings /dashboard/bookings/{bookingID}`,
  cleaner: `/cleaner/dashboard /cleaner/upcoming /cleaner/past /cleaner/upcoming/{jobID} /cleaner/past/{jobID}
    /cleaner/profile /cleaner/jobs/{jobID} /cleaner/schedule /cleaner/calendar`,
  office: `/admin /admin/overview /admin/day
    /admin/cleaners /admin/cleaners/new /admin/cleaners/{cleanerID}/update /admin/cleaners/{cleanerID}/view
    /admin/cleaners/{cleanerID}/availability /admin/cleaners/{cleanerID}/schedule
    /admin/cleaners/set-unavailable-date /admin/cleaners/cover /admin/reviews
    /admin/customers /admin/customers/new /admin/customers/{customerID}/update /admin/customers/{customerID}/view
    /admin/customers/{customerID}/address/{action}/{addressID} /admin/customers/{customerID}/address/{action}
    /admin/packages /admin/packages/new /admin/packages/{packageID}/update /admin/packages/{packageID}/view
    /admin/cms/home-page /admin/cms/our-services /admin/cms/testimonial /admin/cms/testimonial/new
    /admin/cms/testimonial/{testimonialID}/update /admin/cms/join-as-cleaner /admin/cms/contact-us
    /admin/cms/pricing-popup /admin/cms/legal /admin/cms/changes
    /admin/checklists /admin/checklists/new /admin/checklists/{checklistID}/update
    /admin/checklists/{checklistID}/view
    /admin/promocodes /admin/promocodes/new /admin/promocodes/{promoCodeID}/update
    /admin/promocodes/{promoCodeID}/view
    /admin/jobs /admin/jobs/new /admin/jobs/waiting /admin/jobs/{jobID}/update /admin/jobs/{jobID}/view
    /admin/transactions /admin/transactions/new /admin/transactions/{transactionID}/update
    /admin/transactions/{transactionID}/view /admin/transactions/alarms /admin/statistics
    /admin/invoices /admin/invoices/to-bill /admin/invoices/{invoiceID}/view /admin/customers/{customerID}/statement
    /admin/pay /admin/pay/rates /admin/pay/{month} /admin/pay/{month}/{cleanerID} /admin/hours /admin/hours/{cleanerID}
    /admin/admins /admin/admins/new /admin/admins/{adminID}/update /admin/admins/{adminID}/view
    /admin/settings /admin/settings/new /admin/settings/holidays /admin/settings/booking-rules
    /admin/settings/business /admin/settings/look /admin/settings/languages /admin/settings/messages /admin/settings/account /admin/settings/calendar /admin/settings/export /admin/settings/failed-tasks /admin/settings/{adminID}/update /admin/settings/{adminID}/view
    /admin/settings/api-keys /admin/settings/webhooks /admin/settings/webhooks/{webhookID} /admin/settings/providers
    /admin/overview/setup /admin/overview/setup/{step}
    /admin/credits /admin/audit /admin/import
    /admin/contact-requests /admin/contact-requests/{requestID}/update /admin/contact-requests/{requestID}/view
    /admin/applications /admin/applications/{applicationID}/update /admin/applications/{applicationID}/view
    /admin/applications/{applicationID}/hire /admin/sign-up-log
    /admin/messages /admin/messages/{kind}/{channel}/{language} /admin/conversations`,
} satisfies Record<Shell, string>;

const collections = ['cleaners', 'customers', 'packages', 'cms/testimonial', 'checklists', 'promocodes'];
const redirected = [
  ...collections,
  'contact-requests',
  'applications',
  'jobs',
  'transactions',
  'admins',
  'settings',
];

const listOf = (text: string) => text.trim().split(/\s+/);
const patternOf = (path: string) => path.replaceAll('{', ':').replaceAll('}', '');

const roleOf = {
  public: null,
  checkout: null,
  entry: null,
  customer: 'customer',
  cleaner: 'cleaner',
  office: 'admin',
} as const;

afterEach(() => {
  cleanup();
  session.signOut();
  vi.unstubAllGlobals();
});

function open(path: string) {
  // No server: pages must render without their data.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in this test')));
  const router = createMemoryRouter(routesOf(), {
    initialEntries: [path],
    patchRoutesOnNavigation: discoverAreas(),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

/** A cold import of a page is slow on a busy machine. */
const heading = () => screen.findByRole('heading', { level: 1 });

function signInTo(shell: Shell): void {
  const role = roleOf[shell];
  if (role) session.signIn(role, { jwt: 'token', id: 'someone', fullname: 'Rachel Ong' });
}

/** Pages that lead on to another one. */
const arrivesAt: Readonly<Record<string, string>> = {
  '/admin': '/admin/overview',
  '/admin/settings/holidays': '/admin/settings',
  '/admin/settings/account': '/admin/settings/someone/view',
};

describe.each(Object.entries(published))('the %s pages', (shell, paths) => {
  test.each(listOf(paths))('%s renders in its frame with one heading', async (path) => {
    signInTo(shell as Shell);
    const router = open(path.replace(/\{(\w+)\}/g, 'x'));
    const shown = await heading();
    expect(shown.textContent).not.toBe('');
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(router.state.location.pathname).toBe(arrivesAt[path] ?? path.replace(/\{(\w+)\}/g, 'x'));
  });
});

test('/admin shows the overview, and with the query of a list the cleaners', async () => {
  session.signIn('admin', { jwt: 'token', id: 'siti', fullname: 'Siti Wahid' });
  const plain = open('/admin');
  await heading();
  expect(plain.state.location.pathname).toBe('/admin/overview');
  cleanup();
  const list = open('/admin?q=lim');
  expect((await heading()).textContent).toContain('Cleaners');
  expect(list.state.location).toMatchObject({ pathname: '/admin', search: '?q=lim' });
});

test.each(redirected)('/admin/%s/list redirects to the collection', async (collection) => {
  signInTo('office');
  const router = open(`/admin/${collection}/list`);
  await heading();
  expect(router.state.location.pathname).toBe(`/admin/${collection}`);
});

test('every page of the table is in the list of published addresses', () => {
  const inTable = areas.flatMap((area) =>
    area.pages.filter((page) => !isRedirect(page)).flatMap((page) => [...page.paths]),
  );
  const known = Object.values(published).flatMap(listOf).map(patternOf);
  expect(inTable.toSorted()).toEqual(known.toSorted());
});

test.each(['customer', 'cleaner', 'office'] as const)(
  'the %s area redirects signed-out people to its sign-in',
  async (shell) => {
    const role = roleOf[shell];
    const [path = ''] = listOf(published[shell]);
    const router = open(`${path}?q=1`);
    await heading();
    expect(router.state.location.pathname).toBe(SIGN_IN_OF[role]);
    expect(router.state.location.search).toBe(`?next=${encodeURIComponent(`${path}?q=1`)}`);
  },
);

test.each(['/forgot-password', '/reset-password'])('%s is for people who are signed out', async (path) => {
  signInTo('customer');
  const router = open(path);
  await heading();
  expect(router.state.location.pathname).toBe('/');
});

test('an unknown address shows the not-found page', async () => {
  open('/no/such/page');
  const shown = await heading();
  expect(shown.textContent).toBe('We could not find this page');
});
