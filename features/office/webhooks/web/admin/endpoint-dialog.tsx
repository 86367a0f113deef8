import { useState } from 'react';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet as Dialog } from '#platform/web/design/parts/sheet.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { SecretField } from '#platform/web/office/secret-field.tsx';
import { createWebhook, type Endpoint, getWebhook, listWebhooks, updateWebhook } from '../../contract.ts';
import { EVENT_TYPES, EVENTS, type EventType } from '../../rules/events.ts';
import styles from './webhooks.module.css';

interface EndpointDialogProps {
  /** The webhook to change; a new one without. */
  readonly endpoint?: Endpoint;
  onClose(): void;
  /** Once it is saved and, if it is new, its secret was shown. */
  onDone(id: string): void;
}

/** Adds a webhook and shows its secret once, or changes one. */
export function EndpointDialog({ endpoint, onClose, onDone }: EndpointDialogProps) {
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  if (created !== null) {
    const done = () => onDone(created.id);
    return <SecretDialog title={t('The webhook’s secret')} secret={created.secret} onClose={done} />;
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={endpoint === undefined ? t('New webhook') : t('Change webhook')}
      closeLabel={t('Close')}
    >
      <EndpointForm endpoint={endpoint} onSaved={(id) => onDone(id)} onCreated={setCreated} />
    </Dialog>
  );
}

interface EndpointFormProps {
  readonly endpoint: Endpoint | undefined;
  onSaved(id: string): void;
  onCreated(created: { readonly id: string; readonly secret: string }): void;
}

function EndpointForm({ endpoint, onSaved, onCreated }: EndpointFormProps) {
  const refresh = [listWebhooks, getWebhook];
  const create = useAct(createWebhook, { refresh });
  const update = useAct(updateWebhook, { refresh });
  const form = useForm({
    initial: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      all: endpoint === undefined || endpoint.eventTypes.length === 0,
      eventTypes: (endpoint?.eventTypes ?? []) as readonly EventType[],
    },
    check: ({ url, all, eventTypes }) => ({
      url: url.trim() === '' && t('Fill this in.'),
      eventTypes: !all && eventTypes.length === 0 && t('Choose at least one event.'),
    }),
    send: async ({ all, eventTypes, ...values }) => {
      const body = { ...values, eventTypes: all ? [] : [...eventTypes] };
      if (endpoint === undefined) onCreated(await create.mutateAsync({ body }));
      else onSaved((await update.mutateAsync({ params: { id: endpoint.id }, body })).id);
    },
  });
  const { all, eventTypes } = form.values;
  const toggle = (type: EventType, isChosen: boolean) =>
    form.set({
      eventTypes: EVENT_TYPES.filter((each) => (each === type ? isChosen : eventTypes.includes(each))),
    });
  return (
    <form className="k-stack k-gap-14 k-mt-8" noValidate onSubmit={(event) => void form.submit(event)}>
      <TextField
        label={t('Address')}
        type="url"
        inputMode="url"
        placeholder="https://"
        hint={t('Events are sent there by POST.')}
        {...form.text('url')}
      />
      <TextField
        label={t('Name')}
        aside={t('Optional')}
        hint={t('The system behind it: Accounting.')}
        {...form.text('description')}
      />
      <Checkbox
        label={t('All events')}
        hint={t('Also those that later versions add.')}
        {...form.flag('all')}
        error={all ? undefined : form.errors.eventTypes}
      />
      {!all && (
        <fieldset className={`k-stack k-gap-4 ${styles.types}`}>
          <legend className="k-hidden">{t('Events')}</legend>
          {EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              name="eventTypes"
              label={type}
              hint={EVENTS[type]}
              checked={eventTypes.includes(type)}
              onChange={({ target }) => toggle(type, target.checked)}
            />
          ))}
        </fieldset>
      )}
      <SubmitProblem problem={form.problem} />
      <Button type="submit" full busy={form.sending && t('Saving')}>
        {endpoint === undefined ? t('Add webhook') : t('Save webhook')}
      </Button>
    </form>
  );
}

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  onClose(): void;
}

/** Shows a new secret, once. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t('Close')}>
      <div className="k-stack k-gap-14 k-mt-8">
        <SecretField
          label={t('Secret')}
          hint={t(
            'Copy it now: it is not shown again. The receiver verifies with it that an event is from us.',
          )}
          value={secret}
        />
        <Button full onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </Dialog>
  );
}
