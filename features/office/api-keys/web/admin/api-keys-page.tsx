import { useState } from 'react';
import { OFFICE_ROLE_NAMES } from '#platform/kernel/actor.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { SelectField, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet as Dialog } from '#platform/web/design/parts/sheet.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { PlainPage } from '#platform/web/office/plain-page.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { SecretField } from '#platform/web/office/secret-field.tsx';
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '../../contract.ts';
import { KEY_ROLES, type KeyRole } from '../../rules/api-key.ts';

/** /admin/settings/api-keys: keys with which other systems call the API. */
export function Component() {
  const keys = useCall(listApiKeys);
  const [isAdding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const add = (
    <Button size="small" onClick={() => setAdding(true)}>
      {t('New key')}
    </Button>
  );
  return (
    <PlainPage
      title={t('API keys')}
      lead={t(
        'With a key, another system can do what an admin with the same role can do. Give each system its own key with the least role that it needs, and revoke the key when the system is no longer used.',
      )}
      action={keys.data !== undefined && keys.data.items.length > 0 && add}
    >
      <Loaded query={keys} what={t('the API keys')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t('No API keys yet')} level={2} action={add}>
              {t('Accounting software, a website or your own scripts can work with Kemas through its API.')}
            </EmptyState>
          ) : (
            <Panel title={items.length === 1 ? '1 key' : t('{{count}} keys', { count: items.length })}>
              <Keys items={items} onRevoke={setRevoking} />
            </Panel>
          )
        }
      </Loaded>
      {isAdding && <NewKeyDialog onClose={() => setAdding(false)} />}
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </PlainPage>
  );
}

interface KeysProps {
  readonly items: readonly ApiKey[];
  onRevoke(key: ApiKey): void;
}

function Keys({ items, onRevoke }: KeysProps) {
  const { date, time } = useFormat();
  const at = (wire: string) => `${date(wire, 'dated')}, ${time(wire)}`;
  return (
    <PanelTable
      caption={t('API keys')}
      items={items}
      columns={[
        { title: t('Name'), render: ({ name }) => name },
        { title: t('Role'), render: ({ officeRole }) => OFFICE_ROLE_NAMES[officeRole] },
        { title: t('Ends with'), render: ({ last4 }) => <code>{last4}</code> },
        { title: t('State'), render: (key) => <State {...key} /> },
        {
          title: t('Last used'),
          render: ({ lastUsedAt, lastUsedFrom }) =>
            lastUsedAt === null
              ? t('Never')
              : t('{{at}}, from {{lastUsedFrom}}', { at: at(lastUsedAt), lastUsedFrom }),
        },
        {
          title: t('Last day'),
          render: ({ expiresOn }) => (expiresOn === null ? t('None') : date(expiresOn, 'dated')),
        },
        {
          title: t('Created'),
          render: ({ createdAt, createdBy }) =>
            [date(createdAt, 'dated'), createdBy].filter(Boolean).join(', '),
        },
        {
          title: t('Actions'),
          render: (key) =>
            key.state === 'active' ? (
              <Button kind="quiet" size="small" onClick={() => onRevoke(key)}>
                {t('Revoke')}
                <span className="k-hidden"> {key.name}</span>
              </Button>
            ) : (
              '–'
            ),
        },
      ]}
    />
  );
}

function State({ state, revokedAt, revokedBy }: ApiKey) {
  const { date } = useFormat();
  if (state === 'active') return <StatusChip status="done">{t('Active')}</StatusChip>;
  if (revokedAt === null) return <StatusChip status="cancelled">{t('Expired')}</StatusChip>;
  const who = revokedBy === '' ? '' : t(' by {{revokedBy}}', { revokedBy });
  return (
    <StatusChip status="cancelled">
      {t('Revoked {{date}}{{who}}', { date: date(revokedAt, 'dated'), who })}
    </StatusChip>
  );
}

interface RevokeDialogProps {
  readonly apiKey: ApiKey;
  onClose(): void;
}

/** Asks first, because it cannot be undone. */
export function RevokeDialog({ apiKey: { id, name }, onClose }: RevokeDialogProps) {
  const toast = useToast();
  const act = useAct(revokeApiKey, { refresh: [listApiKeys] });
  const revoke = () => {
    if (act.isPending) return;
    act.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast.show({ text: t('{{name}} can no longer use the API.', { name }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Revoke {{name}}?', { name })}
      closeLabel={t('Close')}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Keep it')}
          </Button>
          <Button kind="danger" busy={act.isPending && t('Revoking')} onClick={revoke}>
            {t('Revoke key')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'The next request with this key is refused. This cannot be undone: the system then needs a new key.',
        )}
      </p>
      <SubmitProblem problem={act.error} />
    </Dialog>
  );
}

/** As docs/permissions.md says. */
const SCOPES: Readonly<Record<KeyRole, string>> = {
  office: t('everything but admins, keys, pay and full exports'),
  dispatcher: t('jobs, schedules and customers'),
  accountant: t('reads jobs, customers and money, prepares pay'),
  'read-only': t('reads jobs, customers and money'),
};
const ROLES = KEY_ROLES.map((value) => ({ value, label: `${OFFICE_ROLE_NAMES[value]}: ${SCOPES[value]}` }));

/** Creates a key, and shows it once. */
export function NewKeyDialog({ onClose }: { onClose(): void }) {
  const [key, setKey] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={key === null ? t('New API key') : t('Your new API key')}
      closeLabel={t('Close')}
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
      name: name.trim() === '' && t('Fill this in.'),
      currentPassword: currentPassword.trim() === '' && t('Type your own password.'),
    }),
    send: async ({ expiresOn, ...values }) =>
      act.mutateAsync({ body: { ...values, expiresOn: expiresOn === '' ? null : expiresOn } }),
    onSaved: ({ key }) => onCreated(key),
  });
  return (
    <form className="k-stack k-gap-14 k-mt-8" noValidate onSubmit={(event) => void form.submit(event)}>
      <TextField label={t('Name')} hint={t('The system that uses it: Accounting.')} {...form.text('name')} />
      <SelectField label={t('Role')} options={ROLES} {...form.text('officeRole')} />
      <DayField
        label={t('Last day')}
        aside={t('Optional')}
        hint={t('Leave blank if it should work until you revoke it.')}
        min={today()}
        {...form.choice('expiresOn')}
      />
      <TextField
        label={t('Your own password')}
        type="password"
        autoComplete="current-password"
        hint={t('To confirm that it is you.')}
        {...form.text('currentPassword')}
      />
      <SubmitProblem problem={form.problem} />
      <Button type="submit" full busy={form.sending && t('Creating')}>
        {t('Create key')}
      </Button>
    </form>
  );
}

function Created({ value, onClose }: { readonly value: string; onClose(): void }) {
  return (
    <div className="k-stack k-gap-14 k-mt-8">
      <SecretField
        label={t('API key')}
        hint={t('Copy it now. We store only its hash, so you will not see it again.')}
        value={value}
      />
      <Button full onClick={onClose}>
        {t('Done')}
      </Button>
    </div>
  );
}
