import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { HomeSize } from '#features/site/pages/rules/home-offer.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { session } from '#platform/web/session/session.ts';
import { ownIdOf, useOwnId } from '#platform/web/session/use-may.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { book } from '../../../rules/policy.ts';
import { getJob, listJobs, listTimeAvailable } from './calls.ts';
import { type Draft, draftFor, emptyDraft, RESIZED } from './draft.ts';
import { browserStores, findDraft, removeDraft, type StoredDraft, saveDraft } from './draft-store.ts';
import { findUnanswered, noteRelease, sendReleases } from './releases.ts';

/** Removes the draft after booking. */
export function forgetDraft(service: JobType): void {
  removeDraft(browserStores, service);
}

/** Replaces the stored draft; the flow resumes from it. False if the storage did not take it. */
export function keepDraft(service: JobType, draft: Draft): boolean {
  const { isSignedIn, staySignedIn } = session.getState();
  return saveDraft(browserStores, service, { draft, now: Date.now(), onDevice: !isSignedIn || staySignedIn });
}

/** What the URL asks for. */
interface Requested {
  readonly home: HomeSize | null;
  readonly packageID: string | null;
}

/**
 * The draft of a service, persisted across reloads and visits. The URL takes precedence over an older draft.
 */
export function useDraft(service: JobType, requested: Requested) {
  const ownId = useOwnId(book);
  const isHydrated = useHydrated();
  const [stored, setStored] = useState(() =>
    startFrom(isHydrated ? findDraft(browserStores, service, Date.now()) : null, requested),
  );
  // The server has no draft, so hydration starts without one.
  const mustRestore = useRef(!isHydrated);
  useEffect(() => {
    if (!isHydrated || !mustRestore.current) return;
    mustRestore.current = false;
    const found = findDraft(browserStores, service, Date.now());
    if (found !== null) setStored({ ...startFrom(found, requested), begun: 1 });
  }, [isHydrated, service, requested]);
  const change = useCallback(
    (part: Partial<Draft>) => {
      setStored((before) => {
        const draft = { ...draftFor(before.draft, signedInCustomer()), ...part };
        return { ...before, draft, isUnstored: !keepDraft(service, draft) };
      });
    },
    [service],
  );
  const release = useReleases();
  const { draft: left } = stored;
  const startOver = useCallback(() => {
    forgetDraft(service);
    setStored(({ begun }) => ({ draft: emptyDraft, earlier: null, begun: begun + 1, isUnstored: false }));
    release(left);
  }, [service, release, left]);
  return {
    draft: draftFor(stored.draft, ownId),
    /** When it was last changed (device time, ms), if it is from an earlier visit. */
    earlier: stored.earlier,
    /** How often it was started over: screens reset their state. */
    begun: stored.begun,
    /** The storage is full: the draft is lost when the page is closed. */
    isUnstored: stored.isUnstored,
    change,
    startOver,
  };
}

function startFrom(found: StoredDraft | null, requested: Requested) {
  return {
    draft: asRequested(found?.draft ?? emptyDraft, requested),
    earlier: found?.isEarlier ? found.savedAt : null,
    begun: 0,
    isUnstored: false,
  };
}

function asRequested(draft: Draft, { home, packageID }: Requested): Draft {
  if (packageID !== null && packageID !== draft.packageID) {
    return { ...draft, ...RESIZED, hours: null, numCleaners: null, packageID };
  }
  if (home === null || home === draft.home) return draft;
  return { ...draft, ...RESIZED, home, hours: null, numCleaners: null };
}

function signedInCustomer(): string | null {
  return ownIdOf(session.getState(), book);
}

/**
 * Releases the hold of a discarded draft, at once or as soon as there is a network, also after a reload. Per
 * tab, because two tabs can book different things. Refetches the free times.
 */
function useReleases(): (draft: Draft) => void {
  const client = useQueryClient();
  const isOnline = useOnline();
  const send = useCallback(async () => {
    if (!(await sendReleases(browserStores.tab, Date.now()))) return;
    for (const call of [listTimeAvailable, listJobs, getJob])
      void client.invalidateQueries({ queryKey: keyOf(call) });
  }, [client]);
  useEffect(() => {
    if (isOnline) void send();
  }, [isOnline, send]);
  return useCallback(
    (draft) => {
      noteRelease(browserStores.tab, draft, Date.now());
      void send();
      if (draft.unanswered !== null) void releaseUnanswered(draft.unanswered).then(send, () => undefined);
    },
    [send],
  );
}

/**
 * A request without a reply may hold a time, too. Without a network it never arrived, or its hold expires by
 * itself.
 */
async function releaseUnanswered(unanswered: NonNullable<Draft['unanswered']>): Promise<void> {
  const jobID = await findUnanswered(unanswered);
  if (jobID !== null) noteRelease(browserStores.tab, { held: { jobID, request: '' } }, Date.now());
}
