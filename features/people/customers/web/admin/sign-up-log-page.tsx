import { readMobile, showMobile } from '#platform/kernel/mobile.ts';
import { useFormat } from '#platform/web/format.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { listSignUpLog, type SignUpEntry } from '../../contract/sign-up-log.ts';

/** /admin/sign-up-log */
export function Component() {
  const { date, time } = useFormat();
  const columns: ListColumn<typeof listSignUpLog>[] = [
    {
      key: 'when',
      title: 'When',
      sortby: 'createdAt',
      render: (entry) => `${date(entry.createdAt)}, ${time(entry.createdAt)}`,
    },
    { key: 'step', title: 'Step', sortby: 'action', render: (entry) => entry.action },
    { key: 'name', title: 'Name', sortby: 'firstname', render: nameOf },
    {
      key: 'phone',
      title: 'Phone',
      sortby: 'phone',
      render: ({ phone }) =>
        phone && <a href={`tel:${phone}`}>{readMobile(phone) === null ? phone : showMobile(phone)}</a>,
    },
    { key: 'email', title: 'E-mail', sortby: 'email', render: (entry) => entry.email },
    { key: 'note', title: 'Note', sortby: 'note', render: (entry) => entry.note },
    { key: 'device', title: 'Device', sortby: 'os', extra: true, render: (entry) => entry.os },
    { key: 'facebook', title: 'Facebook ID', sortby: 'idfb', extra: true, render: (entry) => entry.idfb },
  ];
  return (
    <ListPage
      title="Sign-up log"
      one="entry"
      many="entries"
      home="/admin/sign-up-log"
      call={listSignUpLog}
      nameOf={nameOf}
      columns={columns}
      views={[{ label: 'Last 90 days' }]}
      sortby="createdAt"
      order="desc"
      adds={false}
      pages="none"
    />
  );
}

function nameOf({ salutation, firstname, lastname }: SignUpEntry): string {
  return [salutation, firstname, lastname].filter(Boolean).join(' ');
}
