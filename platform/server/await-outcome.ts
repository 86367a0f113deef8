import { setTimeout as sleep } from 'node:timers/promises';

/** How often and how long (ms) to poll for the outcome while another request is sending the same thing. */
const LOOK_EVERY_MS = 100;
const LOOK_FOR_MS = 12_000;

/** The provider's answer. A failure without an answer leaves the outcome `unknown`: money may have moved. */
export async function answerOf<T>(ask: () => Promise<T>): Promise<T | { status: 'unknown'; why: string }> {
  try {
    return await ask();
  } catch (error) {
    return { status: 'unknown', why: error instanceof Error ? error.message : 'the provider failed' };
  }
}

/** Polls until the other request has finished or the time limit is reached, and returns the latest state. */
export async function awaitOutcome<T extends { readonly status: string }>(
  before: T,
  load: () => Promise<T>,
): Promise<T> {
  let now = before;
  const isUnderWay = () => now.status === 'created' || now.status === 'sent';
  const until = performance.now() + LOOK_FOR_MS;
  while (isUnderWay() && performance.now() < until) {
    await sleep(LOOK_EVERY_MS);
    now = await load();
  }
  return now;
}
