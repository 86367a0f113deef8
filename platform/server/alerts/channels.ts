import { randomUUID } from 'node:crypto';
import type { MailProvider } from '../providers/mail.ts';
import type { Alert, AlertChannel } from './alerts.ts';

const TIMEOUT_MS = 10_000;
const RUNBOOK = 'docs/runbook/alerts.md';

interface MailOptions {
  readonly mail: MailProvider;
  /** Asked for each alert. */
  readonly recipients: () => Promise<readonly string[]>;
  /** Of this installation: `https://kemas.example`. */
  readonly address: string;
}

/** One e-mail for each recipient. One that cannot be sent does not stop the others. */
export function mailChannel({ mail, recipients, address }: MailOptions): AlertChannel {
  return async (alert) => {
    const subject = `Kemas needs you: ${alert.event}`;
    const body = mailBody(alert, address);
    const failures: unknown[] = [];
    for (const to of await recipients()) {
      try {
        await mail.send({ id: randomUUID(), to, subject, body });
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some alert e-mails could not be sent.');
  };
}

function mailBody(alert: Alert, address: string): string {
  const fields = Object.entries(alert.about).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [sentenceOf(alert), '', ...fields, '', `Where: ${address}`, `What to do: ${RUNBOOK}`].join('\n');
}

/** POSTs JSON. Its `text` is what Slack, Mattermost and Google Chat show. */
export function webhookChannel(url: string, address: string): AlertChannel {
  return async (alert) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: `Kemas (${address}): ${sentenceOf(alert)}`, ...alert, address }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The alert webhook replied ${response.status}.`);
  };
}

/** `Worker ended unexpectedly, restarting (3 times).` */
function sentenceOf({ event, times }: Alert): string {
  const sentence = event.charAt(0).toUpperCase() + event.slice(1);
  return times === 1 ? `${sentence}.` : `${sentence} (${times} times).`;
}
