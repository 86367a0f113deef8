import IconBrush from '@tabler/icons-react/dist/esm/icons/IconBrush.mjs';
import IconBuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs';
import IconCash from '@tabler/icons-react/dist/esm/icons/IconCash.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconTimeline from '@tabler/icons-react/dist/esm/icons/IconTimeline.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { matchPath } from 'react-router';
import { seeAllCredits } from '#features/money/credits/rules/policy.ts';
import { seeMoney, seeTransaction } from '#features/money/payments/rules/policy.ts';
import { manageApiKeys } from '#features/office/api-keys/rules/policy.ts';
import { exportEverything } from '#features/office/archive/rules/policy.ts';
import { seeFailedTasks } from '#features/office/failed-tasks/rules/policy.ts';
import { importPeople } from '#features/office/import/rules/policy.ts';
import type { officeCounts } from '#features/office/overview/contract.ts';
import { manageWebhooks } from '#features/office/webhooks/rules/policy.ts';
import { seeStatistics } from '#features/work/jobs/rules/policy.ts';
import { seePay } from '#features/work/pay/rules/policy.ts';
import type { ReplyOf } from '#platform/contract/call.ts';
import { type Action, seeAudit } from '#platform/kernel/policy.ts';

export type OfficeCounts = ReplyOf<typeof officeCounts>;

/** A page of a menu entry. Entries with several show them as tabs. */
export interface MenuPage {
  readonly to: string;
  readonly label: string;
  /** What waits for the office on this page. */
  readonly counts?: readonly (keyof OfficeCounts)[];
  /** Only for those who have this permission; default everyone in the office. */
  readonly needs?: Action;
}

export interface MenuEntry {
  readonly label: string;
  readonly icon: typeof IconUsers;
  /** After G: opens the first page. */
  readonly shortcut: string;
  readonly pages: readonly [MenuPage, ...MenuPage[]];
}

export interface MenuGroup {
  readonly title: string;
  readonly entries: readonly MenuEntry[];
}

type Icon = MenuEntry['icon'];

const entry = (
  label: string,
  icon: Icon,
  shortcut: string,
  pages: MenuEntry['pages'] | string,
): MenuEntry => ({
  label,
  icon,
  shortcut,
  pages: typeof pages === 'string' ? [{ to: pages, label }] : pages,
});

/** The office's menu. */
export const menu: readonly MenuGroup[] = [
  {
    title: 'Today',
    entries: [
      entry('Overview', IconLayoutDashboard, 'o', '/admin/overview'),
      entry('Day board', IconTimeline, 'd', '/admin/day'),
      entry('Jobs', IconReceipt, 'j', [
        { to: '/admin/jobs', label: 'Jobs', counts: ['needsCrew', 'late', 'notFinished', 'unpaid'] },
      ]),
    ],
  },
  {
    title: 'People',
    entries: [
      entry('Customers', IconUsers, 'c', [
        { to: '/admin/customers', label: 'Customers' },
        { to: '/admin/sign-up-log', label: 'Sign-up log' },
      ]),
      entry('Cleaners', IconBrush, 'l', '/admin/cleaners'),
      entry('Inbox', IconInbox, 'i', [
        { to: '/admin/conversations', label: 'Customer messages', counts: ['messages'] },
        { to: '/admin/contact-requests', label: 'Contact requests', counts: ['contactRequests'] },
        { to: '/admin/applications', label: 'Applications', counts: ['applications'] },
        { to: '/admin/reviews', label: 'Reviews', counts: ['reviews'] },
      ]),
    ],
  },
  {
    title: 'Money',
    entries: [
      entry('Transactions', IconCreditCard, 't', [
        { to: '/admin/transactions', label: 'Transactions', needs: seeTransaction },
        {
          to: '/admin/transactions/alarms',
          label: 'Payment problems',
          counts: ['paymentProblems'],
          needs: seeMoney,
        },
        { to: '/admin/credits', label: 'Credits', needs: seeAllCredits },
      ]),
      entry('Hours and pay', IconCash, 'h', [
        { to: '/admin/pay', label: 'Pay sheets', needs: seePay },
        { to: '/admin/pay/rates', label: 'Pay rates', needs: seePay },
        { to: '/admin/hours', label: 'Hours' },
      ]),
      entry('Packages', IconPackage, 'p', [
        { to: '/admin/packages', label: 'Packages' },
        { to: '/admin/promocodes', label: 'Promo codes' },
        { to: '/admin/checklists', label: 'Checklists' },
      ]),
      entry('Statistics', IconChartBar, 's', [
        { to: '/admin/statistics', label: 'Statistics', needs: seeStatistics },
      ]),
    ],
  },
  {
    title: 'Site and texts',
    entries: [
      entry('Site content', IconFileText, 'w', '/admin/cms'),
      entry('Message texts', IconMail, 'm', '/admin/messages'),
    ],
  },
  {
    title: 'Settings',
    entries: [
      entry('Business', IconBuildingStore, 'b', [
        { to: '/admin/settings', label: 'Hours and holidays' },
        { to: '/admin/settings/booking-rules', label: 'Booking rules' },
        { to: '/admin/settings/business', label: 'Business and GST' },
        { to: '/admin/settings/messages', label: 'Messages' },
        { to: '/admin/settings/account', label: 'Your account' },
        { to: '/admin/settings/calendar', label: 'Calendar' },
      ]),
      entry('System', IconSettings, 'y', [
        { to: '/admin/admins', label: 'Admins' },
        { to: '/admin/audit', label: 'Audit log', needs: seeAudit },
        { to: '/admin/import', label: 'Import', needs: importPeople },
        { to: '/admin/settings/export', label: 'Export', needs: exportEverything },
        { to: '/admin/settings/api-keys', label: 'API keys', needs: manageApiKeys },
        { to: '/admin/settings/webhooks', label: 'Webhooks', needs: manageWebhooks },
        {
          to: '/admin/settings/failed-tasks',
          label: 'Failed tasks',
          counts: ['failedTasks'],
          needs: seeFailedTasks,
        },
      ]),
    ],
  },
];

/** The menu without the pages that a person may not open. */
export function menuFor(may: (action: Action) => boolean): MenuGroup[] {
  const isOpen = ({ needs }: MenuPage) => needs === undefined || may(needs);
  return menu.map((group) => ({
    ...group,
    entries: group.entries.flatMap((entry) => {
      const [first, ...others] = entry.pages.filter(isOpen);
      return first === undefined ? [] : [{ ...entry, pages: [first, ...others] }];
    }),
  }));
}

/** Whether a person may open a page of the office, by the menu. */
export function mayOpen(pathname: string, may: (action: Action) => boolean): boolean {
  const found = pageOf(pathname);
  return found?.needs === undefined || may(found.needs);
}

const entries = menu.flatMap((group) => group.entries);

/** The entry that a page belongs to: its own pages, and all below them. */
export function entryOf(pathname: string): MenuEntry | undefined {
  const found = pageOf(pathname);
  return entries.find(({ pages }) => pages.some((page) => page === found));
}

/** The page of the menu that is nearest above a page, or the page itself. */
function pageOf(pathname: string): MenuPage | undefined {
  return entries
    .flatMap(({ pages }) => pages)
    .filter(({ to }) => matchPath({ path: to, end: false }, pathname) !== null)
    .toSorted((a, b) => b.to.length - a.to.length)[0];
}

/** The tabs above a page: those of its entry, if it has several and the page is one of them. */
export function tabsOf(pathname: string): MenuEntry | undefined {
  const found = entryOf(pathname);
  if (found === undefined || found.pages.length === 1) return undefined;
  return found.pages.some(({ to }) => matchPath(to, pathname) !== null) ? found : undefined;
}

/** How much waits on these pages; 0 until it is known. */
export function waitingOn(pages: readonly MenuPage[], counts: OfficeCounts | undefined): number {
  const names = pages.flatMap((page) => page.counts ?? []);
  return names.reduce((sum, name) => sum + (counts?.[name] ?? 0), 0);
}
