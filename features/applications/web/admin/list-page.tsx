import { useFormat } from '#platform/web/format.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { APPLICATIONS, STATES } from '../parts/application.ts';

const VIEWS = [
  { label: 'All' },
  ...Object.entries(STATES).map(([state, label]) => ({ label, filters: { state } })),
  { label: 'Trash', trash: true as const },
];

/** /admin/applications */
export function Component() {
  const { date, time } = useFormat();
  const columns: ListColumn<typeof APPLICATIONS.call>[] = [
    { key: 'name', title: 'Name', sortby: 'name', render: APPLICATIONS.nameOf },
    { key: 'phone', title: 'Phone', sortby: 'phone', render: (item) => item.phone },
    { key: 'job', title: 'Applies for', sortby: 'apply_for', render: (item) => item.apply_for },
    { key: 'area', title: 'Lives in', sortby: 'home_area', render: (item) => item.home_area },
    { key: 'state', title: 'State', sortby: 'state', render: (item) => STATES[item.state] },
    { key: 'email', title: 'E-mail', sortby: 'email', extra: true, render: (item) => item.email },
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
      {...APPLICATIONS}
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
