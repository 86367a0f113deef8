import { Worker } from 'node:worker_threads';
import type { Found } from '../rules/anneal.ts';
import type { Problem } from '../rules/problem.ts';
import type { SearchInput, SearchMessage } from './search-worker.ts';

export interface SearchOptions {
  /** One thread for each. */
  readonly seeds: readonly number[];
  readonly seconds: number;
  /** From 0 to 1, twice a second. */
  readonly onProgress?: (progress: number) => void;
}

export interface RunningSearch {
  /** The best plan of all threads; rejects if one fails. */
  readonly found: Promise<Found>;
  /** Ends the search soon, with the best plan found until then. */
  stop(): void;
}

/** Searches in threads of their own, which do not keep the process alive. */
export function runSearch(problem: Problem, { seeds, seconds, onProgress }: SearchOptions): RunningSearch {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const searches = seeds.map((seed, i) => {
    const input: SearchInput = { problem, seed, seconds, stop };
    return searchInThread(input, i === 0 ? onProgress : undefined);
  });
  return {
    found: Promise.all(searches).then((all) =>
      all.reduce((best, one) => (one.cost < best.cost ? one : best)),
    ),
    stop: () => void Atomics.store(stop, 0, 1),
  };
}

function searchInThread(
  input: SearchInput,
  onProgress: ((progress: number) => void) | undefined,
): Promise<Found> {
  const worker = new Worker(new URL(import.meta.resolve('#features/work/dispatch/server/search-worker.ts')), {
    workerData: input,
  });
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.on('message', (message: SearchMessage) => {
      if ('found' in message) resolve(message.found);
      else onProgress?.(message.progress);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The search ended with code ${code} and no plan`)));
  });
}
