import type { Config } from '#platform/server/config.ts';

/** Where the site is, without a slash at the end. Ours, never the request's. */
export function siteOf({ PUBLIC_URL, HOST, PORT }: Config): string {
  return PUBLIC_URL ?? `http://${HOST}:${PORT}`;
}

/** Where the SMS gateway tells what became of a message. */
export function reportsUrl(config: Config, messageId: string): string {
  return `${siteOf(config)}/api/webhooks/twilio?message=${messageId}`;
}
