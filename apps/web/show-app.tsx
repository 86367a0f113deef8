import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expireServerReplies, type ReadReply, setServerReplies } from '#platform/web/api/reply-cache.ts';
import { LANGUAGE_KEY, language, switchLanguage } from '#platform/web/i18n/language.ts';

/** Reads the replies that the server embedded in the page. Returns whether it has also rendered the page. */
export function receiveServerPage(): boolean {
  const json = document.getElementById('replies')?.textContent ?? '[]';
  setServerReplies(JSON.parse(json) as ReadReply[]);
  return document.documentElement.dataset.serverRendered !== undefined;
}

/** Hydrates the server-rendered page, or renders the app if there is none. */
export async function showApp(
  container: HTMLElement,
  router: DataRouter,
  isServerRendered: boolean,
): Promise<void> {
  const app = <RouterProvider router={router} />;
  if (!isServerRendered) {
    createRoot(container).render(app);
    onLeaving(router, router.state.location.key, expireServerReplies);
    return;
  }
  const { key, pathname } = router.state.location;
  await initialized(router);
  // Signed-in visitors are redirected from pages such as the sign-in: the server-rendered page is then a different one.
  if (router.state.location.pathname !== pathname) createRoot(container).render(app);
  else startTransition(() => void hydrateRoot(container, app));
  onLeaving(router, key, expireServerReplies);
  storeLanguage();
}

/** Resolves once the code of the first page has loaded. */
function initialized(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}

function onLeaving(router: DataRouter, key: string, act: () => void): void {
  const unsubscribe = router.subscribe(({ location }) => {
    if (location.key === key) return;
    act();
    unsubscribe();
  });
}

/** A language in the address is a choice. The cookie may be missing if the choice is older than the cookie. */
function storeLanguage(): void {
  const isInAddress = new URLSearchParams(window.location.search).has('lang');
  const hasCookie = document.cookie.split('; ').some((pair) => pair.startsWith(`${LANGUAGE_KEY}=`));
  const stored = language.stored();
  if (isInAddress) language.set(language.get());
  else if (!hasCookie && stored !== null) void switchLanguage(stored);
}
