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

/** So many take one place together at most. */
const MOST_TOGETHER = 4;

interface Waiting {
  readonly since: number;
  readonly sharing: boolean;
  readonly told: PromiseWithResolvers<Place>;
  readonly late: NodeJS.Timeout | undefined;
}

/** A place that is taken, by one or by a few together. */
export class Place {
  #people: number;
  readonly #left: () => void;

  constructor(people: number, left: () => void) {
    this.#people = people;
    this.#left = left;
  }

  /** One more takes it; false where it is full, or has been left. */
  join(): boolean {
    if (this.#people === 0 || this.#people >= MOST_TOGETHER) return false;
    this.#people += 1;
    return true;
  }

  /** Each of them says so once. @param last what the last one of them does before others have it */
  leave(last?: () => void): void {
    this.#people -= 1;
    if (this.#people > 0) return;
    last?.();
    this.#left();
  }
}

/** So many places; who waits for one gets it in the order in which their work began. */
export class OldestFirst {
  #free: number;
  /** Taken just now by somebody who shares it: others may still join. */
  #open: Place | undefined;
  readonly #longest: number | undefined;
  /** The oldest last. */
  readonly #waiting: Waiting[] = [];

  /** @param longest how long anybody waits, ms; without it for ever */
  constructor(places: number, longest?: number) {
    this.#free = places;
    this.#longest = longest;
  }

  /**
   * @param sharing takes a place together with others who share: those who ask at the same moment, or who are next in line
   * @throws after the longest wait, with the words of pg-pool
   */
  async enter(sharing = false): Promise<Place> {
    const open = sharing ? this.#open : undefined;
    if (open?.join()) return open;
    if (this.#free > 0) {
      this.#free -= 1;
      const place = this.#placeOf(1);
      if (sharing) this.#keepOpen(place);
      return place;
    }
    const waiting: Waiting = {
      since: begun.getStore() ?? next(),
      sharing,
      told: Promise.withResolvers(),
      late:
        this.#longest === undefined ? undefined : setTimeout(() => this.#sendAway(waiting), this.#longest),
    };
    const place = this.#waiting.findLastIndex((other) => other.since > waiting.since);
    this.#waiting.splice(place + 1, 0, waiting);
    return waiting.told.promise;
  }

  /** Until nothing else is to be done at once. */
  #keepOpen(place: Place): void {
    this.#open = place;
    process.nextTick(() => {
      if (this.#open === place) this.#open = undefined;
    });
  }

  #placeOf(people: number): Place {
    return new Place(people, () => this.#pass());
  }

  #pass(): void {
    const together = this.#nextInLine();
    if (together.length === 0) {
      this.#free += 1;
      return;
    }
    const place = this.#placeOf(together.length);
    for (const { told, late } of together) {
      clearTimeout(late);
      told.resolve(place);
    }
  }

  #nextInLine(): Waiting[] {
    const oldest = this.#waiting.pop();
    if (oldest === undefined) return [];
    const together = [oldest];
    while (oldest.sharing && together.length < MOST_TOGETHER && this.#waiting.at(-1)?.sharing)
      together.push(...this.#waiting.splice(-1));
    return together;
  }

  #sendAway(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    waiting.told.reject(new Error('timeout exceeded when trying to connect'));
  }
}
