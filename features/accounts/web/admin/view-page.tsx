import { useAct } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { ShowRecord } from '#platform/web/office/record-screens.tsx';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { resetTotp } from '../../contract/totp.ts';
import type { AdminReply } from '../../contract.ts';
import { keepOwnSignIn } from '../../rules/policy.ts';
import { ADMINS, NAMES_LAYOUT } from '../parts/admin-layout.ts';
import styles from './account.module.css';

/** /admin/admins/:adminID/view */
export function Component() {
  return (
    <RecordFrame of={ADMINS}>
      {(admin) => <ShowRecord layout={NAMES_LAYOUT} record={admin} beside={<CodePanel admin={admin} />} />}
    </RecordFrame>
  );
}

function CodePanel({ admin }: { readonly admin: AdminReply }) {
  const isOwn = useOwnId(keepOwnSignIn) === admin.id;
  const toast = useToast();
  const reset = useAct(resetTotp, {
    refresh: ADMINS.refresh,
    onSuccess: () => toast.show({ text: `${admin.fullname} signs in without a code from now on.` }),
  });
  return (
    <Panel title="Code at sign-in">
      <div className={styles.form}>
        <p>
          {admin.totp
            ? 'On. After the password comes a code from their phone.'
            : 'Off. The password alone lets them in.'}
        </p>
        {isOwn && (
          <ButtonLink kind="quiet" size="small" href={`/admin/settings/${admin.id}/view`}>
            Your account
          </ButtonLink>
        )}
        {!isOwn && admin.totp && (
          <>
            <p className="k-muted">
              Phone lost, and the recovery codes too? Be sure that it is them who ask. They are signed out
              everywhere and told by mail.
            </p>
            <Button
              kind="danger"
              size="small"
              busy={reset.isPending && 'Turning off'}
              onClick={() => reset.mutate({ params: { id: admin.id } })}
            >
              Turn off their code
            </Button>
          </>
        )}
        <div role="alert">{reset.error && <Notice kind="bad">{reset.error.message}</Notice>}</div>
      </div>
    </Panel>
  );
}
