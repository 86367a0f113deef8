import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { HomeSize } from '#features/site/pages/rules/home-offer.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { keyOf, sendCall } from '#platform/web/api/queries.ts';
import { safeStorage, storeText, type TextStorage } from '#platform/web/session/safe-storage.ts';
import { session } from '#platform/web/session/session.ts';
import { ownIDOf, useOwnID } from '#platform/web/session/use-may.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { book } from '../../../rules/policy.ts';
import { createJob, getJob, listJobs, listTimeAvailable, releaseHold } from './calls.ts';
import {
  type Draft,
  draftFor,
  draftWithPackage,
  draftWithSize,
  emptyDraft,
  isBegun,
  readDraft,
} from './draft.ts';

/* Drafts in the browser's storage */

/**
 * Storage key of the drafts by service. They contain an address, so apps/web/sign-out.ts removes them by this
 * key.
 */
export const DRAFTS = 'kemas-drafts';

/** Days after which a draft is discarded: free times and prices have changed by then. */
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
/** A sent sign-in code is dropped from the draft once it has expired (CODE_LIFE of accounts). */
const CODE_MS = 5 * 60_000;

/** A draft and when it was last changed (device time, ms). */
export interface StoredDraft {
  readonly draft: Draft;
  readonly savedAt: number;
  /** From an earlier visit: not written by this tab. */
  readonly isEarlier: boolean;
}

export interface DraftStores {
  /** Of this tab: two tabs can book different things. */
  readonly tab: TextStorage;
  /** Of this device, for returning later. */
  readonly device: TextStorage;
}

export const browserStores: DraftStores = {
  tab: safeStorage(() => window.sessionStorage),
  device: safeStorage(() => window.localStorage),
};

/** The draft of a service from this tab, otherwise from this device; null if there is no recent one. */
export function findDraft({ tab, device }: DraftStores, service: JobType, now: number): StoredDraft | null {
  const own = entryOf(tab, service, now);
  const found = own ?? entryOf(device, service, now);
  if (found === null) return null;
  const draft = readDraft(found.draft);
  const isCodeOld = now - found.savedAt > CODE_MS;
  return {
    draft: isCodeOld ? { ...draft, code: null } : draft,
    savedAt: found.savedAt,
    isEarlier: own === null && isBegun(draft),
  };
}

/**
 * False if the draft is lost when the page is closed.
 *
 * @param onDevice false if nothing may remain on the device after the tab is closed
 */
export function saveDraft(
  { tab, device }: DraftStores,
  service: JobType,
  { draft, now, onDevice }: { readonly draft: Draft; readonly now: number; readonly onDevice: boolean },
): boolean {
  const entry = { savedAt: now, draft };
  writeDraft(device, service, onDevice ? entry : undefined);
  return writeDraft(tab, service, entry);
}

export function removeDraft({ tab, device }: DraftStores, service: JobType): void {
  for (const storage of [tab, device]) writeDraft(storage, service, undefined);
}

interface Entry {
  readonly savedAt: number;
  readonly draft: unknown;
}

function entryOf(storage: TextStorage, service: JobType, now: number): Entry | null {
  const entry = entriesOf(storage)[service];
  if (!isEntry(entry)) return null;
  const age = now - entry.savedAt;
  return age >= 0 && age < KEPT_DAYS * DAY_MS ? entry : null;
}

function isEntry(value: unknown): value is Entry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'savedAt' in value &&
    typeof value.savedAt === 'number' &&
    'draft' in value
  );
}

function entriesOf(storage: TextStorage): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(storage.getItem(DRAFTS) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Corrupt data counts as no draft.
    return {};
  }
}

/** False if the storage did not take it. */
function writeDraft(storage: TextStorage, service: JobType, entry: Entry | undefined): boolean {
  const entries = { ...entriesOf(storage), [service]: entry };
  if (Object.values(entries).some((one) => one !== undefined)) {
    return storeText(storage, DRAFTS, JSON.stringify(entries));
  }
  storage.removeItem(DRAFTS);
  return true;
}

/* The draft of a screen */

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
  const ownID = useOwnID(book);
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
    draft: draftFor(stored.draft, ownID),
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
    return { ...draft, ...draftWithPackage(packageID), numCleaners: null };
  }
  if (home === null || home === draft.home) return draft;
  return { ...draft, ...draftWithSize(home) };
}

function signedInCustomer(): string | null {
  return ownIDOf(session.getState(), book);
}

/* Releases of holds */

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

/** Storage key of the bookings to release: ids with the time of the request (device time, ms). */
export const RELEASES = 'kemas-releases';

/** By then a hold has expired in any case. Source: HOLD_MINUTES, plus a margin for the phone's clock. */
const USELESS_AFTER_MS = 20 * 60_000;

/** Notes that the held booking of a draft is to be released; does nothing without one. */
export function noteRelease(storage: TextStorage, draft: Pick<Draft, 'held'>, now: number): void {
  if (draft.held !== null) write(storage, { ...waiting(storage, now), [draft.held.jobID]: now });
}

/**
 * Releases the noted bookings, and forgets each once the server has replied, even if the hold has expired or
 * belongs to another customer. Without a network the note stays. True if a time was freed.
 */
export async function sendReleases(storage: TextStorage, now: number): Promise<boolean> {
  let hasFreed = false;
  for (const jobID of Object.keys(waiting(storage, now))) {
    try {
      const { released } = await sendCall(releaseHold, { params: { id: jobID }, body: {} });
      hasFreed ||= released;
    } catch (error) {
      if (!isAnswer(error)) continue;
    }
    const { [jobID]: _done, ...others } = waiting(storage, now);
    write(storage, others);
  }
  return hasFreed;
}

/**
 * Finds the booking that an unanswered request may have made, by repeating it under its key. Null if it was
 * refused.
 * @throws if there is no reply this time either
 */
export async function findUnanswered({
  key,
  body,
}: NonNullable<Draft['unanswered']>): Promise<string | null> {
  const sent: CallInput<typeof createJob>['body'] = JSON.parse(body);
  try {
    return (await callApi(createJob, { body: sent, idempotencyKey: key })).id;
  } catch (error) {
    if (isAnswer(error)) return null;
    throw error;
  }
}

/** Throttled, or the first request is still in progress: retried later. */
const NO_ANSWER = ['throttled', 'in_progress'];

/** Whether the server has decided: a refusal. Without one the request may still succeed. */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError) || NO_ANSWER.includes(error.code)) return false;
  return error.status >= 400 && error.status < 500;
}

function waiting(storage: TextStorage, now: number): Readonly<Record<string, number>> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(RELEASES) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const young = ([, at]: [string, unknown]) =>
      typeof at === 'number' && now >= at && now - at < USELESS_AFTER_MS;
    return Object.fromEntries(Object.entries(stored).filter(young));
  } catch {
    // Corrupt data counts as none: the holds expire in any case.
    return {};
  }
}

function write(storage: TextStorage, releases: Readonly<Record<string, number>>): void {
  if (Object.keys(releases).length === 0) storage.removeItem(RELEASES);
  else storage.setItem(RELEASES, JSON.stringify(releases));
}
