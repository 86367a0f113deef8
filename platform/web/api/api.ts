import { session } from '../session/session.ts';
import type { Callable, InputArgument } from './callable.ts';
import { type CallOptions, createClient } from './client.ts';
import { saveFile } from './save-file.ts';

/** Base URL of the API. */
export const apiHost = String(import.meta.env.VITE_API_HOST ?? '/api').replace(/\/$/, '');

/** The API client of this page. */
export const { callApi, fetchFile } = createClient({
  base: apiHost,
  session,
  fetch: (url, init) => window.fetch(url, init),
  cookies: () => document.cookie,
  page: () => window.location.href,
});

/** Downloads a route's reply as a file. */
export async function download<C extends Callable>(
  call: C,
  ...input: InputArgument<C, CallOptions>
): Promise<void> {
  const file = await fetchFile(call, ...input);
  saveFile(file, file.name);
}
