import type { Config } from '#platform/server/config.ts';
import { originOf } from '#platform/server/origin.ts';

/** The webhooks of `contract.ts` that receive delivery reports. */
export type ReportsWebhook = 'twilio' | 'sms-gateway';

/** The URL to which an SMS provider reports a message's status. */
export function reportsUrl(config: Config, webhook: ReportsWebhook, messageId: string): string {
  return `${originOf(config)}/api/webhooks/${webhook}?message=${messageId}`;
}
