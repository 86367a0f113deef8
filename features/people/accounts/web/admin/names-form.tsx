import { type FormEvent, useState } from 'react';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { storedValues } from '#platform/web/office/field-value.tsx';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { useRecordForm } from '#platform/web/office/use-record-form.ts';
import { type AdminReply, updateAdmin } from '../../contract.ts';
import { changesSignIn } from '../../rules/sign-in-changes.ts';
import { ADMINS, NAMES_LAYOUT } from '../parts/admin-layout.ts';

interface Props {
  readonly admin: AdminReply;
  /** The label of the button. */
  readonly save: string;
  readonly onSaved?: (saved: AdminReply) => unknown;
}

/**
 * An admin's name, e-mail and sign-in name. The last two require the password of the admin who changes them.
 */
export function NamesForm({ admin, save, onSaved }: Props) {
  const [currentPassword, setCurrentPassword] = useState('');
  const form = useRecordForm({
    call: updateAdmin,
    params: { id: admin.id },
    refresh: ADMINS.refresh,
    stored: storedValues(NAMES_LAYOUT, admin),
    fields: NAMES_LAYOUT.fields,
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
        left={NAMES_LAYOUT.left}
        right={NAMES_LAYOUT.right}
        below={
          isAsked && (
            <Panel title="Confirm it is you">
              <TextField
                label="Your own password"
                type="password"
                autoComplete="current-password"
                hint="Needed to change the e-mail or sign-in name."
                required
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
