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
import IconPuzzle from '@tabler/icons-react/dist/esm/icons/IconPuzzle.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconTimeline from '@tabler/icons-react/dist/esm/icons/IconTimeline.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { matchPath } from 'react-router';
import { bookForOthers } from '#features/booking/booking/rules/policy.ts';
import { seeReceivables } from '#features/booking/invoices/rules/policy.ts';
import { changeChecklist } from '#features/catalogue/checklists/rules/policy.ts';
import { changePackages } from '#features/catalogue/packages/rules/policy.ts';
import { changeSettings } from '#features/catalogue/settings/rules/policy.ts';
import { changeTexts } from '#features/messages/messages/rules/policy.ts';
import { seeAllCredits } from '#features/money/credits/rules/policy.ts';
import { changeTransaction, seeMoney, seeTransaction } from '#features/money/payments/rules/policy.ts';
import { changePromoCodes } from '#features/money/promo-codes/rules/policy.ts';
import { manageApiKeys } from '#features/office/api-keys/rules/policy.ts';
import { exportEverything } from '#features/office/archive/rules/policy.ts';
import { seeFailedTasks } from '#features/office/failed-tasks/rules/policy.ts';
import { importPeople } from '#features/office/import/rules/policy.ts';
import type { officeCounts } from '#features/office/overview/contract.ts';
import { setUpBusiness, testProviders } from '#features/office/setup/rules/policy.ts';
import { manageWebhooks } from '#features/office/webhooks/rules/policy.ts';
import { manageAdmins } from '#features/people/accounts/rules/policy.ts';
import { manageCleaners } from '#features/people/cleaners/rules/policy.ts';
import { manageCustomers } from '#features/people/customers/rules/policy.ts';
import { changeContent } from '#features/site/content/rules/policy.ts';
import { answerThreads } from '#features/work/conversations/rules/policy.ts';
import { coverVisits } from '#features/work/cover/rules/policy.ts';
import { seeStatistics } from '#features/work/jobs/rules/policy.ts';
import { seePay } from '#features/work/pay/rules/policy.ts';
import { changeHolidays, manageTimeOff } from '#features/work/schedule/rules/policy.ts';
import type { ReplyOf } from '#platform/contract/call.ts';
import { type Action, seeAudit } from '#platform/kernel/policy.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { ExtensionPage } from '#platform/web/office/extension-page.ts';
import { extensionPages } from '../extensions.ts';

export type OfficeCounts = ReplyOf<typeof officeCounts>;

/** A page of a menu entry. Entries with several show them as tabs. */
export interface MenuPage {
  readonly to: string;
  readonly label: string;
  /** What waits for the office on this page. */
  readonly counts?: readonly (keyof OfficeCounts)[];
  /** Only for those who have this permission; default everyone in the office. */
  readonly needs?: Action;
  /** What is done there. The menu and the search leave the page out for those who may not; its address shows it locked. */
  readonly does?: Action;
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
    title: t('Today'),
    entries: [
      entry(t('Overview'), IconLayoutDashboard, 'o', '/admin/overview'),
      entry(t('Day board'), IconTimeline, 'd', '/admin/day'),
      entry(t('Jobs'), IconReceipt, 'j', [
        { to: '/admin/jobs', label: t('Jobs'), counts: ['needsCrew', 'late', 'notFinished', 'unpaid'] },
      ]),
    ],
  },
  {
    title: t('People'),
    entries: [
      entry(t('Customers'), IconUsers, 'c', [
        { to: '/admin/customers', label: t('Customers') },
        { to: '/admin/sign-up-log', label: t('Sign-up log') },
      ]),
      entry(t('Cleaners'), IconBrush, 'l', '/admin/cleaners'),
      entry(t('Inbox'), IconInbox, 'i', [
        {
          to: '/admin/conversations',
          label: t('Customer messages'),
          counts: ['messages'],
          needs: answerThreads,
        },
        { to: '/admin/contact-requests', label: t('Contact requests'), counts: ['contactRequests'] },
        { to: '/admin/applications', label: t('Applications'), counts: ['applications'] },
        { to: '/admin/reviews', label: t('Reviews'), counts: ['reviews'] },
      ]),
    ],
  },
  {
    title: t('Money'),
    entries: [
      entry(t('Transactions'), IconCreditCard, 't', [
        { to: '/admin/transactions', label: t('Transactions'), needs: seeTransaction },
        { to: '/admin/invoices', label: t('Invoices'), needs: seeReceivables },
        {
          to: '/admin/transactions/alarms',
          label: t('Payment problems'),
          counts: ['paymentProblems'],
          needs: seeMoney,
        },
        { to: '/admin/credits', label: t('Credits'), needs: seeAllCredits },
      ]),
      entry(t('Hours and pay'), IconCash, 'h', [
        { to: '/admin/pay', label: t('Pay sheets'), needs: seePay },
        { to: '/admin/pay/rates', label: t('Pay rates'), needs: seePay },
        { to: '/admin/hours', label: t('Hours') },
      ]),
      entry(t('Packages'), IconPackage, 'p', [
        { to: '/admin/packages', label: t('Packages') },
        { to: '/admin/promocodes', label: t('Promo codes') },
        { to: '/admin/checklists', label: t('Checklists') },
      ]),
      entry(t('Statistics'), IconChartBar, 's', [
        { to: '/admin/statistics', label: t('Statistics'), needs: seeStatistics },
      ]),
    ],
  },
  {
    title: t('Site and texts'),
    entries: [
      entry(t('Site content'), IconFileText, 'w', [
        { to: '/admin/cms', label: t('Site content'), does: changeContent },
      ]),
      entry(t('Message texts'), IconMail, 'm', [
        { to: '/admin/messages', label: t('Message texts'), does: changeTexts },
      ]),
    ],
  },
  {
    title: t('Settings'),
    entries: [
      entry(t('Business'), IconBuildingStore, 'b', [
        { to: '/admin/settings', label: t('Hours and holidays'), does: changeHolidays },
        { to: '/admin/settings/booking-rules', label: t('Booking rules'), does: changeSettings },
        { to: '/admin/settings/business', label: t('Business and GST'), does: seeMoney },
        { to: '/admin/settings/look', label: t('Look'), does: changeSettings },
        { to: '/admin/settings/languages', label: t('Languages'), does: changeSettings },
        { to: '/admin/settings/messages', label: t('Messages'), does: changeSettings },
        { to: '/admin/settings/account', label: t('Your account') },
        { to: '/admin/settings/calendar', label: t('Calendar') },
      ]),
      entry(t('System'), IconSettings, 'y', [
        { to: '/admin/admins', label: t('Admins'), does: manageAdmins },
        { to: '/admin/audit', label: t('Audit log'), needs: seeAudit },
        { to: '/admin/import', label: t('Import'), needs: importPeople },
        { to: '/admin/settings/export', label: t('Export'), needs: exportEverything },
        { to: '/admin/settings/api-keys', label: t('API keys'), needs: manageApiKeys },
        { to: '/admin/settings/webhooks', label: t('Webhooks'), needs: manageWebhooks },
        { to: '/admin/settings/providers', label: t('Connected services'), needs: testProviders },
        {
          to: '/admin/settings/failed-tasks',
          label: t('Failed tasks'),
          counts: ['failedTasks'],
          needs: seeFailedTasks,
        },
      ]),
    ],
  },
  ...menuOfExtensions(extensionPages),
];

/** A group with an entry for each page; none without extensions. The first nine open with G and a digit. */
export function menuOfExtensions(pages: readonly ExtensionPage[]): MenuGroup[] {
  const entries = pages.map(({ to, label, needs }, index) =>
    entry(label, IconPuzzle, String(index + 1), [{ to, label, ...(needs && { needs }) }]),
  );
  return entries.length === 0 ? [] : [{ title: t('Extensions'), entries }];
}

/** The menu without the pages that a person may not open. */
export function menuFor(may: (action: Action) => boolean): MenuGroup[] {
  const groups = menu.map(
    (group): MenuGroup => ({
      ...group,
      entries: group.entries.flatMap((entry) => {
        const [first, ...others] = entry.pages.filter((page) => isOffered(page, may));
        return first === undefined ? [] : [{ ...entry, pages: [first, ...others] }];
      }),
    }),
  );
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Whether a page is in a person's menu and tabs. */
export function isOffered({ needs, does }: MenuPage, may: (action: Action) => boolean): boolean {
  return (needs === undefined || may(needs)) && (does === undefined || may(does));
}

/** Pages that are not in the menu and on which something is done. */
const FORMS: Readonly<Record<string, Action>> = {
  '/admin/overview/setup': setUpBusiness,
  '/admin/overview/setup/:step': setUpBusiness,
  '/admin/jobs/new': bookForOthers,
  '/admin/cleaners/cover': coverVisits,
  '/admin/cleaners/new': manageCleaners,
  '/admin/applications/:applicationID/hire': manageCleaners,
  '/admin/customers/new': manageCustomers,
  '/admin/transactions/new': changeTransaction,
  '/admin/packages/new': changePackages,
  '/admin/promocodes/new': changePromoCodes,
  '/admin/checklists/new': changeChecklist,
  '/admin/admins/new': manageAdmins,
  '/admin/settings/new': manageAdmins,
};

/** Whether a person may open a page of the office; the server refuses its calls otherwise. */
export function mayOpen(pathname: string, may: (action: Action) => boolean): boolean {
  const found = pageOf(pathname);
  const form = Object.entries(FORMS).find(([path]) => matchPath(path, pathname) !== null)?.[1];
  return (found?.needs === undefined || may(found.needs)) && (form === undefined || may(form));
}

/** Whether the search offers a page to a person: not those that are locked for them. */
export function isFound(to: string, may: (action: Action) => boolean): boolean {
  const [pathname = ''] = to.split('?');
  const found = pageOf(pathname);
  if (matchPath('/admin/cleaners/set-unavailable-date', pathname) && !may(manageTimeOff)) return false;
  return mayOpen(pathname, may) && (found === undefined || isOffered(found, may));
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
