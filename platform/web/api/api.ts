import { session } from '../session/session.ts';
import type { Callable, InputArgument } from './callable.ts';
import { type CallOptions, createClient } from './client.ts';
import { saveFile } from './save-file.ts';

/** Where the API answers: SPEC.md's {host}. */
export const apiHost = String(import.meta.env.VITE_API_HOST ?? '/api').replace(/\/$/, '');

/** This page's client. */
export const { callApi, fetchFile } = createClient({
  base: apiHost,
  session,
  fetch: (url, init) => window.fetch(url, init),
  cookies: () => document.cookie,
  page: () => window.location.href,
});

/** Saves a call's reply as a file on the person's machine. */
export async function download<C extends Callable>(
  call: C,
  ...input: InputArgument<C, CallOptions>
): Promise<void> {
  const file = await fetchFile(call, ...input);
  saveFile(file, file.name);
}
