import { t } from '#platform/web/i18n/office.ts';
import type { Delivery, Endpoint } from '../../contract.ts';

export const WEBHOOKS = { title: t('Webhooks'), to: '/admin/settings/webhooks' } as const;

export function addressOf(id: string): string {
  return `${WEBHOOKS.to}/${id}`;
}

/** What the office calls it. */
export function nameOf({ description, url }: Endpoint): string {
  return description === '' ? url : description;
}

/** `200`, or why there was no reply. */
export function resultOf({ lastStatus, lastProblem, lastAttemptAt }: Delivery): string {
  if (lastStatus !== null) return String(lastStatus);
  if (lastProblem !== '') return lastProblem;
  return lastAttemptAt === null ? t('Not sent yet') : t('Sending');
}
