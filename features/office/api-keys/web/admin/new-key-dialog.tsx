import { useState } from 'react';
import { OFFICE_ROLE_NAMES } from '#platform/kernel/actor.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { SelectField, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet as Dialog } from '#platform/web/design/parts/sheet.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { SecretField } from '#platform/web/office/secret-field.tsx';
import { createApiKey, listApiKeys } from '../../contract.ts';
import { KEY_ROLES, type KeyRole } from '../../rules/api-key.ts';
import styles from './api-keys.module.css';

/** As docs/permissions.md says. */
const SCOPES: Readonly<Record<KeyRole, string>> = {
  office: 'everything but admins, keys, pay and full exports',
  dispatcher: 'jobs, schedules and customers',
  accountant: 'reads jobs, customers and money, prepares pay',
  'read-only': 'reads jobs, customers and money',
};
const ROLES = KEY_ROLES.map((value) => ({ value, label: `${OFFICE_ROLE_NAMES[value]}: ${SCOPES[value]}` }));

/** Creates a key, and shows it once. */
export function NewKeyDialog({ onClose }: { onClose(): void }) {
  const [key, setKey] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={key === null ? 'New API key' : 'Your new API key'}
      closeLabel="Close"
    >
      {key === null ? <NewKey onCreated={setKey} /> : <Created value={key} onClose={onClose} />}
    </Dialog>
  );
}

function NewKey({ onCreated }: { onCreated(key: string): void }) {
  const act = useAct(createApiKey, { refresh: [listApiKeys] });
  const form = useForm({
    initial: { name: '', officeRole: 'read-only' as KeyRole, expiresOn: '', currentPassword: '' },
    check: ({ name, currentPassword }) => ({
      name: name.trim() === '' && 'Fill this in.',
      currentPassword: currentPassword.trim() === '' && 'Type your own password.',
    }),
    send: async ({ expiresOn, ...values }) =>
      act.mutateAsync({ body: { ...values, expiresOn: expiresOn === '' ? null : expiresOn } }),
    onSaved: ({ key }) => onCreated(key),
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void form.submit(event)}>
      <TextField label="Name" hint="The system that uses it: Accounting." {...form.text('name')} />
      <SelectField label="Role" options={ROLES} {...form.text('officeRole')} />
      <DayField
        label="Last day"
        aside="Optional"
        hint="Leave blank if it should work until you revoke it."
        min={today()}
        {...form.choice('expiresOn')}
      />
      <TextField
        label="Your own password"
        type="password"
        autoComplete="current-password"
        hint="To confirm that it is you."
        {...form.text('currentPassword')}
      />
      <SubmitProblem problem={form.problem} />
      <Button type="submit" full busy={form.sending && 'Creating'}>
        Create key
      </Button>
    </form>
  );
}

function Created({ value, onClose }: { readonly value: string; onClose(): void }) {
  return (
    <div className={styles.form}>
      <SecretField
        label="API key"
        hint="Copy it now. We store only its hash, so you will not see it again."
        value={value}
      />
      <Button full onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
