import { useEffect } from 'react';
import { ownerOf, saveUnsavedDraft } from '#platform/web/forms/unsaved-drafts.ts';
import { session } from '#platform/web/session/session.ts';

/** Keeps what is typed when the page is reloaded: a phone call cannot be repeated. */
export function useDraftOnReload(): void {
  useEffect(() => {
    const save = () => {
      const { pathname, search } = window.location;
      saveUnsavedDraft(ownerOf(session.getState()), pathname + search);
    };
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, []);
}
