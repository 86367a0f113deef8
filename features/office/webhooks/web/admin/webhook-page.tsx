import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { callApi } from '#platform/web/api/api.ts';
import { keyOf, useAct, useCall } from '#platform/web/api/queries.ts';
import { usePaged } from '#platform/web/api/use-paged.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { Sheet as Dialog } from '#platform/web/design/parts/sheet.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { FactList, Loaded, LoadedRecord, Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import { PagedList } from '#platform/web/paged/paged-list.tsx';
import {
  type Delivery,
  deleteWebhook,
  type Endpoint,
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  resendFailedEvents,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type WholeDelivery,
} from '../../contract.ts';
import { EndpointDialog, SecretDialog } from './endpoint-dialog.tsx';
import { nameOf, resultOf, WEBHOOKS } from './webhook-labels.ts';
import styles from './webhooks.module.css';
import { EndpointState } from './webhooks-page.tsx';

/** /admin/settings/webhooks/:webhookID: a webhook, and what was sent to it. */
export function Component() {
  const { webhookID: id = '' } = useParams();
  const endpoint = useCall(getWebhook, { params: { id } });
  return (
    <LoadedRecord query={endpoint} what={t('this webhook')} title={t('Webhook')} list={WEBHOOKS}>
      {(found) => <Webhook endpoint={found} />}
    </LoadedRecord>
  );
}

type Open = 'change' | 'rotate' | 'delete' | null;

function Webhook({ endpoint }: { readonly endpoint: Endpoint }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { isOn } = endpoint;
  const toggle = useAct(updateWebhook, { refresh: [getWebhook, listWebhooks] });
  const test = useAct(testWebhook, { refresh: [listWebhookDeliveries] });
  const toast = useToast();
  const params = { id: endpoint.id };
  const sendTest = () => {
    if (test.isPending) return;
    test.mutate({ params }, { onSuccess: () => toast.show({ text: t('A test event is on its way.') }) });
  };
  const turn = () => {
    if (!toggle.isPending) toggle.mutate({ params, body: { isOn: !isOn } });
  };
  return (
    <RecordPage
      list={WEBHOOKS}
      title={nameOf(endpoint)}
      subtitle={<EndpointState {...endpoint} />}
      acts={
        <>
          {isOn && (
            <Button kind="quiet" size="small" busy={test.isPending && t('Sending')} onClick={sendTest}>
              {t('Send a test event')}
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={() => setOpen('change')}>
            {t('Change')}
          </Button>
          <Button kind="quiet" size="small" busy={toggle.isPending && t('Saving')} onClick={turn}>
            {isOn ? t('Turn off') : t('Turn on')}
          </Button>
          <Button kind="quiet" size="small" onClick={() => setOpen('delete')}>
            {t('Delete')}
          </Button>
        </>
      }
    >
      <div className={`k-stack k-gap-12 k-mb-16 ${styles.notices}`}>
        {endpoint.offReason !== '' && (
          <ErrorState>
            {t('Kemas turned this webhook off. {{offReason}} Fix the receiver, then turn it on again.', {
              offReason: endpoint.offReason,
            })}
          </ErrorState>
        )}
        {(test.error ?? toggle.error) && <ErrorState>{(test.error ?? toggle.error)?.message}</ErrorState>}
      </div>
      <Panels
        left={
          <>
            <Details endpoint={endpoint} onRotate={() => setOpen('rotate')} />
            <Deliveries endpoint={endpoint} />
          </>
        }
      />
      {open === 'change' && <EndpointDialog endpoint={endpoint} onClose={close} onDone={close} />}
      {open === 'rotate' && <RotateDialog endpoint={endpoint} onClose={close} />}
      {open === 'delete' && <DeleteDialog endpoint={endpoint} onClose={close} />}
    </RecordPage>
  );
}

interface DetailsProps {
  readonly endpoint: Endpoint;
  onRotate(): void;
}

function Details({ endpoint, onRotate }: DetailsProps) {
  const { date, time } = useFormat();
  const { url, eventTypes, failingSince, previousSecretUntil, createdAt } = endpoint;
  const at = (wire: string) => `${date(wire, 'dated')}, ${time(wire)}`;
  return (
    <Panel title={t('Webhook')}>
      <FactList
        facts={{
          Address: url,
          Events: eventTypes.length === 0 ? t('All') : eventTypes.join(', '),
          Added: date(createdAt, 'dated'),
          ...(failingSince !== null && { 'Failing since': at(failingSince) }),
          ...(previousSecretUntil !== null && { 'Old secret works until': at(previousSecretUntil) }),
        }}
      />
      <div className={`k-row k-wrap k-gap-8 k-mt-12 ${styles.acts}`}>
        <Button kind="quiet" size="small" onClick={onRotate}>
          {t('Replace the secret')}
        </Button>
      </div>
    </Panel>
  );
}

interface DialogProps {
  readonly endpoint: Endpoint;
  onClose(): void;
}

function RotateDialog({ endpoint, onClose }: DialogProps) {
  const act = useAct(rotateWebhookSecret, { refresh: [getWebhook, listWebhooks] });
  const rotate = () => {
    if (!act.isPending) act.mutate({ params: { id: endpoint.id } });
  };
  if (act.data !== undefined)
    return <SecretDialog title={t('The new secret')} secret={act.data.secret} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Replace the secret?')}
      closeLabel={t('Close')}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Keep it')}
          </Button>
          <Button busy={act.isPending && t('Replacing')} onClick={rotate}>
            {t('Replace secret')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'For 24 hours events are signed with the old secret too, so that the receiver can change to the new one.',
        )}
      </p>
      <SubmitProblem problem={act.error} />
    </Dialog>
  );
}

function DeleteDialog({ endpoint, onClose }: DialogProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const act = useAct(deleteWebhook, { refresh: [listWebhooks] });
  const remove = () => {
    if (act.isPending) return;
    act.mutate(
      { params: { id: endpoint.id } },
      {
        onSuccess: () => {
          toast.show({ text: t('{{name}} is deleted.', { name: nameOf(endpoint) }) });
          void navigate(WEBHOOKS.to);
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Delete this webhook?')}
      closeLabel={t('Close')}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Keep it')}
          </Button>
          <Button kind="danger" busy={act.isPending && t('Deleting')} onClick={remove}>
            {t('Delete webhook')}
          </Button>
        </>
      }
    >
      <p>{t('Events that wait for it are not sent. This cannot be undone; to pause it, turn it off.')}</p>
      <SubmitProblem problem={act.error} />
    </Dialog>
  );
}

type Shown = 'all' | Delivery['state'];

const SHOWN = [
  { value: 'all', label: t('All') },
  { value: 'failed', label: t('Failed') },
  { value: 'waiting', label: t('Waiting') },
  { value: 'delivered', label: t('Delivered') },
] as const;
const PAGE = 50;

/** What was sent to a webhook in the last 30 days, latest first. */
function Deliveries({ endpoint }: { readonly endpoint: Endpoint }) {
  const [shown, setShown] = useState<Shown>('all');
  const [opened, setOpened] = useState<string | null>(null);
  const query = { endpointID: endpoint.id, size: PAGE, ...(shown !== 'all' && { state: shown }) };
  const deliveries = usePaged<Delivery>({
    key: [...keyOf(listWebhookDeliveries), query],
    read: (from, signal) => callApi(listWebhookDeliveries, { query: { ...query, from }, signal }),
  });
  return (
    <Panel title={t('Events')} note={t('Of the last 30 days.')} end={<SendFailedAgain endpoint={endpoint} />}>
      <Segments<Shown>
        label={t('Events by state')}
        hideLabel
        value={shown}
        onChange={setShown}
        options={SHOWN}
      />
      <PagedList
        list={deliveries}
        loading={t('Loading the events')}
        failed={t('We could not load the events.')}
        empty={
          <EmptyState title={shown === 'all' ? t('Nothing was sent yet') : t('No matching events')}>
            {shown === 'all' ? t('Send a test event to see whether the receiver works.') : undefined}
          </EmptyState>
        }
      >
        {(items) => <DeliveryTable items={items} onOpen={setOpened} />}
      </PagedList>
      {opened !== null && <DeliveryDialog id={opened} onClose={() => setOpened(null)} />}
    </Panel>
  );
}

function SendFailedAgain({ endpoint: { id, isOn } }: { readonly endpoint: Endpoint }) {
  const act = useAct(resendFailedEvents, { refresh: [listWebhookDeliveries] });
  const toast = useToast();
  const send = () => {
    if (act.isPending) return;
    act.mutate({ params: { id } }, { onSuccess: ({ count }) => toast.show({ text: sentence(count) }) });
  };
  if (!isOn) return null;
  return (
    <>
      <Button kind="quiet" size="small" busy={act.isPending && t('Sending')} onClick={send}>
        {t('Send failed events again')}
      </Button>
      {act.error && <ErrorState>{act.error.message}</ErrorState>}
    </>
  );
}

function sentence(count: number): string {
  if (count === 0) return t('No event has failed.');
  return count === 1
    ? t('Sending 1 event again.')
    : t('Sending {{count}} events again.', { count: count.toLocaleString('en-SG') });
}

interface DeliveryTableProps {
  readonly items: readonly Delivery[];
  onOpen(id: string): void;
}

function DeliveryTable({ items, onOpen }: DeliveryTableProps) {
  const { date, time } = useFormat();
  return (
    <PanelTable
      caption={t('Events')}
      items={items}
      columns={[
        { title: t('Event'), render: ({ eventType }) => eventType },
        { title: t('When'), render: ({ createdAt }) => `${date(createdAt)}, ${time(createdAt)}` },
        { title: t('State'), render: (one) => <DeliveryState {...one} /> },
        { title: t('Reply'), render: resultOf },
        { title: t('Attempts'), number: true, render: ({ attempts }) => attempts },
        {
          title: t('Details'),
          render: ({ id, eventType, createdAt }) => (
            <Button kind="quiet" size="small" onClick={() => onOpen(id)}>
              {t('Open')}
              <span className="k-hidden">
                {' '}
                {t('{{eventType}} of {{date}}, {{time}}', {
                  eventType,
                  date: date(createdAt),
                  time: time(createdAt),
                })}
              </span>
            </Button>
          ),
        },
      ]}
    />
  );
}

function DeliveryState({ state }: Delivery) {
  if (state === 'delivered') return <StatusChip status="done">{t('Delivered')}</StatusChip>;
  if (state === 'failed') return <StatusChip status="wrong">{t('Failed')}</StatusChip>;
  return <StatusChip status="held">{t('Waiting')}</StatusChip>;
}

interface DeliveryDialogProps {
  readonly id: string;
  onClose(): void;
}

function DeliveryDialog({ id, onClose }: DeliveryDialogProps) {
  const delivery = useCall(getWebhookDelivery, { params: { id } });
  const act = useAct(resendWebhookDelivery, { refresh: [listWebhookDeliveries, getWebhookDelivery] });
  const toast = useToast();
  const send = () => {
    if (act.isPending) return;
    act.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast.show({ text: t('The event is on its way again.') });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={delivery.data?.eventType ?? t('Event')}
      closeLabel={t('Close')}
      actions={
        <Button busy={act.isPending && t('Sending')} onClick={send}>
          {t('Send again')}
        </Button>
      }
    >
      <Loaded query={delivery} what={t('this event')}>
        {(found) => <Contents delivery={found} />}
      </Loaded>
      <SubmitProblem problem={act.error} />
    </Dialog>
  );
}

function Contents({ delivery }: { readonly delivery: WholeDelivery }) {
  const { date, time } = useFormat();
  const at = (wire: string | null) => (wire === null ? null : `${date(wire, 'dated')}, ${time(wire)}`);
  const { lastDurationMs: ms, lastResponse, payload } = delivery;
  return (
    <>
      <FactList
        facts={{
          State: <DeliveryState {...delivery} />,
          Reply: resultOf(delivery),
          'Event ID': delivery.eventID,
          Attempts: delivery.attempts,
          'Last attempt': at(delivery.lastAttemptAt),
          'Next attempt': at(delivery.nextAttemptAt),
          Took: ms === null ? null : t('{{ms}} ms', { ms: ms.toLocaleString('en-SG') }),
        }}
      />
      <h3 className="k-mt-16 k-mb-8">{t('What was sent')}</h3>
      <CodeBlock label={t('What was sent')}>{JSON.stringify(JSON.parse(payload), null, 2)}</CodeBlock>
      <h3 className="k-mt-16 k-mb-8">{t('The reply')}</h3>
      {lastResponse === '' ? (
        <p className="k-muted">{t('No text.')}</p>
      ) : (
        <CodeBlock label={t('The reply')}>{lastResponse}</CodeBlock>
      )}
    </>
  );
}

function CodeBlock({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={styles.code} tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}
