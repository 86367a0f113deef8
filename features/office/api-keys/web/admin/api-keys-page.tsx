import { useState } from 'react';
import { OFFICE_ROLE_NAMES } from '#platform/kernel/actor.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { PlainPage } from '#platform/web/office/plain-page.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { type ApiKey, listApiKeys } from '../../contract.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

/** /admin/settings/api-keys: keys with which other systems call the API. */
export function Component() {
  const keys = useCall(listApiKeys);
  const [isAdding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const add = (
    <Button size="small" onClick={() => setAdding(true)}>
      New key
    </Button>
  );
  return (
    <PlainPage
      title="API keys"
      lead="With a key, another system can do what an admin with the same role can do. Give each system its own key with the least role that it needs, and revoke the key when the system is no longer used."
      action={keys.data !== undefined && keys.data.items.length > 0 && add}
    >
      <Loaded query={keys} what="the API keys">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No API keys yet" level={2} action={add}>
              Accounting software, a website or your own scripts can work with Kemas through its API.
            </EmptyState>
          ) : (
            <Panel title={items.length === 1 ? '1 key' : `${items.length} keys`}>
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
      caption="API keys"
      items={items}
      columns={[
        { title: 'Name', render: ({ name }) => name },
        { title: 'Role', render: ({ officeRole }) => OFFICE_ROLE_NAMES[officeRole] },
        { title: 'Ends with', render: ({ last4 }) => <code>{last4}</code> },
        { title: 'State', render: (key) => <State {...key} /> },
        {
          title: 'Last used',
          render: ({ lastUsedAt, lastUsedFrom }) =>
            lastUsedAt === null ? 'Never' : `${at(lastUsedAt)}, from ${lastUsedFrom}`,
        },
        {
          title: 'Last day',
          render: ({ expiresOn }) => (expiresOn === null ? 'None' : date(expiresOn, 'dated')),
        },
        {
          title: 'Created',
          render: ({ createdAt, createdBy }) =>
            [date(createdAt, 'dated'), createdBy].filter(Boolean).join(', '),
        },
        {
          title: 'Actions',
          render: (key) =>
            key.state === 'active' ? (
              <Button kind="quiet" size="small" onClick={() => onRevoke(key)}>
                Revoke<span className="k-hidden"> {key.name}</span>
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
  if (state === 'active') return <StatusChip status="done">Active</StatusChip>;
  if (revokedAt === null) return <StatusChip status="cancelled">Expired</StatusChip>;
  const who = revokedBy === '' ? '' : ` by ${revokedBy}`;
  return <StatusChip status="cancelled">{`Revoked ${date(revokedAt, 'dated')}${who}`}</StatusChip>;
}
