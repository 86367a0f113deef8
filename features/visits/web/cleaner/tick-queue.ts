export interface Tick {
  readonly id: string;
  readonly done: boolean;
  /** When it was pressed, ISO 8601. It counts also when it is sent later. */
  readonly at: string;
}

interface TickQueueParts {
  /** Saves some ticks; rejects when none of them was saved. */
  readonly send: (ticks: readonly Tick[]) => Promise<unknown>;
  /** The time of a press. */
  readonly now: () => Date;
  /** True for an error that means: nothing was heard, send it again later. */
  readonly isNoSignal: (error: unknown) => boolean;
  /** What was pressed and is not yet saved, by item; called whenever that changes. */
  readonly onWaiting: (waiting: ReadonlyMap<string, boolean>) => void;
  /** True while ticks are kept for want of signal. */
  readonly onNoSignal: (noSignal: boolean) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Sends ticks one batch after another, never two at once: a tick and its taking back arrive in the order they were
 * pressed, and whatever is pressed meanwhile goes out together. Without signal they are kept and sent on `resend`.
 */
export function createTickQueue(parts: TickQueueParts) {
  const waiting = new Map<string, boolean>();
  let unsent = new Map<string, Tick>();
  let running: Promise<void> | null = null;

  /** False when the batch is kept for later. */
  async function sendBatch(batch: ReadonlyMap<string, Tick>): Promise<boolean> {
    try {
      await parts.send([...batch.values()]);
    } catch (error) {
      if (parts.isNoSignal(error)) {
        unsent = new Map([...batch, ...unsent]);
        return false;
      }
      parts.onFailure(error);
    }
    for (const id of batch.keys()) if (!unsent.has(id)) waiting.delete(id);
    parts.onWaiting(new Map(waiting));
    return true;
  }

  async function sendAll(): Promise<void> {
    let heard = true;
    while (heard && unsent.size > 0) {
      const batch = unsent;
      unsent = new Map();
      heard = await sendBatch(batch);
      parts.onNoSignal(!heard);
    }
    running = null;
  }

  const resend = (): void => {
    if (unsent.size > 0) running ??= sendAll();
  };

  return {
    press({ id, done }: Pick<Tick, 'id' | 'done'>): void {
      waiting.set(id, done);
      unsent.set(id, { id, done, at: parts.now().toISOString() });
      parts.onWaiting(new Map(waiting));
      resend();
    },
    /** Tries what was kept for want of signal. */
    resend,
    /** Resolves when nothing is on its way any more: all was saved, went back, or is kept for later. */
    settled: (): Promise<void> => {
      resend();
      return running ?? Promise.resolve();
    },
  };
}

export type TickQueue = ReturnType<typeof createTickQueue>;
