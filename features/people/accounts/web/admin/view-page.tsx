import { useAct } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Panel } from '#platform/web/office/record.tsx';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { ShowRecord } from '#platform/web/office/record-screens.tsx';
import { useMayCall, useOwnID } from '#platform/web/session/use-may.ts';
import { resetTotp } from '../../contract/totp.ts';
import type { AdminReply } from '../../contract.ts';
import { manageOwnSignIn } from '../../rules/policy.ts';
import { ADMIN_LAYOUT, ADMINS } from '../parts/admin-layout.ts';

/** /admin/admins/:adminID/view */
export function Component() {
  return (
    <RecordFrame of={ADMINS}>
      {(admin) => <ShowRecord layout={ADMIN_LAYOUT} record={admin} beside={<CodePanel admin={admin} />} />}
    </RecordFrame>
  );
}

function CodePanel({ admin }: { readonly admin: AdminReply }) {
  const isOwn = useOwnID(manageOwnSignIn) === admin.id;
  const mayReset = useMayCall(resetTotp);
  return (
    <Panel title={t('Code at sign-in')}>
      <div className="k-stack k-left k-gap-12 k-form">
        <p>
          {admin.totp
            ? t('On. After the password, they enter a code from their phone.')
            : t('Off. They sign in with the password alone.')}
        </p>
        {isOwn && (
          <ButtonLink kind="quiet" size="small" href={`/admin/settings/${admin.id}/view`}>
            {t('Your account')}
          </ButtonLink>
        )}
        {!isOwn && admin.totp && mayReset && <ResetTotp admin={admin} />}
      </div>
    </Panel>
  );
}

function ResetTotp({ admin }: { readonly admin: AdminReply }) {
  const toast = useToast();
  const act = useAct(resetTotp, { refresh: ADMINS.refresh });
  const form = useForm({
    initial: { currentPassword: '' },
    send: async (body) => {
      await act.mutateAsync({ params: { id: admin.id }, body });
      toast.show({
        text: t('{{fullname}} signs in without a code from now on.', { fullname: admin.fullname }),
      });
    },
  });
  return (
    <form className="k-stack k-left k-gap-12 k-form" onSubmit={form.submit} noValidate>
      <p className="k-muted">
        {t(
          'Have they lost their phone and the recovery codes? First make sure that it is really them. They will be signed out everywhere and told by e-mail.',
        )}
      </p>
      <TextField
        label={t('Your own password')}
        type="password"
        autoComplete="current-password"
        hint={t('To confirm that it is you.')}
        {...form.text('currentPassword')}
      />
      <SubmitProblem problem={form.problem} />
      <Button type="submit" kind="danger" size="small" busy={form.sending && t('Turning off')}>
        {t('Turn off their code')}
      </Button>
    </form>
  );
}
