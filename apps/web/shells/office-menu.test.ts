import { expect, test } from 'vitest';
import { seePay } from '#features/work/pay/rules/policy.ts';
import { type Action, reachOf } from '#platform/kernel/policy.ts';
import { office } from '../routes/office-routes.ts';
import { isPage } from '../routes/route.ts';
import {
  entryOf,
  isFound,
  mayOpen,
  menu,
  menuFor,
  menuOfExtensions,
  tabsOf,
  waitingOn,
} from './office-menu.ts';

const entries = menu.flatMap((group) => group.entries);

test.each([
  ['/admin/overview', 'Overview'],
  ['/admin/day', 'Day board'],
  ['/admin/jobs/1/view', 'Jobs'],
  ['/admin/customers/1/address/new', 'Customers'],
  ['/admin/sign-up-log', 'Customers'],
  ['/admin/cleaners/set-unavailable-date', 'Cleaners'],
  ['/admin/conversations', 'Inbox'],
  ['/admin/contact-requests/1/view', 'Inbox'],
  ['/admin/applications/1/hire', 'Inbox'],
  ['/admin/reviews', 'Inbox'],
  ['/admin/transactions/alarms', 'Transactions'],
  ['/admin/credits', 'Transactions'],
  ['/admin/pay/2026-11', 'Hours and pay'],
  ['/admin/hours/1', 'Hours and pay'],
  ['/admin/promocodes/new', 'Packages'],
  ['/admin/checklists/1/update', 'Packages'],
  ['/admin/cms/testimonial/new', 'Site content'],
  ['/admin/messages/visit-booked/email/en', 'Message texts'],
  ['/admin/settings/1/view', 'Business'],
  ['/admin/settings/holidays', 'Business'],
  ['/admin/import', 'System'],
  ['/admin/settings/webhooks/1', 'System'],
  ['/admin/admins/1/update', 'System'],
  ['/admin/audit', 'System'],
  ['/admin/customers-of-others', undefined],
])('%s belongs to %s', (pathname, label) => {
  expect(entryOf(pathname)?.label).toBe(label);
});

test('every page of the office belongs to an entry', () => {
  const paths = office.pages.filter(isPage).flatMap(({ paths }) => paths);
  expect(paths.filter((path) => path !== '/admin' && entryOf(path) === undefined)).toEqual([]);
});

test('every page of the menu exists', () => {
  const known = office.pages.flatMap(({ paths }) => paths);
  const pages = entries.flatMap(({ pages }) => pages.map(({ to }) => to));
  expect(pages.filter((to) => !known.includes(to))).toEqual([]);
});

test('there are fourteen entries in five groups', () => {
  const own = menu.filter(({ title }) => title !== 'Extensions');
  expect([own.length, own.flatMap(({ entries: ours }) => ours).length]).toEqual([5, 14]);
});

test('pages of extensions are a group of their own, for those who may see them', () => {
  const load = async () => ({ Component: () => null });
  const [group, ...others] = menuOfExtensions([
    { to: '/admin/extensions/parking-fee', label: 'Parking fee', needs: seePay, load },
    { to: '/admin/extensions/pets', label: 'Pets', load },
  ]);
  expect(others).toEqual([]);
  expect(group?.title).toBe('Extensions');
  expect(group?.entries.map(({ shortcut, pages }) => [shortcut, pages[0].to, pages[0].needs])).toEqual([
    ['1', '/admin/extensions/parking-fee', seePay],
    ['2', '/admin/extensions/pets', undefined],
  ]);
  expect(menuOfExtensions([])).toEqual([]);
});

test('the shortcuts differ', () => {
  const keys = entries.map(({ shortcut }) => shortcut);
  expect(new Set(keys).size).toBe(keys.length);
});

test('the tabs are on the pages of an entry, not below them', () => {
  expect(tabsOf('/admin/reviews')?.label).toBe('Inbox');
  expect(tabsOf('/admin/transactions/alarms')?.label).toBe('Transactions');
  expect(tabsOf('/admin/applications/1/view')).toBeUndefined();
  expect(tabsOf('/admin/cleaners')).toBeUndefined();
});

test('an entry counts what waits on all its pages', () => {
  const counts = {
    needsCrew: 1,
    late: 2,
    notFinished: 0,
    unpaid: 4,
    paymentProblems: 0,
    messages: 8,
    contactRequests: 16,
    applications: 0,
    reviews: 32,
    undelivered: 64,
    failedTasks: 0,
  };
  const waiting = (label: string) =>
    waitingOn(entries.find((one) => one.label === label)?.pages ?? [], counts);
  expect(waiting('Jobs')).toBe(7);
  expect(waiting('Inbox')).toBe(56);
  expect(waiting('Cleaners')).toBe(0);
  expect(waitingOn(entries[1]?.pages ?? [], undefined)).toBe(0);
});

test('the menu leaves out pages that a role may not open, and entries without pages', () => {
  const dispatcher = { role: 'admin', id: '', sessionID: '', officeRole: 'dispatcher' } as const;
  const may = (action: Action) => reachOf(dispatcher, action) !== null;
  const money = menuFor(may).find(({ title }) => title === 'Money');
  expect(money?.entries.map(({ label }) => label)).toEqual(['Hours and pay', 'Packages']);
  expect(mayOpen('/admin/transactions/new', may)).toBe(false);
  expect(mayOpen('/admin/pay/2026-11', may)).toBe(false);
  expect(mayOpen('/admin/hours', may)).toBe(true);
  expect(mayOpen('/admin/jobs/new', may)).toBe(true);
});

test('what is locked for a role is not offered, and its forms do not open', () => {
  const roles = ['accountant', 'dispatcher'] as const;
  const [accountant, dispatcher] = roles.map((officeRole) => {
    const actor = { role: 'admin', id: '', sessionID: '', officeRole } as const;
    return (action: Action) => reachOf(actor, action) !== null;
  }) as [(action: Action) => boolean, (action: Action) => boolean];
  const settings = (may: typeof accountant) =>
    menuFor(may)
      .flatMap(({ entries }) => entries)
      .flatMap(({ label, pages }) =>
        ['Site content', 'Message texts', 'Business', 'System'].includes(label)
          ? pages.map((page) => page.label)
          : [],
      );
  expect(settings(dispatcher)).toEqual(['Your account', 'Calendar']);
  expect(settings(accountant)).toEqual(['Business and GST', 'Your account', 'Calendar']);
  expect(menuFor(accountant).map(({ title }) => title)).not.toContain('Site and texts');
  // By its address, a page that may be read is shown, locked.
  expect(mayOpen('/admin/cms/legal', accountant)).toBe(true);
  expect(isFound('/admin/cms/legal', accountant)).toBe(false);
  for (const to of [
    '/admin/jobs/new',
    '/admin/cleaners/cover',
    '/admin/transactions/new',
    '/admin/conversations',
  ])
    expect([to, mayOpen(to, accountant)]).toEqual([to, false]);
  expect(isFound('/admin/cleaners/cover?cleanerID=1&reason=Sick', accountant)).toBe(false);
  expect(isFound('/admin/cleaners/set-unavailable-date?cleanerID=1', accountant)).toBe(false);
  expect(isFound('/admin/cleaners/cover?cleanerID=1&reason=Sick', dispatcher)).toBe(true);
  expect(isFound('/admin/transactions/new?customerID=1', dispatcher)).toBe(false);
});
