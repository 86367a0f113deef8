import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { LoadedRecord, RecordPage } from '#platform/web/office/record.tsx';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { type AdminReply, getAdmin } from '../../contract.ts';
import { manageOwnSignIn } from '../../rules/policy.ts';
import { ADMINS } from '../parts/admin-layout.ts';

interface Props {
  readonly children: (admin: AdminReply) => ReactNode;
}

const SETTINGS = { title: t('Settings'), to: '/admin/settings' };

/** The frame of the two pages of the own account. Other admins are in the list of admins. */
export function OwnAccount({ children }: Props) {
  const { adminID = '' } = useParams();
  const ownID = useOwnID(manageOwnSignIn);
  if (ownID !== adminID.toLowerCase()) return <AnothersAccount id={adminID} />;
  return <Account id={ownID}>{children}</Account>;
}

function AnothersAccount({ id }: { readonly id: string }) {
  return (
    <RecordPage list={SETTINGS} title={t('Account')}>
      <EmptyState
        title={t('This is not your account.')}
        level={2}
        action={
          <ButtonLink kind="quiet" size="small" href={`${ADMINS.home}/${id}/view`}>
            {t('See this admin')}
          </ButtonLink>
        }
      >
        {t('Names and passwords of other people are under Admins.')}
      </EmptyState>
    </RecordPage>
  );
}

function Account({ id, children }: Props & { readonly id: string }) {
  const query = useCall(getAdmin, { params: { id } });
  const page = (name: string) => `/admin/settings/${id}/${name}`;
  return (
    <LoadedRecord query={query} what={t('your account')} title={t('Your account')} list={SETTINGS}>
      {(admin) => (
        <RecordPage
          list={SETTINGS}
          title={admin.fullname}
          subtitle={t('Your account')}
          tabs={[
            { label: t('Details'), to: page('view') },
            { label: t('Change'), to: page('update') },
          ]}
        >
          {children(admin)}
        </RecordPage>
      )}
    </LoadedRecord>
  );
}
