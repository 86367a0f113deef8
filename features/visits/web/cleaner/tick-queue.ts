export interface Tick {
  readonly id: string;
  readonly done: boolean;
}

interface TickQueueParts {
  /** Saves some ticks; rejects when none of them was saved. */
  readonly send: (ticks: readonly Tick[]) => Promise<unknown>;
  /** What was pressed and is not yet saved, by item; called whenever that changes. */
  readonly onWaiting: (waiting: ReadonlyMap<string, boolean>) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Sends ticks one batch after another, never two at once: a tick and its taking back arrive in the order they were
 * pressed, and whatever is pressed meanwhile goes out together.
 */
export function createTickQueue({ send, onWaiting, onFailure }: TickQueueParts) {
  const waiting = new Map<string, boolean>();
  let unsent = new Map<string, boolean>();
  let running: Promise<void> | null = null;

  async function sendAll(): Promise<void> {
    while (unsent.size > 0) {
      const batch = unsent;
      unsent = new Map();
      try {
        await send([...batch].map(([id, done]) => ({ id, done })));
      } catch (error) {
        onFailure(error);
      }
      for (const id of batch.keys()) if (!unsent.has(id)) waiting.delete(id);
      onWaiting(new Map(waiting));
    }
    running = null;
  }

  return {
    press({ id, done }: Tick): void {
      waiting.set(id, done);
      unsent.set(id, done);
      onWaiting(new Map(waiting));
      running ??= sendAll();
    },
    /** Resolves when nothing is on its way any more. */
    settled: (): Promise<void> => running ?? Promise.resolve(),
  };
}

export type TickQueue = ReturnType<typeof createTickQueue>;
