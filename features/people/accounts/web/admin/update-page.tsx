import { z } from 'zod';
import { useAct } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Panel, Panels } from '#platform/web/office/record.tsx';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { forgotPassword } from '../../contract/forgotten-password.ts';
import { password } from '../../contract/password.ts';
import { type AdminReply, updateAdmin } from '../../contract.ts';
import { manageOwnSignIn } from '../../rules/policy.ts';
import { ADMIN_LAYOUT, ADMINS, OWN_PASSWORD_HINT } from '../parts/admin-layout.ts';
import { NamesForm } from './names-form.tsx';

/** /admin/admins/:adminID/update */
export function Component() {
  const ownID = useOwnID(manageOwnSignIn);
  return (
    <RecordFrame of={ADMINS}>
      {(admin) => (
        <>
          <Panels
            left={
              admin.id === ownID ? (
                <Panel
                  title={t('Password')}
                  note={t('Change your own password and sign-in code in your account.')}
                >
                  <ButtonLink kind="quiet" size="small" href={`/admin/settings/${admin.id}/update`}>
                    {t('Your account')}
                  </ButtonLink>
                </Panel>
              ) : (
                <SetPassword admin={admin} />
              )
            }
          />
          <NamesForm admin={admin} layout={ADMIN_LAYOUT} save={t('Save admin')} />
        </>
      )}
    </RecordFrame>
  );
}

/** A link to choose a password for another admin, or a password for one who cannot read e-mail. */
function SetPassword({ admin }: { readonly admin: AdminReply }) {
  const act = useAct(updateAdmin, { refresh: ADMINS.refresh });
  const toast = useToast();
  const mail = useAct(forgotPassword, {
    onSuccess: () => toast.show({ text: t('A link is on its way to {{email}}.', { email: admin.email }) }),
  });
  const mayBeMailed = admin.email !== '' && admin.trash === 0;
  const form = useForm({
    initial: { password: '', currentPassword: '' },
    schema: z.object({
      password,
      currentPassword: z.string(),
    }),
    send: async (sent) => {
      await act.mutateAsync({ params: { id: admin.id }, body: sent });
      form.set({ password: '', currentPassword: '' });
      toast.show({
        text: t('{{fullname}} signs in with the new password from now on.', { fullname: admin.fullname }),
      });
    },
  });
  return (
    <Panel
      title={t('Set a new password')}
      note={t('{{fullname}} is signed out everywhere.', { fullname: admin.fullname })}
    >
      <form className="k-stack k-left k-gap-12 k-form" onSubmit={form.submit} noValidate>
        <TextField
          label={t('New password')}
          type="password"
          autoComplete="new-password"
          hint={t('At least 12 characters. Tell them in person.')}
          {...form.text('password')}
        />
        <TextField
          label={t('Your own password')}
          type="password"
          autoComplete="current-password"
          hint={OWN_PASSWORD_HINT}
          {...form.text('currentPassword')}
        />
        <SubmitProblem problem={form.problem ?? mail.error} />
        <div className="k-row k-stretch k-wrap k-gap-12">
          <Button type="submit" kind="quiet" size="small" busy={form.sending && t('Saving')}>
            {t('Set password')}
          </Button>
          {mayBeMailed && (
            <Button
              type="button"
              kind="quiet"
              size="small"
              busy={mail.isPending && t('Sending')}
              onClick={() => mail.mutate({ body: { identity: admin.identity } })}
            >
              {t('E-mail a link instead')}
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}
