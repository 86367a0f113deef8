import { showPhone } from '#platform/kernel/mobile.ts';
import { InboxList } from '#platform/web/office/inbox-list.tsx';
import type { ListColumn } from '#platform/web/office/list-page.tsx';
import { APPLICATIONS, STATES } from '../parts/application.ts';

const COLUMNS: readonly ListColumn<typeof APPLICATIONS.call>[] = [
  { key: 'name', title: 'Name', sortby: 'name', render: APPLICATIONS.nameOf },
  { key: 'phone', title: 'Phone', sortby: 'phone', render: (item) => showPhone(item.phone) },
  { key: 'job', title: 'Applies for', sortby: 'apply_for', render: (item) => item.apply_for },
  { key: 'area', title: 'Lives in', sortby: 'home_area', render: (item) => item.home_area },
  { key: 'state', title: 'Status', sortby: 'state', render: (item) => STATES[item.state] },
  { key: 'email', title: 'E-mail', sortby: 'email', extra: true, render: (item) => item.email },
  { key: 'note', title: 'Note', sortby: 'note', extra: true, render: (item) => item.note },
];

/** /admin/applications */
export function Component() {
  return <InboxList {...APPLICATIONS} columns={COLUMNS} states={STATES} />;
}
