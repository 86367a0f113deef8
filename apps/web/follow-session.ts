import type { DataRouter } from 'react-router';
import {
  ownerOf,
  removeDraftOfOthers,
  removeUnsavedDraft,
  saveUnsavedDraft,
} from '#platform/web/forms/unsaved-drafts.ts';
import type { Access } from '#platform/web/router/redirects.ts';
import { DEFAULT_ROUTE, redirectFor, signInPath } from '#platform/web/router/redirects.ts';
import { forgetFragment } from '#platform/web/router/stored-fragment.ts';
import { signedOut } from '#platform/web/session/session-fields.ts';
import type { SessionStore } from '#platform/web/session/session-store.ts';

type Followed = Pick<DataRouter, 'state' | 'navigate'>;

/**
 * Navigates when a session ends: after sign-out, here or in another tab, to the default signed-out route; after expiry,
 * to the sign-in of the same area, which leads back to the page with the draft of its form.
 */
export function followSession(
  store: Pick<SessionStore, 'onEnd' | 'subscribe' | 'getState'>,
  router: Followed,
  /** Who may open the current page. */
  accessNow: () => Access,
): () => void {
  const stopFollowing = store.subscribe(() => {
    const now = store.getState();
    if (now.isSignedIn) removeDraftOfOthers(ownerOf(now));
  });
  const stopWaiting = store.onEnd((reason, ended) => {
    const { pathname, search } = router.state.location;
    const access = accessNow();
    const closed = redirectFor(access, signedOut, pathname + search) !== null;
    if (reason === 'expired') saveUnsavedDraft(ownerOf(ended), pathname + search);
    else {
      removeUnsavedDraft();
      forgetFragment();
    }
    if (reason !== 'expired') void router.navigate(DEFAULT_ROUTE, { replace: true });
    else if (closed && access !== 'anyone' && access !== 'public-only') {
      void router.navigate(signInPath(access, pathname + search), { replace: true });
    }
  });
  return () => {
    stopFollowing();
    stopWaiting();
  };
}
