import { showPhone } from '#platform/kernel/mobile.ts';
import { t } from '#platform/web/i18n/office.ts';
import { InboxList } from '#platform/web/office/inbox-list.tsx';
import type { ListColumn } from '#platform/web/office/list-page.tsx';
import { APPLICATIONS, STATES } from '../parts/application.ts';

const COLUMNS: readonly ListColumn<typeof APPLICATIONS.call>[] = [
  { key: 'name', title: t('Name'), sortby: 'name', render: APPLICATIONS.nameOf },
  { key: 'phone', title: t('Phone'), sortby: 'phone', render: (item) => showPhone(item.phone) },
  { key: 'job', title: t('Applies for'), sortby: 'apply_for', render: (item) => item.apply_for },
  { key: 'area', title: t('Lives in'), sortby: 'home_area', render: (item) => item.home_area },
  { key: 'state', title: t('Status'), sortby: 'state', render: (item) => STATES[item.state] },
  { key: 'email', title: t('E-mail'), sortby: 'email', extra: true, render: (item) => item.email },
  { key: 'note', title: t('Note'), sortby: 'note', extra: true, render: (item) => item.note },
];

/** /admin/applications */
export function Component() {
  return <InboxList {...APPLICATIONS} columns={COLUMNS} states={STATES} />;
}
