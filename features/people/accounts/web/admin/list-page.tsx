import { OFFICE_ROLE_NAMES } from '#platform/kernel/actor.ts';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { ADMINS } from '../parts/admin-layout.ts';

/** /admin/admins */
export function Component() {
  const { date } = useFormat();
  const columns: ListColumn<typeof ADMINS.call>[] = [
    { key: 'fullname', title: t('Name'), sortby: 'fullname', render: (admin) => admin.fullname },
    { key: 'identity', title: t('Sign-in name'), sortby: 'identity', render: (admin) => admin.identity },
    { key: 'email', title: t('E-mail'), sortby: 'email', render: (admin) => admin.email },
    { key: 'officeRole', title: t('Role'), render: (admin) => OFFICE_ROLE_NAMES[admin.officeRole] },
    {
      key: 'totp',
      title: t('Code at sign-in'),
      render: (admin) =>
        admin.totp ? (
          <StatusChip status="done">{t('On')}</StatusChip>
        ) : (
          <StatusChip status="cancelled">{t('Off')}</StatusChip>
        ),
    },
    {
      key: 'since',
      title: t('Since'),
      sortby: 'createdAt',
      render: (admin) => date(admin.createdAt, 'long'),
    },
  ];
  return <ListPage {...ADMINS} columns={columns} sortby="fullname" />;
}
