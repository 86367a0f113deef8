import { useEffect, useRef } from 'react';

/** How long after a route change the active view is started, in ms. SPEC.md section 9. */
export const VIEW_START_DELAY = 100;

type Start = () => unknown;

/**
 * Starts the active view some time after each route change. A view that arrives later than that (its code came
 * slowly) is started when it arrives. Whatever goes wrong while a view starts is ignored: SPEC.md section 2.
 */
export function createViewStarter(delay = VIEW_START_DELAY) {
  const views = new Set<Start>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = false;

  const startAll = () => {
    due = true;
    for (const start of views) void startSilently(start);
  };

  return {
    /** A route change: the wait begins, or begins again. */
    routeChanged(): void {
      clearTimeout(timer);
      due = false;
      timer = setTimeout(startAll, delay);
    },
    /** Makes this the (or one) active view. Returns what takes it away again. */
    register(start: Start): () => void {
      views.add(start);
      if (due) void startSilently(start);
      return () => {
        views.delete(start);
      };
    },
  };
}

async function startSilently(start: Start): Promise<void> {
  try {
    await start();
  } catch {
    // SPEC.md section 2: errors while starting a view are ignored.
  }
}

export const viewStarter = createViewStarter();

/** Runs `start` 100 ms after the route change that brought this view; its errors are ignored. */
export function useViewStart(start: Start): void {
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => viewStarter.register(() => latest.current()), []);
}
