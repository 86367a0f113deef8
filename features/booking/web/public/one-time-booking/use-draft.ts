import { useCallback, useState } from 'react';
import type { HomeSize } from '#features/site/rules/home-offer.ts';
import { safeStorage } from '#platform/web/session/safe-storage.ts';
import { session, useSession } from '#platform/web/session/session.ts';
import { ownIdOf } from '#platform/web/session/use-may.ts';
import { book } from '../../../rules/policy.ts';
import { type Draft, draftFor, readDraft } from './draft.ts';

/** Where the draft lies in the tab's own storage: it ends with the tab. */
const KEY = 'kemas-one-time';
const storage = safeStorage(() => window.sessionStorage);

/** Forgets what was said: it has been booked. */
export function forgetDraft(): void {
  storage.removeItem(KEY);
}

/** Puts a draft in the place of what was said: the flow goes on from there. */
export function keepDraft(draft: Draft): void {
  storage.setItem(KEY, JSON.stringify(draft));
}

/** The draft, kept over reloads. A home size that the address names (from the front page) wins over an older one. */
export function useDraft(requested: HomeSize | null) {
  useSession();
  const [draft, setDraft] = useState<Draft>(() => {
    const stored = readDraft(storage.getItem(KEY));
    if (requested === null || requested === stored.home) return stored;
    return { ...stored, home: requested, hours: null, packageID: null, endTime: null };
  });
  const change = useCallback((part: Partial<Draft>) => {
    setDraft((before) => {
      const after = { ...draftFor(before, signedInCustomer()), ...part };
      storage.setItem(KEY, JSON.stringify(after));
      return after;
    });
  }, []);
  return { draft: draftFor(draft, signedInCustomer()), change };
}

function signedInCustomer(): string | null {
  return ownIdOf(session.getState(), book);
}
