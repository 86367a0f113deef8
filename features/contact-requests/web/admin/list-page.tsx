import { useFormat } from '#platform/web/format.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { REQUESTS, STATES } from '../parts/contact-request.ts';

const VIEWS = [
  { label: 'All' },
  ...Object.entries(STATES).map(([state, label]) => ({ label, filters: { state } })),
  { label: 'Trash', trash: true as const },
];

/** /admin/contact-requests */
export function Component() {
  const { date, time } = useFormat();
  const columns: ListColumn<typeof REQUESTS.call>[] = [
    { key: 'name', title: 'From', sortby: 'name', render: REQUESTS.nameOf },
    { key: 'subject', title: 'Subject', sortby: 'subject', render: (item) => item.subject },
    { key: 'state', title: 'State', sortby: 'state', render: (item) => STATES[item.state] },
    { key: 'email', title: 'E-mail', sortby: 'email', render: (item) => item.email },
    { key: 'mobile', title: 'Phone', sortby: 'mobile', extra: true, render: (item) => item.mobile },
    { key: 'note', title: 'Note', sortby: 'note', extra: true, render: (item) => item.note },
    {
      key: 'received',
      title: 'Received',
      sortby: 'createdAt',
      render: (item) => `${date(item.createdAt)}, ${time(item.createdAt)}`,
    },
  ];
  return (
    <ListPage
      {...REQUESTS}
      adds={false}
      columns={columns}
      views={VIEWS}
      filters={[{ name: 'state', label: 'State', options: OPTIONS }]}
      sortby="createdAt"
      order="desc"
    />
  );
}

const OPTIONS = Object.entries(STATES).map(([value, label]) => ({ value, label }));
