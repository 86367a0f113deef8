import { setTimeout as sleep } from 'node:timers/promises';

/** While another request is sending the same thing, its outcome is looked for this often, this long (ms). */
const LOOK_EVERY_MS = 100;
const LOOK_FOR_MS = 12_000;

/** The provider's answer. One that fails without an answer leaves the outcome open: money may have moved. */
export async function answerOf<T>(ask: () => Promise<T>): Promise<T | { status: 'unknown'; why: string }> {
  try {
    return await ask();
  } catch (error) {
    return { status: 'unknown', why: error instanceof Error ? error.message : 'the provider failed' };
  }
}

/** Waits for what somebody else is sending, until it is no longer under way, or takes too long. As it is then. */
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
