import type { Config } from './config.ts';

/** The site's origin without a trailing slash, from the configuration, never from the request. */
export function originOf({ PUBLIC_URL, HOST, PORT }: Config): string {
  return PUBLIC_URL ?? `http://${HOST}:${PORT}`;
}
