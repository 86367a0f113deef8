import type { DataRouter } from 'react-router';

type Effects = {
  readonly scrollToTop: () => void;
  /** Starts the timer of the active view. */
  readonly routeChanged: () => void;
  readonly updateTitle: () => void;
};

/** Delay in ms between a navigation and scrolling to the top: at once. */
export const SCROLL_DELAY = 0;

type Followed = Pick<DataRouter, 'state' | 'subscribe'>;

/**
 * Runs after every navigation, including the first page: scrolls to the top after 0 ms, and starts the timer of the
 * active view. A navigation with `preventScrollReset` (filters and paging of a table, which are in the address) does
 * not scroll.
 */
export function followNavigation(router: Followed, { scrollToTop, routeChanged, updateTitle }: Effects) {
  let seen: string | null = null;
  const arrive = ({ initialized, navigation, location, preventScrollReset }: Followed['state']) => {
    if (!initialized || navigation.state !== 'idle' || location.key === seen) return;
    seen = location.key;
    updateTitle();
    routeChanged();
    if (!preventScrollReset) setTimeout(scrollToTop, SCROLL_DELAY);
  };
  arrive(router.state);
  return router.subscribe(arrive);
}
