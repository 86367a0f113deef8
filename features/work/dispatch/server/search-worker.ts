/** A thread that searches for a plan, so that the event loop stays free. Started by run-search.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Found } from '../rules/anneal.ts';
import type { Problem } from '../rules/problem.ts';
import { ROUNDS, searchInRounds } from '../rules/rounds.ts';

export interface SearchInput {
  readonly problem: Problem;
  readonly seed: number;
  readonly seconds: number;
  /** Its first element becomes 1 when the search is to stop. */
  readonly stop: Int32Array;
}

export type SearchMessage = { readonly progress: number } | { readonly found: Found };

const MS_BETWEEN_REPORTS = 500;

const { problem, seed, seconds, stop } = workerData as SearchInput;
const began = performance.now();
let reported = began;
post({ found: searchInRounds(problem, { seed, progressOf }) });

function progressOf(round: number): number {
  if (Atomics.load(stop, 0) === 1) return 1;
  const now = performance.now();
  const whole = (now - began) / (seconds * 1000);
  if (now - reported >= MS_BETWEEN_REPORTS) {
    reported = now;
    post({ progress: Math.min(1, whole) });
  }
  return whole * ROUNDS - round;
}

function post(message: SearchMessage): void {
  parentPort?.postMessage(message);
}
