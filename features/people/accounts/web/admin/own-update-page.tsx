import { z } from 'zod';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Panel, Panels } from '#platform/web/office/record.tsx';
import { session } from '#platform/web/session/session.ts';
import { password } from '../../contract/password.ts';
import { type AdminReply, listSessions, updateAdmin } from '../../contract.ts';
import { NAMES_LAYOUT } from '../parts/admin-layout.ts';
import { NamesForm } from './names-form.tsx';
import { OwnAccount } from './own-account.tsx';

/** /admin/settings/:adminID/update: the own names and password. */
export function Component() {
  return (
    <OwnAccount>
      {(admin) => (
        <>
          <Panels left={<OwnPassword admin={admin} />} />
          <NamesForm
            admin={admin}
            layout={NAMES_LAYOUT}
            save={t('Save your account')}
            onSaved={(saved) => session.updateName(saved)}
          />
        </>
      )}
    </OwnAccount>
  );
}

/** Requires the current password: someone at an unlocked screen does not know it. */
function OwnPassword({ admin }: { readonly admin: AdminReply }) {
  const act = useAct(updateAdmin, { refresh: [listSessions] });
  const toast = useToast();
  const form = useForm({
    initial: { currentPassword: '', password: '' },
    schema: z.object({
      currentPassword: z
        .string()
        .trim()
        .min(1, { error: t('Type your current password.') }),
      password,
    }),
    send: async (body) => {
      await act.mutateAsync({ params: { id: admin.id }, body });
      form.set({ currentPassword: '', password: '' });
      toast.show({ text: t('Your password has changed. Your other devices are signed out.') });
    },
  });
  return (
    <Panel title={t('Password')} note={t('Changing it signs out your other devices.')}>
      <form className="k-stack k-left k-gap-12 k-form" onSubmit={form.submit} noValidate>
        <UnsavedGuard when={form.values.password !== '' && !form.sending} />
        {/* Tells password managers which account the password is for. */}
        <input type="text" name="username" autoComplete="username" value={admin.identity} readOnly hidden />
        <TextField
          label={t('Current password')}
          type="password"
          autoComplete="current-password"
          {...form.text('currentPassword')}
        />
        <TextField
          label={t('New password')}
          type="password"
          autoComplete="new-password"
          hint={t('At least 12 characters. A few words are easy to remember.')}
          {...form.text('password')}
        />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" kind="quiet" size="small" busy={form.sending && t('Saving')}>
          {t('Change password')}
        </Button>
      </form>
    </Panel>
  );
}
