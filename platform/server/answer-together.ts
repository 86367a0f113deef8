import type { SignedIn } from '../kernel/actor.ts';
import type { Context, Services } from './context.ts';
import { idOfRequest } from './idempotency.ts';

interface Answer {
  readonly promise: Promise<unknown>;
  /** When it was there, by `performance.now()`. */
  doneAt: number;
}

const answers = new WeakMap<Services['db'], Map<string, Answer>>();
/** On a busy machine a request may wait so long for its turn, ms. */
const KEPT_MS = 10_000;

/**
 * Gives whoever had asked for the same before it was done the answer of that: a double click without an Idempotency-Key.
 * Who asks later asks anew, and so does who asks another process: what must not happen twice has its lock besides.
 *
 * @param same what makes it the same request, of one person.
 */
export function answerTogether<T>(
  ctx: Context<SignedIn>,
  same: readonly unknown[],
  work: () => Promise<T>,
): Promise<T> {
  if (idOfRequest(ctx) !== null) return work();
  const key = JSON.stringify([ctx.actor.id, ...same]);
  const here = answers.get(ctx.db) ?? new Map<string, Answer>();
  answers.set(ctx.db, here);
  const before = here.get(key);
  if (before !== undefined && (ctx.arrivedAt ?? performance.now()) < before.doneAt)
    return before.promise as Promise<T>;
  const promise = work();
  const answer: Answer = { promise, doneAt: Number.POSITIVE_INFINITY };
  const forget = () => {
    if (here.get(key) === answer) here.delete(key);
  };
  here.set(key, answer);
  promise.then(
    () => {
      answer.doneAt = performance.now();
      setTimeout(forget, KEPT_MS).unref();
    },
    forget, // who comes after a failure tries again
  );
  return promise;
}
