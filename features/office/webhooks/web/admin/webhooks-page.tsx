import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { PlainPage } from '#platform/web/office/plain-page.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { type Endpoint, listWebhooks } from '../../contract.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { addressOf, nameOf } from './webhook-labels.ts';
import styles from './webhooks.module.css';

/** /admin/settings/webhooks: systems that are told of events. */
export function Component() {
  const endpoints = useCall(listWebhooks);
  const [isAdding, setAdding] = useState(false);
  const navigate = useNavigate();
  const add = (
    <Button size="small" onClick={() => setAdding(true)}>
      {t('New webhook')}
    </Button>
  );
  return (
    <PlainPage
      title={t('Webhooks')}
      lead={t(
        'Kemas tells other systems at once when something happens, such as a new booking or a payment. An event names the record, and never contains names, addresses or notes.',
      )}
      action={endpoints.data !== undefined && endpoints.data.items.length > 0 && add}
    >
      <Loaded query={endpoints} what={t('the webhooks')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t('No webhooks yet')} level={2} action={add}>
              {t('Enter the address of a system that should be told of events.')}
            </EmptyState>
          ) : (
            <Panel
              title={items.length === 1 ? '1 webhook' : t('{{count}} webhooks', { count: items.length })}
            >
              <div className={styles.wide}>
                <PanelTable
                  caption={t('Webhooks')}
                  items={items}
                  columns={[
                    {
                      title: t('Webhook'),
                      render: (one) => <TextLink href={addressOf(one.id)}>{nameOf(one)}</TextLink>,
                    },
                    { title: t('Address'), render: ({ url }) => url },
                    { title: t('Events'), render: ({ eventTypes }) => countOf(eventTypes) },
                    { title: t('State'), render: (one) => <EndpointState {...one} /> },
                  ]}
                />
              </div>
            </Panel>
          )
        }
      </Loaded>
      {isAdding && (
        <EndpointDialog
          onClose={() => setAdding(false)}
          onDone={(id) => {
            setAdding(false);
            void navigate(addressOf(id));
          }}
        />
      )}
    </PlainPage>
  );
}

function countOf(eventTypes: readonly string[]): string {
  if (eventTypes.length === 0) return t('All');
  return eventTypes.length === 1
    ? (eventTypes[0] ?? '')
    : t('{{count}} events', { count: eventTypes.length });
}

/** Whether it is on, and whether it works. */
export function EndpointState({ isOn, failingSince, offReason }: Endpoint) {
  if (!isOn && offReason !== '') return <StatusChip status="wrong">{t('Turned off')}</StatusChip>;
  if (!isOn) return <StatusChip status="cancelled">{t('Off')}</StatusChip>;
  if (failingSince !== null) return <StatusChip status="wrong">{t('Failing')}</StatusChip>;
  return <StatusChip status="done">{t('On')}</StatusChip>;
}
