import type { Config } from '#platform/server/config.ts';

/** The site's origin without a trailing slash, from the configuration, never from the request. */
export function siteOf({ PUBLIC_URL, HOST, PORT }: Config): string {
  return PUBLIC_URL ?? `http://${HOST}:${PORT}`;
}

/** The URL to which the SMS gateway reports a message's status. */
export function reportsUrl(config: Config, messageId: string): string {
  return `${siteOf(config)}/api/webhooks/twilio?message=${messageId}`;
}
