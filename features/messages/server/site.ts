import type { Config } from '#platform/server/config.ts';

/** Where the site is, without a slash at the end. Ours, never the request's. */
export function siteOf({ PUBLIC_URL, HOST, PORT }: Config): string {
  return PUBLIC_URL?.replace(/\/$/, '') ?? `http://${HOST}:${PORT}`;
}
