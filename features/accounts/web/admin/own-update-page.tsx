import { z } from 'zod';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { storedValues } from '#platform/web/office/field-value.tsx';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { Panel, Panels } from '#platform/web/office/record.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { useRecordForm } from '#platform/web/office/use-record-form.ts';
import { session } from '#platform/web/session/session.ts';
import { password } from '../../contract/password.ts';
import { type AdminReply, listSessions, updateAdmin } from '../../contract.ts';
import { ADMINS, NAMES_LAYOUT } from '../parts/admin-layout.ts';
import styles from './account.module.css';
import { OwnAccount } from './own-account.tsx';

/** /admin/settings/:adminID/update: the own names and the own password. */
export function Component() {
  return (
    <OwnAccount>
      {(admin) => (
        <>
          <Panels left={<OwnPassword admin={admin} />} />
          <OwnNames admin={admin} />
        </>
      )}
    </OwnAccount>
  );
}

function OwnNames({ admin }: { readonly admin: AdminReply }) {
  const form = useRecordForm({
    call: updateAdmin,
    params: { id: admin.id },
    refresh: ADMINS.refresh,
    stored: storedValues(NAMES_LAYOUT, admin),
    fields: NAMES_LAYOUT.fields,
    onSaved: (saved: AdminReply) => session.mergeOwnRecord(saved),
  });
  return (
    <RecordForm form={form} save="Save your account">
      <FormPanels form={form} left={NAMES_LAYOUT.left} right={NAMES_LAYOUT.right} />
    </RecordForm>
  );
}

/** The new one needs the current one: whoever finds the screen open does not know it. */
function OwnPassword({ admin }: { readonly admin: AdminReply }) {
  const act = useAct(updateAdmin, { refresh: [listSessions] });
  const toast = useToast();
  const form = useForm({
    initial: { currentPassword: '', password: '' },
    schema: z.object({
      currentPassword: z.string().trim().min(1, { error: 'Type your current password.' }),
      password,
    }),
    send: async (body) => {
      await act.mutateAsync({ params: { id: admin.id }, body });
      form.set({ currentPassword: '', password: '' });
      toast.show({ text: 'Your password has changed. Your other devices are signed out.' });
    },
  });
  return (
    <Panel title="Password" note="A new one signs out your other devices.">
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <UnsavedGuard when={form.values.password !== '' && !form.sending} />
        {/* For password managers: whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={admin.identity} readOnly hidden />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...form.text('currentPassword')}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 12 characters. A few words are easy to remember."
          {...form.text('password')}
        />
        <div role="alert">{form.problem && <Notice kind="bad">{form.problem.message}</Notice>}</div>
        <Button type="submit" kind="quiet" size="small" busy={form.sending && 'Saving'}>
          Change password
        </Button>
      </form>
    </Panel>
  );
}
