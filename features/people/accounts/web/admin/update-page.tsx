import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Panel, Panels } from '#platform/web/office/record.tsx';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { manageOwnSignIn } from '../../rules/policy.ts';
import { ADMIN_LAYOUT, ADMINS } from '../parts/admin-layout.ts';
import { NamesForm } from './names-form.tsx';
import { SetPassword } from './set-password.tsx';

/** /admin/admins/:adminID/update */
export function Component() {
  const ownId = useOwnId(manageOwnSignIn);
  return (
    <RecordFrame of={ADMINS}>
      {(admin) => (
        <>
          <Panels
            left={
              admin.id === ownId ? (
                <Panel title="Password" note="Change your own password and sign-in code in your account.">
                  <ButtonLink kind="quiet" size="small" href={`/admin/settings/${admin.id}/update`}>
                    Your account
                  </ButtonLink>
                </Panel>
              ) : (
                <SetPassword admin={admin} />
              )
            }
          />
          <NamesForm admin={admin} layout={ADMIN_LAYOUT} save="Save admin" />
        </>
      )}
    </RecordFrame>
  );
}
