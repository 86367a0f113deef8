/** One-time codes, as received in the sandbox. */

import { expect } from '@playwright/test';
import { sandboxMessages } from '#platform/contract/sandbox-calls.ts';
import { call } from './call.ts';

/** The text messages to a number, newest first. */
export async function smsTo(mobile: string): Promise<string[]> {
  const { items } = await call(sandboxMessages, { query: { to: mobile } });
  return items.map(({ body }) => body);
}

async function codesOf(mobile: string): Promise<string[]> {
  return (await smsTo(mobile)).flatMap((body) => /^(\d{6}) is your .+ code/.exec(body)?.[1] ?? []);
}

/** The number of codes sent to a number so far; read before requesting the next one. */
export async function countCodes(mobile: string): Promise<number> {
  return (await codesOf(mobile)).length;
}

/** The newest code for a number, once more than `before` have arrived. */
export async function newestCode(mobile: string, before = 0): Promise<string> {
  const sent = () => countCodes(mobile);
  await expect.poll(sent, { intervals: [50, 100, 200] }).toBeGreaterThan(before);
  const [newest = ''] = await codesOf(mobile);
  return newest;
}
