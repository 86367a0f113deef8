import { showPhone } from '#platform/kernel/mobile.ts';
import { t } from '#platform/web/i18n/office.ts';
import { InboxList } from '#platform/web/office/inbox-list.tsx';
import type { ListColumn } from '#platform/web/office/list-page.tsx';
import { REQUESTS, STATES } from '../parts/contact-request.ts';

const COLUMNS: readonly ListColumn<typeof REQUESTS.call>[] = [
  { key: 'name', title: t('From'), sortby: 'name', render: REQUESTS.nameOf },
  { key: 'subject', title: t('Subject'), sortby: 'subject', render: (item) => item.subject },
  { key: 'state', title: t('Status'), sortby: 'state', render: (item) => STATES[item.state] },
  { key: 'email', title: t('E-mail'), sortby: 'email', render: (item) => item.email },
  {
    key: 'mobile',
    title: t('Phone'),
    sortby: 'mobile',
    extra: true,
    render: (item) => showPhone(item.mobile),
  },
  { key: 'note', title: t('Note'), sortby: 'note', extra: true, render: (item) => item.note },
];

/** /admin/contact-requests */
export function Component() {
  return <InboxList {...REQUESTS} columns={COLUMNS} states={STATES} />;
}
