/** Who gets the next connection when all are in use. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** When the work that is being done began: the smaller, the earlier. */
const begun = new AsyncLocalStorage<number>();
let latest = 0;

/**
 * Does a piece of work, a request say, whose statements come before those of all that begins after it. In a rush what was
 * begun is then ended, instead of everything being half done at the same time: that holds more memory the longer it lasts, and
 * keeps everybody waiting.
 */
export function inOrderOfStart<T>(work: () => T): T {
  return begun.run(next(), work);
}

function next(): number {
  latest += 1;
  return latest;
}

interface Waiting {
  readonly since: number;
  readonly told: PromiseWithResolvers<void>;
  readonly late: NodeJS.Timeout | undefined;
}

/** So many places; who waits for one gets it in the order in which their work began. */
export class OldestFirst {
  #free: number;
  readonly #longest: number | undefined;
  /** The oldest last. */
  readonly #waiting: Waiting[] = [];

  /** @param longest how long anybody waits, ms; without it for ever */
  constructor(places: number, longest?: number) {
    this.#free = places;
    this.#longest = longest;
  }

  /** @throws after the longest wait, with the words of pg-pool */
  async enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const waiting: Waiting = {
      since: begun.getStore() ?? next(),
      told: Promise.withResolvers(),
      late:
        this.#longest === undefined ? undefined : setTimeout(() => this.#sendAway(waiting), this.#longest),
    };
    const place = this.#waiting.findLastIndex((other) => other.since > waiting.since);
    this.#waiting.splice(place + 1, 0, waiting);
    await waiting.told.promise;
  }

  leave(): void {
    const oldest = this.#waiting.pop();
    if (oldest === undefined) this.#free += 1;
    else {
      clearTimeout(oldest.late);
      oldest.told.resolve();
    }
  }

  #sendAway(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    waiting.told.reject(new Error('timeout exceeded when trying to connect'));
  }
}
