import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Sheet as Dialog } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { Facts, LoadedRecord, Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import {
  deleteWebhook,
  type Endpoint,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../contract.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointDialog, SecretDialog } from './endpoint-dialog.tsx';
import styles from './webhooks.module.css';
import { EndpointState } from './webhooks-page.tsx';
import { nameOf, WEBHOOKS } from './words.ts';

/** /admin/settings/webhooks/:webhookID: a webhook, and what was sent to it. */
export function Component() {
  const { webhookID: id = '' } = useParams();
  const endpoint = useCall(getWebhook, { params: { id } });
  return (
    <LoadedRecord query={endpoint} what="this webhook" title="Webhook" list={WEBHOOKS}>
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
    test.mutate({ params }, { onSuccess: () => toast.show({ text: 'A test event is on its way.' }) });
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
            <Button kind="quiet" size="small" busy={test.isPending && 'Sending'} onClick={sendTest}>
              Send a test event
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={() => setOpen('change')}>
            Change
          </Button>
          <Button kind="quiet" size="small" busy={toggle.isPending && 'Saving'} onClick={turn}>
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
          <Button kind="quiet" size="small" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        </>
      }
    >
      <div className={styles.notices}>
        {endpoint.offReason !== '' && (
          <ErrorState>
            Kemas turned this webhook off. {endpoint.offReason} Fix the receiver, then turn it on again.
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
    <Panel title="Webhook">
      <Facts
        facts={{
          Address: url,
          Events: eventTypes.length === 0 ? 'All' : eventTypes.join(', '),
          Added: date(createdAt, 'dated'),
          ...(failingSince !== null && { 'Failing since': at(failingSince) }),
          ...(previousSecretUntil !== null && { 'Old secret works until': at(previousSecretUntil) }),
        }}
      />
      <div className={styles.acts}>
        <Button kind="quiet" size="small" onClick={onRotate}>
          Replace the secret
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
    return <SecretDialog title="The new secret" secret={act.data.secret} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Replace the secret?"
      closeLabel="Close"
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            Keep it
          </Button>
          <Button busy={act.isPending && 'Replacing'} onClick={rotate}>
            Replace secret
          </Button>
        </>
      }
    >
      <p>
        For 24 hours events are signed with the old secret too, so that the receiver can change to the new
        one.
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
          toast.show({ text: `${nameOf(endpoint)} is deleted.` });
          void navigate(WEBHOOKS.to);
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete this webhook?"
      closeLabel="Close"
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            Keep it
          </Button>
          <Button kind="danger" busy={act.isPending && 'Deleting'} onClick={remove}>
            Delete webhook
          </Button>
        </>
      }
    >
      <p>Events that wait for it are not sent. This cannot be undone; to pause it, turn it off.</p>
      <SubmitProblem problem={act.error} />
    </Dialog>
  );
}
