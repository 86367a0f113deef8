import { type FormEvent, useState } from 'react';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { storedValues } from '#platform/web/office/field-value.tsx';
import type { RecordLayout } from '#platform/web/office/form-fields.ts';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { useRecordForm } from '#platform/web/office/use-record-form.ts';
import { type AdminReply, updateAdmin } from '../../contract.ts';
import { changesSignIn } from '../../rules/sign-in-changes.ts';
import { ADMINS, type Names, OWN_PASSWORD_HINT } from '../parts/admin-layout.ts';

interface Props<V extends Names> {
  readonly admin: AdminReply & V;
  /** With or without their role. */
  readonly layout: RecordLayout<V>;
  /** The label of the button. */
  readonly save: string;
  readonly onSaved?: (saved: AdminReply) => unknown;
}

/**
 * An admin's name, e-mail, sign-in name and role. The last three require the password of the admin who changes them.
 */
export function NamesForm<V extends Names>({ admin, layout, save, onSaved }: Props<V>) {
  const [currentPassword, setCurrentPassword] = useState('');
  const form = useRecordForm({
    call: updateAdmin,
    params: { id: admin.id },
    refresh: ADMINS.refresh,
    stored: storedValues(layout, admin),
    version: admin.updatedAt,
    fields: layout.fields,
    onSaved: (saved: AdminReply) => {
      setCurrentPassword('');
      return onSaved?.(saved);
    },
  });
  const isAsked = changesSignIn(admin, form.values);
  const submit = (event: FormEvent<HTMLFormElement>) =>
    form.submit(event, isAsked ? { currentPassword } : {});
  return (
    <RecordForm form={{ ...form, submit }} save={save}>
      <FormPanels
        form={form}
        left={layout.left}
        right={layout.right}
        below={
          isAsked && (
            <Panel title={t('Confirm it is you')}>
              <TextField
                label={t('Your own password')}
                type="password"
                autoComplete="current-password"
                hint={OWN_PASSWORD_HINT}
                value={currentPassword}
                onChange={(event) => setCurrentPassword(event.target.value)}
              />
            </Panel>
          )
        }
      />
    </RecordForm>
  );
}
