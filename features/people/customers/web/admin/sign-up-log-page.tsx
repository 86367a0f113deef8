import { readMobile, showMobile } from '#platform/kernel/mobile.ts';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { listSignUpLog, type SignUpEntry } from '../../contract/sign-up-log.ts';

/** /admin/sign-up-log */
export function Component() {
  const { date, time } = useFormat();
  const columns: ListColumn<typeof listSignUpLog>[] = [
    {
      key: 'when',
      title: t('When'),
      sortby: 'createdAt',
      render: (entry) => `${date(entry.createdAt)}, ${time(entry.createdAt)}`,
    },
    { key: 'step', title: t('Step'), sortby: 'action', render: (entry) => entry.action },
    { key: 'name', title: t('Name'), sortby: 'firstname', render: nameOf },
    {
      key: 'phone',
      title: t('Phone'),
      sortby: 'phone',
      render: ({ phone }) =>
        phone && <a href={`tel:${phone}`}>{readMobile(phone) === null ? phone : showMobile(phone)}</a>,
    },
    { key: 'email', title: t('E-mail'), sortby: 'email', render: (entry) => entry.email },
    { key: 'note', title: t('Note'), sortby: 'note', render: (entry) => entry.note },
    { key: 'device', title: t('Device'), sortby: 'os', extra: true, render: (entry) => entry.os },
    { key: 'facebook', title: t('Facebook ID'), sortby: 'idfb', extra: true, render: (entry) => entry.idfb },
  ];
  return (
    <ListPage
      title={t('Sign-up log')}
      one={t('entry')}
      many={t('entries')}
      home="/admin/sign-up-log"
      call={listSignUpLog}
      nameOf={nameOf}
      columns={columns}
      views={[{ label: t('Last 90 days') }]}
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
