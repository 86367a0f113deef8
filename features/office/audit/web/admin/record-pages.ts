import type { AuditEntry } from '../../contract.ts';

/** Kinds of records that have a page in the office, and its address before the id. */
const PAGES: Readonly<Record<string, string>> = {
  admin: '/admin/admins',
  application: '/admin/applications',
  checklist_item: '/admin/checklists',
  cleaner: '/admin/cleaners',
  contact_request: '/admin/contact-requests',
  customer: '/admin/customers',
  job: '/admin/jobs',
  money_transaction: '/admin/transactions',
  package: '/admin/packages',
  promo_code: '/admin/promocodes',
  transaction: '/admin/transactions',
};

/** Kinds that are all on one page. */
const COMMON_PAGES: Readonly<Record<string, string>> = {
  'api-key': '/admin/settings/api-keys',
  holiday: '/admin/settings',
  payment_alarm: '/admin/transactions/alarms',
  setting: '/admin/settings',
  'site-block': '/admin/cms',
  webhook: '/admin/settings/webhooks',
};

/** The page of a record; null if it has none. */
export function pageOf({ kind, id }: AuditEntry['subject']): string | null {
  const home = PAGES[kind];
  if (home === undefined || id === null) return COMMON_PAGES[kind] ?? null;
  return `${home}/${id}/view`;
}
