import { useEffect, useRef } from 'react';

/** Delay in ms between a route change and starting the active view. */
export const VIEW_START_DELAY = 100;

type Start = () => unknown;

/**
 * Starts the active view a while after each route change. A view that loads later than that (slow code) is started when
 * it has loaded. Errors while a view starts are ignored: the page is shown without it.
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
    /** A route change: restarts the delay. */
    routeChanged(): void {
      clearTimeout(timer);
      due = false;
      timer = setTimeout(startAll, delay);
    },
    /** Registers an active view. Returns a function that unregisters it. */
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
    // Ignored: the page works without what the view starts.
  }
}

export const viewStarter = createViewStarter();

/** Runs `start` 100 ms after the route change to this view; its errors are ignored. */
export function useViewStart(start: Start): void {
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => viewStarter.register(() => latest.current()), []);
}
