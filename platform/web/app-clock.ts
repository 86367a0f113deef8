/** Smaller differences are ignored, because replies take time to arrive. */
const TOLERANCE_MS = 2000;

/**
 * The application's time on this device. The server sends it with every reply, because device clocks are often wrong.
 */
export function createAppClock(deviceNow: () => number = () => Date.now()) {
  let aheadMs = 0;
  const listeners = new Set<() => void>();
  return {
    /** Now, by the server's clock. */
    now: () => new Date(deviceNow() + aheadMs),
    /** Takes the time of a reply, ISO 8601; ignores anything else. */
    sync(serverNow: string | null): void {
      const told = Date.parse(serverNow ?? '');
      if (Number.isNaN(told)) return;
      const ahead = told - deviceNow();
      if (Math.abs(ahead - aheadMs) <= TOLERANCE_MS) return;
      aheadMs = ahead;
      for (const listener of listeners) listener();
    },
    /** Calls the listener after a correction. Returns a function that stops. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const appClock = createAppClock();
