import { useAct, useCall } from '#platform/web/api/queries.ts';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { drop, listMessages, type MessageReply, resend } from '../../contract.ts';
import styles from './message-log.module.css';

type Of = { readonly jobID: string } | { readonly customerID: string };

/** The newest messages only; nobody reads more. */
const MAX_SHOWN = 50;

/** Messages about a job or to a customer, with their state. */
export function MessageLog(of: Of) {
  const messages = useCall(listMessages, { query: { ...of, size: MAX_SHOWN, count: '0' } });
  return (
    <Panel title={t('Sent messages')} note={t('E-mails and text messages, newest first. Kept for a year.')}>
      <Loaded query={messages} what={t('the messages')}>
        {({ items: all }) => {
          // What was withdrawn before it went out tells nobody anything.
          const items = all.filter(({ state }) => state !== 'superseded');
          return items.length === 0 ? (
            <p className={`k-mt-2 k-break k-muted ${styles.quiet}`}>{t('Nothing has been sent yet.')}</p>
          ) : (
            <ul className="k-ruled" aria-label={t('Messages')}>
              {items.map((message) => (
                <MessageRow key={message.id} message={message} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Panel>
  );
}

const STATES: Readonly<Record<MessageReply['state'], string>> = {
  held: t('Waiting'),
  queued: t('On its way'),
  sending: t('On its way'),
  sent: t('Sent'),
  delivered: t('Delivered'),
  failed: t('Failed'),
  superseded: t('Not sent'),
};

const CHANNELS = { email: 'E-mail', sms: t('Text message') } as const;

function MessageRow({ message }: { readonly message: MessageReply }) {
  const { title, channel, state, subject, body, failure } = message;
  const what = `${title}, ${CHANNELS[channel].toLowerCase()}`;
  const mayResend = useMayCall(resend);
  return (
    <li>
      <div className="k-row k-baseline k-wrap k-between k-gap-2 k-gap-x-16">
        <b>{title}</b>
        <span className={styles.state} data-bad={state === 'failed' || undefined}>
          {STATES[state]} <MessageTime message={message} />
        </span>
      </div>
      <p className={`k-mt-2 k-break k-muted ${styles.quiet}`}>{whereto(message)}</p>
      {failure !== '' && state !== 'sent' && (
        <p className={`k-mt-2 k-break k-muted ${styles.quiet}`}>{failure}</p>
      )}
      <div className="k-stack k-left k-gap-10">
        {body !== '' && (
          <details className={styles.words}>
            <summary>
              {t('Read')}
              <span className="k-hidden">{` ${what}`}</span>
            </summary>
            {subject !== '' && <p className="k-mt-6 k-typed">{subject}</p>}
            <p className="k-mt-6 k-typed">{body}</p>
          </details>
        )}
        {mayResend && message.canResend && <Resend id={message.id} what={what} />}
        {mayResend && message.canDrop && <Drop id={message.id} what={what} />}
      </div>
    </li>
  );
}

/** `Text message to a cleaner, +65 9123 4501`. */
function whereto({ channel, to, cleanerID }: MessageReply): string {
  const how =
    cleanerID === null ? CHANNELS[channel] : t('{{value}} to a cleaner', { value: CHANNELS[channel] });
  if (to === '') return how;
  const address = channel === 'sms' ? to.replace(/^65(\d{4})(\d{4})$/, '+65 $1 $2') : to;
  return `${how}, ${address}`;
}

/** When it was delivered, if the gateway reported it, or sent; for a queued one, until when it waits. */
function MessageTime({
  message: { state, sentAt, deliveredAt, dueAt, createdAt },
}: {
  readonly message: MessageReply;
}) {
  const { date, time } = useFormat();
  const at = (moment: string) => `${date(moment)}, ${time(moment)}`;
  if (deliveredAt !== null) return at(deliveredAt);
  if (sentAt !== null) return at(sentAt);
  return state === 'held' ? t('until {{at}}', { at: at(dueAt) }) : at(createdAt);
}

function Resend({ id, what }: { readonly id: string; readonly what: string }) {
  const toast = useToast();
  const again = useAct(resend, {
    refresh: [listMessages],
    onSuccess: ({ title }) => toast.show({ text: t('{{title}} is on its way again.', { title }) }),
  });
  return (
    <>
      <TextButton
        onClick={() => {
          if (!again.isPending) again.mutate({ params: { id }, body: {} });
        }}
      >
        {t('Send again')}
        <span className="k-hidden">{`: ${what}`}</span>
      </TextButton>
      <SubmitProblem problem={again.error} />
    </>
  );
}

/** For a message that is no longer needed, such as one that was sent before a restore. */
function Drop({ id, what }: { readonly id: string; readonly what: string }) {
  const toast = useToast();
  const act = useAct(drop, {
    refresh: [listMessages],
    onSuccess: ({ title }) => toast.show({ text: t('{{title}} is dropped. It is not sent.', { title }) }),
  });
  return (
    <>
      <TextButton
        onClick={() => {
          if (!act.isPending) act.mutate({ params: { id }, body: {} });
        }}
      >
        {t('Drop')}
        <span className="k-hidden">{`: ${what}`}</span>
      </TextButton>
      <SubmitProblem problem={act.error} />
    </>
  );
}
