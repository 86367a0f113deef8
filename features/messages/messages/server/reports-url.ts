import type { Config } from '#platform/server/config.ts';

/** The site's origin without a trailing slash, from the configuration, never from the request. */
export function siteOf({ PUBLIC_URL, HOST, PORT }: Config): string {
  return PUBLIC_URL ?? `http://${HOST}:${PORT}`;
}

/** The webhooks of `contract.ts` that receive delivery reports. */
export type ReportsWebhook = 'twilio' | 'sms-gateway';

/** The URL to which an SMS provider reports a message's status. */
export function reportsUrl(config: Config, webhook: ReportsWebhook, messageId: string): string {
  return `${siteOf(config)}/api/webhooks/${webhook}?message=${messageId}`;
}
